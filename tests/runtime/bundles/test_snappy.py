"""Blocks that Snappy compressed, and damaged ones."""

from __future__ import annotations

import pytest

from runtime.bundles.snappy import (
    BadSnappyError,
    compressed,
    compression_library,
    decompressed,
)


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


REPEATED = b"abcdefgh" * 40 + bytes(range(70)) + b"x" * 90 + b"end"
BLOCK = bytes.fromhex(
    "e3031c6162636465666768fe0800fe0800fe0800fe0800de0800f049"
    + bytes(range(70)).hex()
    + "78787878fe030056030008656e64"
)
"""What the library of the extra made of it; TensorFlow reads a file of such blocks."""


def test_a_block_with_copies_is_read() -> None:
    """By the library or without it, whichever is here."""
    assert decompressed(BLOCK, 1000) == REPEATED
    for end in range(1, len(BLOCK)):
        with pytest.raises(BadSnappyError):
            decompressed(BLOCK[:end], 1000)


def test_bytes_are_compressed_where_the_library_is() -> None:
    zeros = bytes(200_000)
    for data in (b"", b"a", REPEATED, zeros):
        assert decompressed(compressed(data), len(data)) == data
    is_smaller = len(compressed(zeros)) < len(zeros)
    assert is_smaller == (compression_library() is not None)
