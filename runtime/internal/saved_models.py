"""`tf.__internal__.saved_model`: structures and models as messages."""

from __future__ import annotations

import os
from typing import Any

from graphir.wire import messages
from runtime.saved_model.model_files import read_saved_model
from runtime.saved_model.structures import read_structure, written_structure


def encode_structure(nested_structure: Any) -> Any:
    """A structure as a ``StructuredValue`` message.

    >>> encode = tf.__internal__.saved_model.encode_structure
    >>> message = encode([1, (2.0, tf.TensorSpec([None], tf.float32))])
    >>> tf.__internal__.saved_model.decode_proto(message)
    [1, (2.0, TensorSpec(shape=(None,), dtype=tf.float32, name=None))]

    Raises:
      NotImplementedError: for a value that has no message.
    """
    return written_structure(nested_structure)


def decode_proto(proto: Any) -> Any:
    """The structure that a ``StructuredValue`` message describes.

    Raises:
      TypeError: if ``proto`` is no ``StructuredValue``.
      InvalidArgumentError: for a kind that is not known.
    """
    if not messages.is_message(proto, "StructuredValue"):
        raise TypeError(f"decode_proto takes a StructuredValue, not {type(proto)}")
    return read_structure(proto)


def parse_saved_model(export_dir: Any) -> Any:
    """The ``SavedModel`` message of a folder.

    Raises:
      NotFoundError, also OSError: if there is none.
      DataLossError: if it cannot be read.
    """
    return read_saved_model(os.fsdecode(os.fspath(export_dir)))


__all__ = ["decode_proto", "encode_structure", "parse_saved_model"]
