"""Reads event files back, event by event."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from graphir.errors import DataLossError, ParseError
from graphir.wire import messages
from runtime.io.record_reading import records_of
from runtime.tensors.likes import PathText


def summary_iterator(path: PathText) -> Iterator[Any]:
    """The `Event` messages of an event file, one after another.

    Args:
      path: the file, as `tf.summary.create_file_writer` and TensorFlow write it.

    >>> import glob, os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.summary.create_file_writer(folder).as_default():
    ...     _ = tf.summary.scalar("loss", 0.5, step=7)
    >>> [path] = glob.glob(os.path.join(folder, "events.out.tfevents.*"))
    >>> for event in tf.compat.v1.train.summary_iterator(path):
    ...     for value in event.summary.value:
    ...         print(event.step, value.tag, tf.make_ndarray(value.tensor))
    7 loss 0.5

    Raises:
      DataLossError: where a checksum is wrong, the file ends within a record, or a
        record is no event.
      NotFoundError, PermissionDeniedError: if the file cannot be read.
    """
    name = os.fsdecode(os.fspath(path))
    for number, record in enumerate(records_of(name, "")):
        try:
            event = messages.parse("Event", record)
        except ParseError as error:
            reason = f"{name}: record {number} is no event: {error}"
            raise DataLossError(None, None, reason) from None
        yield event


__all__ = ["summary_iterator"]
