"""CRC-32C, computed in lanes, is what it is byte by byte."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.bundles.checksums import crc32c, masked_crc32c


def plainly(data: bytes) -> int:
    """Bit by bit, as the definition says."""
    state = 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = (state >> 1) ^ (0x82F63B78 if state & 1 else 0)
    return state ^ 0xFFFFFFFF


@pytest.mark.parametrize(
    ("data", "checksum"),
    [
        (b"", 0),
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
    ],
)
def test_vectors_of_rfc_3720(data: bytes, checksum: int) -> None:
    assert crc32c(data) == checksum


@pytest.mark.parametrize("size", [1, 255, 256, 1023, 1024, 1025, 4096, 5001])
def test_lanes_give_what_bytes_give(size: int) -> None:
    data = np.random.default_rng(size).bytes(size)
    assert crc32c(data) == plainly(data)


def test_mask_turns_by_fifteen_bits() -> None:
    checksum = crc32c(b"abc")
    turned = (checksum >> 15 | checksum << 17) & 0xFFFFFFFF
    assert masked_crc32c(b"abc") == (turned + 0xA282EAD8) & 0xFFFFFFFF
