"""Decompression of Snappy blocks, which TensorFlow 1 used in its checkpoints."""

from __future__ import annotations

from runtime.bundles.varints import BadVarintError, read_varint


class BadSnappyError(ValueError):
    """Bytes are not a Snappy block."""


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


__all__ = ["BadSnappyError", "decompressed"]
