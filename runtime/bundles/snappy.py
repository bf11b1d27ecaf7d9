"""Snappy blocks: of TensorFlow 1's checkpoints, and of snapshots of datasets."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Final

from runtime.bundles.varints import BadVarintError, read_varint, varint

_LITERAL: Final = 1 << 16
"""Bytes of a literal, whose length two bytes tell."""


class BadSnappyError(ValueError):
    """Bytes are not a Snappy block."""


@cache
def compression_library() -> ModuleType | None:
    """Snappy in machine code, of the extra ``snappy``; None where it is not installed.

    >>> import importlib.util
    >>> is_here = importlib.util.find_spec("cramjam") is not None
    >>> (compression_library() is None) != is_here
    True
    """
    try:
        from cramjam import snappy
    except ImportError:
        return None
    found: ModuleType = snappy
    return found


def compressed(data: bytes) -> bytes:
    """The block of some bytes; without the library it holds them as they are.

    >>> decompressed(compressed(b"ab" * 5), 100)
    b'ababababab'
    """
    library = compression_library()
    if library is not None:
        return bytes(library.compress_raw(data))
    parts = [varint(len(data))]
    for start in range(0, len(data), _LITERAL):
        part = data[start : start + _LITERAL]
        parts.append(b"\xf4" + (len(part) - 1).to_bytes(2, "little") + part)
    return b"".join(parts)


def decompressed(data: bytes, limit: int) -> bytes:
    """The content of a block, which may be no longer than the limit.

    A block is the length of the content and then elements: literal bytes, or (distance,
    length) of bytes to copy from the content decompressed so far.

    >>> decompressed(bytes([6, 0b100, 97, 98, 0b1, 2]), 100)
    b'ababab'

    Raises:
      BadSnappyError: for bytes that are not a block.
    """
    try:
        size, position = read_varint(data, 0)
    except BadVarintError as error:
        raise BadSnappyError(str(error)) from None
    if size > limit:
        raise BadSnappyError(f"{size} bytes are more than a block may have")
    library = compression_library()
    if library is not None:
        return _by_library(library, data)
    return _element_by_element(data, position, size)


def _by_library(library: ModuleType, data: bytes) -> bytes:
    from cramjam import DecompressionError

    try:
        return bytes(library.decompress_raw(data))
    except DecompressionError as error:
        raise BadSnappyError(f"a block is damaged: {error}") from None


def _element_by_element(data: bytes, position: int, size: int) -> bytes:
    out = bytearray()
    try:
        while position < len(data):
            position = _element(data, position, out)
            if len(out) > size:
                break
    except IndexError:
        raise BadSnappyError("a block is cut off") from None
    if len(out) != size:
        raise BadSnappyError(f"a block has {len(out)} bytes instead of {size}")
    return bytes(out)


def _element(data: bytes, position: int, out: bytearray) -> int:
    """Decodes the element at a position; returns the position after it."""
    tag = data[position]
    position += 1
    kind, rest = tag & 3, tag >> 2
    if kind == 0:
        return _literal(data, position, rest, out)
    if kind == 1:
        length, distance = (rest & 7) + 4, (rest >> 3) << 8 | data[position]
        position += 1
    else:
        width = 2 if kind == 2 else 4
        length = rest + 1
        distance = _number(data, position, width)
        position += width
    if not 0 < distance <= len(out):
        raise BadSnappyError("a copy from before the block")
    start = len(out) - distance
    if distance >= length:
        out += out[start : start + length]
    else:
        pattern = bytes(out[start:])
        out += (pattern * (length // distance + 1))[:length]
    return position


def _literal(data: bytes, position: int, rest: int, out: bytearray) -> int:
    length = rest + 1
    if rest >= 60:
        width = rest - 59
        length = _number(data, position, width) + 1
        position += width
    end = position + length
    if end > len(data):
        raise IndexError(end)
    out += data[position:end]
    return end


def _number(data: bytes, position: int, width: int) -> int:
    if position + width > len(data):
        raise IndexError(position)
    return int.from_bytes(data[position : position + width], "little")


__all__ = ["BadSnappyError", "compressed", "compression_library", "decompressed"]
