"""Readers of records: ops that take names of files from a queue, and give records."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import executing_eagerly, name_scope
from runtime.io.records import TFRecordOptions
from runtime.queues.queues import QueueBase
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


class ReaderBase:
    """The base class of readers, which exist in graphs alone.

    Args:
      reader_ref: the handle.
      supports_serialize: whether the position can be written down.

    Raises:
      RuntimeError: eagerly.
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        if executing_eagerly():
            raise RuntimeError(
                "Readers are not supported when eager execution is enabled. Instead, "
                "please use tf.data to get data into your model."
            )
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The handle, a resource."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether the position can be written down."""
        return self._supports_serialize

    def read(self, queue: QueueBase, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The next record: its key and its value, string scalars.

        Raises:
          OutOfRangeError: when it runs, if the queue is closed and has no more files.
        """
        inputs = [self._reader_ref, _handle(queue)]
        key, value = apply_op("ReaderReadV2", inputs, None, name)
        return key, value

    def read_up_to(
        self, queue: QueueBase, num_records: TensorLike, name: str | None = None
    ) -> tuple[Tensor, Tensor]:
        """So many of the next records of one file at most: keys and values, vectors.

        Raises:
          OutOfRangeError: when it runs, if the queue is closed and has no more files.
        """
        most = convert_to_tensor(num_records, dtypes.int64)
        inputs = [self._reader_ref, _handle(queue), most]
        keys, values = apply_op("ReaderReadUpToV2", inputs, None, name)
        return keys, values

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """The number of records so far, an int64 scalar."""
        return self._asked("ReaderNumRecordsProducedV2", name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """The number of files read to their end, an int64 scalar."""
        return self._asked("ReaderNumWorkUnitsCompletedV2", name)

    def serialize_state(self, name: str | None = None) -> Tensor:
        """The position, a string scalar.

        Raises:
          UnimplementedError: when it runs, for readers that do not support it.
        """
        return self._asked("ReaderSerializeStateV2", name)

    def restore_state(self, state: TensorLike, name: str | None = None) -> Operation:
        """An operation that moves to a position that `serialize_state` gave.

        Raises:
          UnimplementedError: when it runs, for readers that do not support it.
        """
        inputs = [self._reader_ref, convert_to_tensor(state, dtypes.string)]
        found: Operation = apply_op("ReaderRestoreStateV2", inputs, None, name)
        return found

    def reset(self, name: str | None = None) -> Operation:
        """An operation that moves to the beginning."""
        found: Operation = apply_op("ReaderResetV2", [self._reader_ref], None, name)
        return found

    def _asked(self, op: str, name: str | None) -> Tensor:
        found: Tensor = apply_op(op, [self._reader_ref], None, name)
        return found


def _handle(queue: Any) -> Any:
    return getattr(queue, "queue_ref", queue)


def _made(op: str, name: str | None, **attrs: Any) -> Any:
    """The handle of a new reader, under the name of its op."""
    if executing_eagerly():
        return None
    with name_scope(name or op) as scope:
        shared = scope[:-1].encode()
        return apply_op(op, [], {"shared_name": shared, **attrs}, scope)


class WholeFileReader(ReaderBase):
    """Gives whole files: names and contents.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("text")
    >>> with tf.Graph().as_default():
    ...     names = tf.compat.v1.train.string_input_producer([path], num_epochs=1)
    ...     _, content = tf.compat.v1.WholeFileReader().read(names)
    ...     with tf.compat.v1.train.MonitoredSession() as session:
    ...         print(session.run(content))
    b'text'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made("WholeFileReaderV2", name), supports_serialize=True)


class IdentityReader(ReaderBase):
    """Gives the names themselves, as keys and as values."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made("IdentityReaderV2", name), supports_serialize=True)


class TextLineReader(ReaderBase):
    """Gives the lines of text files, without ``skip_header_lines`` of each file."""

    def __init__(
        self, skip_header_lines: int | None = None, name: str | None = None
    ) -> None:
        skipped = skip_header_lines or 0
        super().__init__(_made("TextLineReaderV2", name, skip_header_lines=skipped))


class FixedLengthRecordReader(ReaderBase):
    """Gives records of a number of bytes.

    Args:
      record_bytes: the bytes of a record.
      header_bytes, footer_bytes: what is left out at the ends of each file.
      hop_bytes: from the beginning of a record to the next, by default its length.
      encoding: ``"ZLIB"`` or ``"GZIP"`` for compressed files.
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        handle = _made(
            "FixedLengthRecordReaderV2",
            name,
            record_bytes=record_bytes,
            header_bytes=header_bytes or 0,
            footer_bytes=footer_bytes or 0,
            hop_bytes=hop_bytes or 0,
            encoding=(encoding or "").encode(),
        )
        super().__init__(handle)


class TFRecordReader(ReaderBase):
    """Gives the records of TFRecord files; ``options`` say how they are compressed."""

    def __init__(
        self, name: str | None = None, options: TFRecordOptions | None = None
    ) -> None:
        kind = TFRecordOptions.get_compression_type_string(options) if options else ""
        handle = _made("TFRecordReaderV2", name, compression_type=kind.encode())
        super().__init__(handle)


class LMDBReader(ReaderBase):
    """Raises an error: LMDB files are read by a library in C.

    Raises:
      NotImplementedError: always.
    """

    def __init__(
        self, name: str | None = None, options: TFRecordOptions | None = None
    ) -> None:
        raise NotImplementedError(
            "tf.compat.v1.LMDBReader: LMDB files are read by liblmdb. Write their "
            "records to a TFRecord file, with the package lmdb and "
            "tf.io.TFRecordWriter."
        )
