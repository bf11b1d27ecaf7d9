"""Reads TFRecord files, record by record."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from graphir.errors import DataLossError
from runtime.bundles.checksums import masked_crc32c
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
    try:
        with opened(path, compression) as file:
            yield from _records(file)
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


def _records(file: Any) -> Iterator[bytes]:
    """The records of an open file; much of it is read at once."""
    offset, ready, place = 0, b"", 0
    lengths: dict[bytes, int] = {}
    from_bytes = int.from_bytes
    while True:
        if len(ready) < place + _HEADER:
            ready, place = ready[place:] + _more(file, _BLOCK, offset), 0
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
            ready = ready[begin:] + _more(file, max(missing, _BLOCK), offset)
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
