"""Blocks that Snappy compressed, and damaged ones."""

from __future__ import annotations

import pytest

from runtime.bundles.snappy import BadSnappyError, decompressed


def test_snappy_blocks() -> None:
    long = b"\xff" * 70
    block = bytes([70, 60 << 2, 69]) + long
    assert decompressed(block, 100) == long
    copy2 = bytes([10, 0b100, 97, 98, 0b11110, 2, 0])
    assert decompressed(copy2, 100) == b"ab" * 5
    for bad in (b"", b"\x05", bytes([6, 0b100, 97, 98, 0b1, 9]), bytes([1 << 7, 1])):
        with pytest.raises(BadSnappyError):
            decompressed(bad, 100)
    with pytest.raises(BadSnappyError, match="more than a block"):
        decompressed(bytes([0xFF, 0xFF, 0x7F]), 100)
