"""Writes sorted tables, byte for byte as TensorFlow writes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from runtime.bundles.checksums import masked_crc32c
from runtime.bundles.table_reader import MAGIC
from runtime.bundles.varints import varint

_BLOCK_BYTES: Final = 262_144
_RESTART_EVERY: Final = 16


class _Block:
    """Entries under way to a block; every 16th key (or each) is written in full."""

    def __init__(self, restart_every: int = _RESTART_EVERY) -> None:
        self._every = restart_every
        self._content = bytearray()
        self._restarts = [0]
        self._since = 0
        self.last = b""
        self.count = 0

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self._since < self._every:
            shared = _shared(self.last, key)
        else:
            self._restarts.append(len(self._content))
            self._since = 0
        lengths = shared, len(key) - shared, len(value)
        self._content += b"".join(map(varint, lengths))
        self._content += key[shared:]
        self._content += value
        self.last = key
        self._since += 1
        self.count += 1

    @property
    def size(self) -> int:
        """The bytes that it would have now."""
        return len(self._content) + 4 * len(self._restarts) + 4

    def finished(self) -> bytes:
        numbers = [*self._restarts, len(self._restarts)]
        return bytes(self._content) + b"".join(n.to_bytes(4, "little") for n in numbers)


def written_table(rows: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The bytes of a table, whose entries come in the order of their keys.

    >>> from runtime.bundles.table_reader import TableReader
    >>> list(TableReader(written_table([(b"a", b"1"), (b"ab", b"2")]), "file"))
    [(b'a', b'1'), (b'ab', b'2')]
    """
    out = bytearray()
    index = _Block(restart_every=1)
    block = _Block()
    pending: tuple[bytes, bytes] | None = None
    for key, value in rows:
        if pending is not None:
            index.add(_between(pending[0], key), pending[1])
            pending = None
        block.add(key, value)
        if block.size >= _BLOCK_BYTES:
            pending = block.last, _put(out, block.finished())
            block = _Block()
    if block.count:
        pending = block.last, _put(out, block.finished())
    meta = _put(out, _Block().finished())
    if pending is not None:
        index.add(_after(pending[0]), pending[1])
    footer = meta + _put(out, index.finished())
    out += footer.ljust(40, b"\0") + MAGIC.to_bytes(8, "little")
    return bytes(out)


def _put(out: bytearray, content: bytes) -> bytes:
    """Adds a block, not compressed; its handle."""
    handle = varint(len(out)) + varint(len(content))
    content += b"\0"
    out += content + masked_crc32c(content).to_bytes(4, "little")
    return handle


def _shared(one: bytes, other: bytes) -> int:
    count = min(len(one), len(other))
    if one[:count] == other[:count]:
        return count
    for index in range(count):
        if one[index] != other[index]:
            return index
    return count


def _between(key: bytes, following: bytes) -> bytes:
    """A short key that is not before one and before another."""
    place = _shared(key, following)
    if place < min(len(key), len(following)):
        byte = key[place]
        if byte < 0xFF and byte + 1 < following[place]:
            return key[:place] + bytes([byte + 1])
    return key


def _after(key: bytes) -> bytes:
    """A short key that is not before one."""
    for place, byte in enumerate(key):
        if byte != 0xFF:
            return key[:place] + bytes([byte + 1])
    return key


__all__ = ["written_table"]
