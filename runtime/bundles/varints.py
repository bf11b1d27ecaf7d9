"""Variable-length integers: 7 bits a byte, low bits first."""

from __future__ import annotations

from typing import Any, Final

_MAX_BYTES: Final = 10


class BadVarintError(ValueError):
    """Bytes that end inside a number, or a number of more than 64 bits."""


def read_varint(data: Any, position: int) -> tuple[int, int]:
    """The number at a position, and the position behind it.

    >>> read_varint(bytes([0xAC, 0x02]), 0)
    (300, 2)

    Raises:
      BadVarintError: if there is no number.
    """
    found = shift = 0
    for place in range(position, min(position + _MAX_BYTES, len(data))):
        byte = data[place]
        found |= (byte & 0x7F) << shift
        if byte < 0x80:
            if found >> 64:
                break
            return found, place + 1
        shift += 7
    raise BadVarintError("a number is cut off or too large")


def varint(number: int) -> bytes:
    """The bytes of a number that is not negative.

    >>> varint(300).hex()
    'ac02'
    """
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


__all__ = ["BadVarintError", "read_varint", "varint"]
