"""Keys of slices of a partitioned variable, in an order-preserving encoding.

The name, the number of dimensions, and for each dimension start and length, written
so that comparing bytes compares the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Extent = tuple[int, int]
"""Start and length along a dimension; (0, -1) is all of it."""

_ESCAPES: Final = {0: b"\x00\xff", 255: b"\xff\x00"}


def slice_key(name: str, extents: Sequence[Extent]) -> bytes:
    """The key of a slice of a tensor.

    >>> slice_key("w", [(0, 2), (0, -1)])
    b'\\x00w\\x00\\x01\\x01\\x02\\x80\\x82\\x80\\x7f'
    """
    escaped = b"".join(_ESCAPES.get(byte) or bytes([byte]) for byte in name.encode())
    parts = [_unsigned(0), escaped, b"\x00\x01", _unsigned(len(extents))]
    for start, length in extents:
        parts += [_signed(start), _signed(length)]
    return b"".join(parts)


def _unsigned(number: int) -> bytes:
    size = (number.bit_length() + 7) // 8
    return bytes([size]) + number.to_bytes(size, "big")


def _signed(number: int) -> bytes:
    """As many leading ones as bytes, then the number; of a negative one the reverse."""
    bits = (~number if number < 0 else number).bit_length() + 1
    size = max(1, -(-bits // 7))
    header = (((1 << size) - 1) << (8 * size - size)) & ((1 << 8 * size) - 1)
    value = number & ((1 << 8 * size) - 1)
    return (value ^ header).to_bytes(size, "big")


__all__ = ["Extent", "slice_key"]
