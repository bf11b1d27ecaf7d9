"""Reads sorted key-value tables in LevelDB's format, with checksums.

A file is blocks of entries, a block of their offsets, and a footer of 48 bytes. In a
block a key leaves out the prefix that it shares with the previous key.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from graphir.errors import DataLossError
from runtime.bundles.checksums import masked_crc32c
from runtime.bundles.snappy import BadSnappyError, decompressed
from runtime.bundles.varints import BadVarintError, read_varint

MAGIC: Final = 0xDB4775248B80FB57
FOOTER_BYTES: Final = 48
TRAILER_BYTES: Final = 5
"""Behind each block: how it is compressed, and its checksum."""

_PLAIN, _SNAPPY = 0, 1
_MOST_EXPANSION: Final = 24
"""Snappy's smallest element, 3 bytes, stands for 64."""


class Handle(NamedTuple):
    """The offset and size of a block."""

    offset: int
    size: int


class TableReader:
    """The entries of a table that lies in memory.

    Raises:
      DataLossError: for a damaged table, or bytes that are no table; names the file.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self._data = data
        self._path = path
        if len(data) < FOOTER_BYTES:
            raise self._damaged("file is too short to be an sstable")
        footer = data[-FOOTER_BYTES:]
        if int.from_bytes(footer[40:], "little") != MAGIC:
            raise self._damaged("not an sstable (bad magic number)")
        try:
            offset, place = read_varint(footer, 0)
            size, place = read_varint(footer, place)
            self._handle(Handle(offset, size))
            self._index, _ = self._read_handle(footer, place)
        except BadVarintError as error:
            raise self._damaged(f"bad footer: {error}") from None

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """All entries, in the order of their keys.

        Raises:
          DataLossError: for a damaged block, or keys out of order.
        """
        last: bytes | None = None
        end = 0
        for _, value in self._entries(self._block(self._index)):
            try:
                handle, _ = self._read_handle(value, 0)
            except BadVarintError as error:
                raise self._damaged(f"bad block handle: {error}") from None
            if handle.offset < end:
                raise self._damaged("blocks overlap")
            end = handle.offset + handle.size + TRAILER_BYTES
            for entry in self._entries(self._block(handle)):
                if last is not None and entry[0] <= last:
                    raise self._damaged("keys are not in order")
                last = entry[0]
                yield entry

    def _read_handle(self, data: bytes, place: int) -> tuple[Handle, int]:
        offset, place = read_varint(data, place)
        size, place = read_varint(data, place)
        return self._handle(Handle(offset, size)), place

    def _handle(self, handle: Handle) -> Handle:
        if handle.offset + handle.size + TRAILER_BYTES > len(self._data):
            raise self._damaged("a block reaches beyond the end of the file")
        return handle

    def _block(self, handle: Handle) -> bytes:
        end = handle.offset + handle.size
        content = self._data[handle.offset : end + 1]
        stored = int.from_bytes(self._data[end + 1 : end + TRAILER_BYTES], "little")
        if masked_crc32c(content) != stored:
            raise self._damaged(f"block checksum mismatch at {handle.offset}")
        block, kind = content[:-1], content[-1]
        if kind == _PLAIN:
            return block
        if kind != _SNAPPY:
            raise self._damaged(f"bad block type {kind}")
        try:
            return decompressed(block, _MOST_EXPANSION * len(block))
        except BadSnappyError as error:
            raise self._damaged(f"bad compressed block: {error}") from None

    def _entries(self, block: bytes) -> Iterator[tuple[bytes, bytes]]:
        if len(block) < 4:
            raise self._damaged("a block is too short")
        restarts = int.from_bytes(block[-4:], "little")
        end = len(block) - 4 - 4 * restarts
        if end < 0:
            raise self._damaged("a block has more restarts than bytes")
        key, place = b"", 0
        while place < end:
            try:
                shared, place = read_varint(block, place)
                unshared, place = read_varint(block, place)
                size, place = read_varint(block, place)
            except BadVarintError as error:
                raise self._damaged(f"bad entry in block: {error}") from None
            stop = place + unshared + size
            if shared > len(key) or stop > end:
                raise self._damaged("bad entry in block")
            key = key[:shared] + block[place : place + unshared]
            yield key, block[place + unshared : stop]
            place = stop

    def _damaged(self, reason: str) -> DataLossError:
        return DataLossError(None, None, f"{self._path}: {reason}")


__all__ = ["TableReader"]
