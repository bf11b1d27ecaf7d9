"""Files in Snappy blocks: a length (4 bytes, big-endian), then the block.

Without the library of the extra ``snappy`` written data is copied, not compressed: a
block of literals is valid, and compressing in Python would take longer than the disk.
"""

from __future__ import annotations

import struct
from types import TracebackType
from typing import IO, Any, Final

from graphir.errors import DataLossError
from runtime.bundles.snappy import BadSnappyError, compressed, decompressed
from runtime.io.records import TFRecordWriter

_LENGTH: Final = struct.Struct(">I")
_BLOCK: Final = 1 << 17
"""Bytes of a block; TensorFlow's reader takes no more than 1 << 18."""

_MOST: Final = 1 << 31
"""Bytes that a block may have."""
_PIECE: Final = 1 << 20
"""Bytes that are asked for at once: a file makes room for all that it is asked for."""


class SnappyCompressor:
    """Compresses data to blocks, with the methods of ``zlib.compressobj``.

    >>> compressor = SnappyCompressor()
    >>> compressor.compress(b"abc"), compressor.flush()[-3:]
    (b'', b'abc')
    """

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._size = 0

    def compress(self, data: bytes) -> bytes:
        """Collects bytes; returns blocks once there are enough, else nothing."""
        self._waiting.append(data)
        self._size += len(data)
        return self.flush() if self._size >= _BLOCK else b""

    def flush(self, mode: int = 0) -> bytes:
        """The collected bytes, as blocks."""
        data = b"".join(self._waiting)
        self._waiting, self._size = [], 0
        starts = range(0, len(data), _BLOCK)
        return b"".join([_block(data[start : start + _BLOCK]) for start in starts])


def _block(data: bytes) -> bytes:
    block = compressed(data)
    return _LENGTH.pack(len(block)) + block


class SnappyRecordWriter(TFRecordWriter):
    """Writes a record file in Snappy blocks."""

    def __init__(self, path: Any) -> None:
        super().__init__(path)
        self._compressor: Any = SnappyCompressor()


class SnappyReader:
    """Reads a file in Snappy blocks."""

    def __init__(self, file: IO[bytes], path: str) -> None:
        self._file = file
        self._path = path
        self._ready = b""

    def read(self, count: int) -> bytes:
        """The next bytes of the content, or fewer at the end.

        Raises:
          DataLossError: for a block that is cut off or damaged.
        """
        parts, missing = [self._ready], count - len(self._ready)
        while missing > 0 and (data := self._block()):
            parts.append(data)
            missing -= len(data)
        found = b"".join(parts)
        self._ready = found[count:]
        return found[:count]

    def _block(self) -> bytes:
        head = self._file.read(_LENGTH.size)
        if not head:
            return b""
        if len(head) < _LENGTH.size:
            raise self._damaged("a block has no length")
        (length,) = _LENGTH.unpack(head)
        data = self._exactly(length)
        if len(data) < length:
            raise self._damaged("a block is cut off")
        try:
            return decompressed(data, _MOST)
        except BadSnappyError as error:
            raise self._damaged(str(error)) from None

    def _exactly(self, count: int) -> bytes:
        """So many bytes of the file, or fewer at its end, whatever a length claims."""
        parts = []
        while count > 0 and (data := self._file.read(min(count, _PIECE))):
            parts.append(data)
            count -= len(data)
        return b"".join(parts)

    def _damaged(self, why: str) -> DataLossError:
        return DataLossError(None, None, f"{self._path}: {why}")

    def __enter__(self) -> SnappyReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()
