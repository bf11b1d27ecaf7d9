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
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.files import refused

_HEADER: Final = 12


@cache
def _warn() -> None:
    get_logger().warning(
        "tf_record_iterator is deprecated and will be removed in a future version."
    )


def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
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
            offset = 0
            while (record := _next_record(file, offset)) is not None:
                yield record
                offset += _HEADER + len(record) + 4
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DataLossError(None, None, f"{path}: {error}") from None
    except OSError as error:
        raise refused(error, path) from None


def opened(path: str, compression: str) -> Any:
    """A file to be read that is compressed so."""
    if compression == "GZIP":
        return gzip.open(path, "rb")
    file = open(path, "rb")  # noqa: SIM115 - the caller closes it
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


def _next_record(file: Any, offset: int) -> bytes | None:
    head = file.read(_HEADER)
    if len(head) < _HEADER:
        return None  # TensorFlow takes an unfinished head for the end
    _check(head[:8], head[8:], offset, " (Is this even a TFRecord file?)")
    (length,) = struct.unpack("<Q", head[:8])
    data: bytes = file.read(length + 4)
    if len(data) < length + 4:
        raise DataLossError(
            None,
            None,
            f"truncated record at {offset}' failed with Read less bytes than requested",
        )
    _check(data[:length], data[length:], offset + _HEADER, "")
    return data[:length]


def _check(data: bytes, stored: bytes, offset: int, hint: str) -> None:
    if struct.pack("<I", masked_crc32c(data)) != stored:
        # as TensorFlow, which names the place of the head, or that of the data
        hint = hint if offset == 0 else ""
        raise DataLossError(None, None, f"corrupted record at {offset}{hint}")
