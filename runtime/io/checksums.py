"""CRC-32C, the checksum of record files and checkpoints.

The polynomial is Castagnoli's (RFC 3720, section 12.1). Long data is cut into lanes
of equal length whose checksums NumPy computes side by side; a checksum is linear, so
that of two parts is the first's, moved over the length of the second, and the second's.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

_POLYNOMIAL: Final = 0x82F63B78
_LANE: Final = 256
"""Bytes that one lane has."""

_FEW: Final = 4 * _LANE
"""Up to so many bytes, lanes do not pay."""

_MASK_DELTA: Final = 0xA282EAD8


def crc32c(data: bytes) -> int:
    """The checksum, 32 bits.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    state = 0xFFFFFFFF
    count = len(data) // _LANE
    if len(data) < _FEW:
        return _advanced(state, data) ^ 0xFFFFFFFF
    lanes = np.frombuffer(data, np.uint8, count * _LANE).reshape(count, _LANE)
    tables = _move_tables()
    for part in _lane_states(lanes).tolist():
        moved = tables[0][state & 0xFF] ^ tables[1][state >> 8 & 0xFF]
        state = moved ^ tables[2][state >> 16 & 0xFF] ^ tables[3][state >> 24] ^ part
    return _advanced(state, data[count * _LANE :]) ^ 0xFFFFFFFF


def masked_crc32c(data: bytes) -> int:
    """The checksum, turned and shifted as files store it.

    Checksums of data that holds checksums are weak, which this avoids.

    >>> hex(masked_crc32c(b""))
    '0xa282ead8'
    """
    checksum = crc32c(data)
    return ((checksum >> 15 | checksum << 17) + _MASK_DELTA) & 0xFFFFFFFF


@cache
def _table() -> list[int]:
    """What each byte adds to the state."""
    found: Any = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        found = (found >> 1) ^ np.where(found & 1, _POLYNOMIAL, 0).astype(np.uint32)
    numbers: list[int] = found.tolist()
    return numbers


def _advanced(state: int, data: bytes) -> int:
    table = _table()
    for byte in data:
        state = table[(state ^ byte) & 0xFF] ^ (state >> 8)
    return state


def _lane_states(lanes: Any) -> Any:
    table = np.array(_table(), np.uint32)
    states = np.zeros(len(lanes), np.uint32)
    for column in np.ascontiguousarray(lanes.T):
        states = table[(states ^ column) & 0xFF] ^ (states >> 8)
    return states


@cache
def _move_tables() -> list[list[int]]:
    """For each byte of a state, what it becomes after a lane of zeros."""
    zeros = bytes(_LANE)
    bits = [_advanced(1 << bit, zeros) for bit in range(32)]
    return [
        [_combined(byte, bits[8 * place : 8 * place + 8]) for byte in range(256)]
        for place in range(4)
    ]


def _combined(byte: int, bits: list[int]) -> int:
    found = 0
    for bit, value in enumerate(bits):
        found ^= value if byte >> bit & 1 else 0
    return found
