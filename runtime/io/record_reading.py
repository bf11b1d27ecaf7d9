"""Reads TFRecord files, record by record."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, Final

import numpy as np

from graphir.errors import DataLossError
from runtime.bundles.checksums import masked_checksums, masked_crc32c
from runtime.io.inflating import InflatedFile
from runtime.io.records import TFRecordOptions
from runtime.io.snappy_files import SnappyReader
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText

_HEADER: Final = 12
_BLOCK: Final = 1 << 18
"""Bytes that are read at once, unless a record has more."""

_KNOWN_HEADS: Final = 1024
"""Heads whose checksums are not computed again: many records have one length."""


@cache
def _warn() -> None:
    get_logger().warning(
        "tf_record_iterator is deprecated and will be removed in a future version."
    )


def tf_record_iterator(path: PathText, options: Any = None) -> Iterator[bytes]:
    """The records of a file, one after another.

    >>> list(tf.compat.v1.io.tf_record_iterator("no such file"))
    Traceback (most recent call last):
    graphir.errors.NotFoundError: no such file; No such file or directory

    Raises:
      DataLossError: where a checksum is wrong or the file ends within a record.
      NotFoundError, PermissionDeniedError: if the file cannot be read.
      ValueError: for an unknown compression.
    """
    _warn()
    compression = TFRecordOptions.get_compression_type_string(options)
    return records_of(os.fsdecode(os.fspath(path)), compression)


def records_of(path: str, compression: str) -> Iterator[bytes]:
    """The records of a file of some compression, one after another.

    Raises:
      DataLossError: where a checksum is wrong or the file ends within a record.
      NotFoundError, PermissionDeniedError: if the file cannot be read.
    """
    return chain.from_iterable(record_blocks(path, compression))


def record_blocks(path: str, compression: str) -> Iterator[list[bytes]]:
    """The records of a file, as many at a time as are read at once.

    Raises:
      DataLossError: where a checksum is wrong or the file ends within a record, when
        all records before it have been given.
      NotFoundError, PermissionDeniedError: if the file cannot be read.
    """
    try:
        with opened(path, compression) as file:
            yield from _blocks(file)
    except OSError as error:
        raise refused(error, path) from None


def opened(path: str, compression: str) -> Any:
    """An open file whose reads return decompressed bytes."""
    file = open(path, "rb")  # noqa: SIM115 - the caller closes it
    if compression == "SNAPPY":
        return SnappyReader(file, path)
    return InflatedFile(file, compression) if compression else file


def _more(file: Any, count: int, offset: int) -> bytes:
    """So many bytes of the file, in which the record at the offset ends.

    Raises:
      DataLossError: where the compressed data is damaged or cut.
    """
    try:
        found: bytes = file.read(count)
    except (EOFError, zlib.error) as error:
        message = f"truncated record at {offset}' failed with {error}"
        raise DataLossError(None, None, message) from None
    return found


def _blocks(file: Any) -> Iterator[list[bytes]]:
    """The records of an open file, as many at a time as were read at once.

    An error is raised when all records before it have been given.
    """
    offset, missing, ready = 0, 0, b""
    lengths: dict[bytes, int] = {}
    while True:
        ready += _more(file, max(missing, _BLOCK), offset)
        found = _Frames(ready, lengths)
        records, is_whole = found.checked()
        if records:
            yield records
        if not is_whole:
            place = found.begins[len(records)]
            raise _corrupted(offset + place, "")
        if found.is_damaged:
            _check_head(ready[found.end : found.end + _HEADER], offset + found.end)
        if not records:
            if len(ready) < _HEADER:
                return  # TensorFlow takes an unfinished head for the end
            raise DataLossError(
                None,
                None,
                f"truncated record at {offset}' failed with Read less bytes than "
                "requested",
            )
        offset += found.end
        missing, ready = found.missing, ready[found.end :]


class _Frames:
    """Where the whole records begin and end in some bytes of a file."""

    __slots__ = ("_ready", "begins", "end", "ends", "is_damaged", "missing")

    def __init__(self, ready: bytes, lengths: dict[bytes, int]) -> None:
        self._ready = ready
        self.begins: list[int] = []
        self.ends: list[int] = []
        self.is_damaged = False
        """Whether the head behind them has a wrong checksum."""
        self.end = 0
        self.missing = 0
        """How many bytes of the record behind them are not here."""
        self._find(lengths)

    def _find(self, lengths: dict[bytes, int]) -> None:
        ready, place = self._ready, 0
        size = len(ready)
        begins, ends = self.begins, self.ends
        while size >= place + _HEADER:
            head = ready[place : place + _HEADER]
            length = lengths.get(head)
            if length is None:
                length = _length_of(head)
                if length is None:
                    self.is_damaged = True
                    break
                if len(lengths) < _KNOWN_HEADS:
                    lengths[head] = length
            begin = place + _HEADER
            stride = length + _HEADER + 4
            if size < place + stride:
                self.missing = place + stride - size
                break
            if ready.startswith(head, place + 7 * stride):
                count = self._alike(place, stride)
                stop = begin + count * stride
                begins += range(begin, stop, stride)
                ends += range(begin + length, stop + length, stride)
                place += count * stride
            else:
                begins.append(begin)
                ends.append(begin + length)
                place += stride
        self.end = place

    def _alike(self, place: int, stride: int) -> int:
        """How many of the next records have the same length, at most 256."""
        most = min((len(self._ready) - place) // stride, 256)
        heads = np.ndarray((most, _HEADER), np.uint8, self._ready, place, (stride, 1))
        is_other = (heads != heads[0]).any(axis=1)
        return int(is_other.argmax()) or most

    def checked(self) -> tuple[list[bytes], bool]:
        """The records before the first with a wrong checksum; whether these are all."""
        ready, ends = self._ready, self.ends
        if not ends:
            return [], True
        records = [ready[begin:end] for begin, end in zip(self.begins, ends)]
        computed = masked_checksums(records)
        places = np.add.outer(ends, np.arange(4))
        stored = np.frombuffer(ready, np.uint8)[places].view("<u4")[:, 0]
        is_wrong = computed != stored
        if is_wrong.any():
            return records[: int(is_wrong.argmax())], False
        return records, True


def _length_of(head: bytes) -> int | None:
    """The length that a head tells; None where its checksum is wrong."""
    if masked_crc32c(head[:8]) != int.from_bytes(head[8:], "little"):
        return None
    return int.from_bytes(head[:8], "little")


def _check_head(head: bytes, offset: int) -> None:
    if _length_of(head) is None:
        raise _corrupted(offset, " (Is this even a TFRecord file?)")


def _corrupted(offset: int, hint: str) -> DataLossError:
    # as TensorFlow, which names the place of the head, or that of the data
    hint = hint if offset == 0 else ""
    return DataLossError(None, None, f"corrupted record at {offset}{hint}")
