"""Reads TFRecord files, record by record."""

from __future__ import annotations

import gzip
import os
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from typing import IO, Any, Final

from graphir.errors import DataLossError
from runtime.bundles.checksums import masked_crc32c
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
    """The records of a file that is compressed so, one after another.

    Raises:
      DataLossError: where a checksum is wrong or the file ends within a record.
      NotFoundError, PermissionDeniedError: if the file cannot be read.
    """
    try:
        with opened(path, compression) as file:
            yield from _records(file)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DataLossError(None, None, f"{path}: {error}") from None
    except OSError as error:
        raise refused(error, path) from None


def opened(path: str, compression: str) -> Any:
    """A file to be read that is compressed so."""
    if compression == "GZIP":
        return gzip.open(path, "rb")
    file = open(path, "rb")  # noqa: SIM115 - the caller closes it
    if compression == "SNAPPY":
        return SnappyReader(file, path)
    return _Inflated(file) if compression == "ZLIB" else file


class _Inflated:
    """Reads a file that zlib compressed."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._inflate = zlib.decompressobj()
        self._ready = b""

    def read(self, count: int) -> bytes:
        """So many bytes, fewer at the end."""
        parts = [self._ready]
        missing = count - len(self._ready)
        while missing > 0 and (data := self._file.read(1 << 16)):
            parts.append(self._inflate.decompress(data))
            missing -= len(parts[-1])
        found = b"".join(parts)
        self._ready = found[count:]
        return found[:count]

    def __enter__(self) -> _Inflated:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _records(file: Any) -> Iterator[bytes]:
    """The records of an open file; much of it is read at once."""
    offset, ready, place = 0, b"", 0
    lengths: dict[bytes, int] = {}
    from_bytes = int.from_bytes
    while True:
        if len(ready) < place + _HEADER:
            ready, place = ready[place:] + file.read(_BLOCK), 0
            if len(ready) < _HEADER:
                return  # TensorFlow takes an unfinished head for the end
        head = ready[place : place + _HEADER]
        length = lengths.get(head)
        if length is None:
            length = _length(head, offset)
            if len(lengths) < _KNOWN_HEADS:
                lengths[head] = length
        begin = place + _HEADER
        end = begin + length
        if len(ready) < end + 4:
            missing = end + 4 - len(ready)
            ready = ready[begin:] + file.read(max(missing, _BLOCK))
            begin, end = 0, length
            if len(ready) < end + 4:
                raise DataLossError(
                    None,
                    None,
                    f"truncated record at {offset}' failed with Read less bytes than "
                    "requested",
                )
        record = ready[begin:end]
        place = end + 4
        if masked_crc32c(record) != from_bytes(ready[end:place], "little"):
            raise _corrupted(offset + _HEADER, "")
        yield record
        offset += _HEADER + length + 4


def _length(head: bytes, offset: int) -> int:
    _check(head[:8], head[8:], offset, " (Is this even a TFRecord file?)")
    length: int
    (length,) = struct.unpack("<Q", head[:8])
    return length


def _check(data: bytes, stored: bytes, offset: int, hint: str) -> None:
    if masked_crc32c(data) != int.from_bytes(stored, "little"):
        raise _corrupted(offset, hint)


def _corrupted(offset: int, hint: str) -> DataLossError:
    # as TensorFlow, which names the place of the head, or that of the data
    hint = hint if offset == 0 else ""
    return DataLossError(None, None, f"corrupted record at {offset}{hint}")
