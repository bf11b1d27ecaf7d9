"""Fields of protocol buffers as tensors, and messages from tensors."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor

DecodeProtoV2 = namedtuple("DecodeProtoV2", ["sizes", "values"])


def decode_proto(
    bytes: Any,
    message_type: str,
    field_names: Sequence[str],
    output_types: Sequence[Any],
    descriptor_source: str | bytes = "local://",
    message_format: str = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> Any:
    """The fields of serialized messages: how often each occurs, and padded values.

    Args:
      bytes: strings of any shape, a message each.
      message_type: the full name of their type, as ``"tensorflow.Example"``.
      field_names: names of fields; ``sizes`` has one more axis, with an entry for each.
      output_types: a dtype for each; messages and enums are strings and int32.
      descriptor_source: where the type is described: ``"local://"`` for messages of
        TensorFlow and of this process, the path of a serialized FileDescriptorSet, or
        ``b"bytes://"`` and its bytes.
      message_format: ``"binary"`` or ``"text"``.

    >>> data = tf.train.Int64List(value=[5, 6]).SerializeToString()
    >>> found = tf.io.decode_proto(
    ...     [data, b""], "tensorflow.Int64List", ["value"], [tf.int64])
    >>> found.sizes.numpy().tolist(), found.values[0].numpy().tolist()
    ([[2], [0]], [[5, 6], [0, 0]])

    Raises:
      InvalidArgumentError: for a type or field that is not known, or another dtype
        than the field's.
      DataLossError: for bytes that are no message.
    """
    attrs = {
        "message_type": message_type,
        "field_names": list(field_names),
        "output_types": [as_dtype(each) for each in output_types],
        "descriptor_source": descriptor_source,
        "message_format": message_format,
        "sanitize": sanitize,
    }
    messages = convert_to_tensor(bytes, "string")
    sizes, values = apply_op("DecodeProtoV2", [messages], attrs, name)
    return DecodeProtoV2(sizes, values)


def encode_proto(
    sizes: Any,
    values: Sequence[Any],
    field_names: Sequence[str],
    message_type: str,
    descriptor_source: str | bytes = "local://",
    name: str | None = None,
) -> Tensor:
    """Messages of fields with the first ``sizes[..., i]`` values of ``values[i]``.

    >>> data = tf.io.encode_proto([[2]], [tf.constant([[5, 6]], tf.int64)], ["value"],
    ...                           "tensorflow.Int64List")
    >>> tf.train.Int64List.FromString(data.numpy()[0]).value
    [5, 6]

    Raises:
      InvalidArgumentError: for a type or field that is not known, another dtype than
        the field's, or sizes that do not fit.
    """
    attrs = {
        "field_names": list(field_names),
        "message_type": message_type,
        "descriptor_source": descriptor_source,
    }
    tensors = [convert_to_tensor(each) for each in values]
    return apply_single("EncodeProto", [sizes, tensors], attrs, name)
