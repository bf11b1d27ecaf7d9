"""Readers of records, whose files a queue names, and the kernels on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from threading import Lock
from typing import Any, ClassVar

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError, OpError, UnimplementedError
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of, text_of
from graphir.ops.stores import readers as ops
from runtime.bundles.varints import BadVarintError, read_varint, varint
from runtime.io.record_reading import opened, records_of
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.confinement import check_path
from runtime.stateful_kernels.files import refused
from runtime.stateful_kernels.queues import QueueStorage
from runtime.stateful_kernels.stores.sharing import shared

Record = tuple[bytes, bytes]
"""A key and a value."""

Check = Callable[[str], None]
"""Refuses a file that may not be read."""


@handle_class("reader")
class ReaderStorage:
    """A position in the files that a queue names; thread-safe."""

    shape = (2,)
    """The shape of the handle."""

    keeps_state: ClassVar[bool] = False
    """Whether the place can be written down."""

    knows_end: ClassVar[bool] = False
    """Whether a file has ended with its last record, and not when another is asked."""

    def __init__(self, attrs: Mapping[str, Attr]) -> None:
        self.attrs = attrs
        self.lock = Lock()
        self.reset()

    def reset(self) -> None:
        """Moves to the beginning."""
        self.work = b""
        self.started = self.finished = self.produced = 0
        self._records: Iterator[Record] = iter(())
        self._failure: OpError | None = None

    def records(self, work: bytes) -> Iterator[Record]:
        """The records of a file."""
        raise NotImplementedError(f"{type(self).__name__} does not define records.")

    def read(self, queue: QueueStorage, check: Check, most: int = 1) -> list[Record]:
        """The next records of one file, at most ``most``.

        Raises:
          OutOfRangeError: if the queue is closed and has no more files.
        """
        with self.lock:
            while True:
                if self.started == self.finished:
                    self._begin(queue, check)
                found = self._next(most)
                self.produced += len(found)
                if self.knows_end or len(found) < most:
                    self.finished = self.started
                if found:
                    return found

    def _next(self, most: int) -> list[Record]:
        """Records of the file; one that cannot be read fails until there is a reset."""
        try:
            if self._failure is not None:
                raise self._failure.with_traceback(None)
            return list(islice(self._records, most))
        except OpError as error:
            self._failure = error
            raise

    def _begin(self, queue: QueueStorage, check: Check) -> None:
        (work,) = queue.take(1)[0]
        self.work = text_of(work, "A file name of a reader's queue")
        check(os.fsdecode(self.work))
        self._records = self.records(self.work)
        self.started += 1

    def state(self) -> bytes:
        """The position, as a serialized message."""
        numbers = (self.started, self.finished, self.produced)
        parts = [
            varint(number << 3) + varint(value)
            for number, value in enumerate(numbers, 1)
            if value
        ]
        if self.work:
            parts.append(varint(4 << 3 | 2) + varint(len(self.work)) + self.work)
        return b"".join(parts)

    def restore(self, state: bytes) -> None:
        """Moves to a position that `state` returned.

        Raises:
          InvalidArgumentError: for bytes that are not a state of a reader.
        """
        found = _fields(state)
        started, finished, produced = (found.get(number, 0) for number in (1, 2, 3))
        if not (0 <= finished <= started and produced >= 0):
            raise InvalidArgumentError("Unexpected numbers in the state of a reader.")
        self.started, self.finished, self.produced = started, finished, produced
        self.work = found.get(4, b"")
        is_within = started > finished
        self._records = self.records(self.work) if is_within else iter(())


def _fields(state: bytes) -> dict[int, Any]:
    """The numbers and the bytes of a message, by their fields."""
    found: dict[int, Any] = {}
    position = 0
    try:
        while position < len(state):
            tag, position = read_varint(state, position)
            value, position = read_varint(state, position)
            found[tag >> 3] = value
            if tag & 7 == 2:
                found[tag >> 3] = state[position : position + value]
                position += value
    except BadVarintError as error:
        shown = state.hex()
        raise InvalidArgumentError(
            f"Could not parse state for reader: {shown}: {error}"
        ) from None
    wrong = found.keys() - {1, 2, 3, 4}
    if wrong or position > len(state) or isinstance(found.get(4, b""), int):
        raise InvalidArgumentError(f"Could not parse state for reader: {state.hex()}")
    return found


class _WholeFiles(ReaderStorage):
    keeps_state = knows_end = True

    def records(self, work: bytes) -> Iterator[Record]:
        yield work, _content(work)


class _Names(ReaderStorage):
    keeps_state = knows_end = True

    def records(self, work: bytes) -> Iterator[Record]:
        yield work, work


class _Lines(ReaderStorage):
    def records(self, work: bytes) -> Iterator[Record]:
        lines = _content(work).split(b"\n")
        if not lines[-1]:
            lines.pop()
        for number, line in enumerate(lines, 1):
            if number > self.attrs["skip_header_lines"]:
                yield b"%s:%d" % (work, number), line.replace(b"\r", b"")


class _FixedRecords(ReaderStorage):
    def records(self, work: bytes) -> Iterator[Record]:
        encoding = self.attrs.get("encoding", b"")
        data = _content(work, encoding.decode())
        size, head = self.attrs["record_bytes"], self.attrs["header_bytes"]
        hop, end = (
            self.attrs["hop_bytes"] or size,
            len(data) - self.attrs["footer_bytes"],
        )
        for number, place in enumerate(range(head, end - size + 1, hop)):
            yield b"%s:%d" % (work, number), data[place : place + size]


class _TFRecords(ReaderStorage):
    def records(self, work: bytes) -> Iterator[Record]:
        compression = self.attrs["compression_type"].decode()
        place = 0
        for record in records_of(os.fsdecode(work), compression):
            yield b"%s:%d" % (work, place), record
            place += len(record) + 16  # its length, and two checksums


def _content(work: bytes, encoding: str = "") -> bytes:
    path = os.fsdecode(work)
    try:
        with opened(path, encoding) as file:
            found: bytes = file.read() if not encoding else _all_of(file)
            return found
    except OSError as error:
        raise refused(error, path) from None


def _all_of(file: Any) -> bytes:
    parts = []
    while data := file.read(1 << 16):
        parts.append(data)
    return b"".join(parts)


def _attach(op: type[Op], kind: type[ReaderStorage]) -> None:
    @kernel_factory(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        return lambda: shared(attrs, kind, lambda: kind(attrs))


_attach(ops.WholeFileReaderV2, _WholeFiles)
_attach(ops.IdentityReaderV2, _Names)
_attach(ops.TextLineReaderV2, _Lines)
_attach(ops.TFRecordReaderV2, _TFRecords)


def _fixed_records(attrs: Mapping[str, Attr]) -> Kernel:
    for name in ("header_bytes", "footer_bytes", "hop_bytes"):
        if attrs[name] < 0:
            raise InvalidArgumentError(f"{name} must be >= 0 but got {attrs[name]}")
    if attrs["record_bytes"] <= 0:
        raise InvalidArgumentError(
            f"record_bytes must be > 0 but got {attrs['record_bytes']}"
        )
    encoding = attrs.get("encoding", b"")
    if encoding not in (b"", b"ZLIB", b"GZIP"):
        raise InvalidArgumentError(
            f"Unsupported compression_type: {encoding.decode(errors='replace')}"
        )
    return lambda: shared(attrs, _FixedRecords, lambda: _FixedRecords(attrs))


kernel_factory(ops.FixedLengthRecordReaderV2)(_fixed_records)
kernel_factory(ops.FixedLengthRecordReader)(_fixed_records)


def _check(attrs: Mapping[str, Attr]) -> Check:
    return lambda path: check_path(attrs, path, "reads")


@kernel_factory(ops.ReaderReadV2)
def _read(attrs: Mapping[str, Attr]) -> Kernel:
    def read(reader: ReaderStorage, queue: QueueStorage) -> Any:
        _require_names(queue)
        found = reader.read(queue, _check(attrs))[0]
        return [np.array(each, object) for each in found]

    return read


@kernel_factory(ops.ReaderReadUpToV2)
def _read_up_to(attrs: Mapping[str, Attr]) -> Kernel:
    def read(reader: ReaderStorage, queue: QueueStorage, num_records: Any) -> Any:
        _require_names(queue)
        most = integer_of(num_records, "num_records")
        if most <= 0:
            raise InvalidArgumentError(f"num_records must be positive, not {most}")
        found = reader.read(queue, _check(attrs), most)
        return [np.array(each, object) for each in zip(*found)]

    return read


def _require_names(queue: QueueStorage) -> None:
    if [each.name for each in queue.types] != ["string"]:
        raise InvalidArgumentError(
            "A reader takes file names from a queue of strings, not from one of "
            f"{[each.name for each in queue.types]}"
        )


@kernel(ops.ReaderNumRecordsProducedV2)
def _produced(reader: ReaderStorage) -> Any:
    return np.int64(reader.produced)


@kernel(ops.ReaderNumWorkUnitsCompletedV2)
def _completed(reader: ReaderStorage) -> Any:
    return np.int64(reader.finished)


@kernel(ops.ReaderSerializeStateV2)
def _serialized(reader: ReaderStorage) -> Any:
    if not reader.keeps_state:
        raise _unimplemented("SerializeState")
    return np.array(reader.state(), object)


@kernel(ops.ReaderRestoreStateV2)
def _restored(reader: ReaderStorage, state: Any) -> None:
    if not reader.keeps_state:
        raise _unimplemented("RestoreState")
    with reader.lock:
        reader.restore(text_of(state, "state"))


def _unimplemented(what: str) -> OpError:
    return UnimplementedError(None, None, f"Reader {what}")


@kernel(ops.ReaderResetV2)
def _reset(reader: ReaderStorage) -> None:
    with reader.lock:
        reader.reset()


__all__ = ["ReaderStorage"]
