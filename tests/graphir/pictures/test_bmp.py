"""BMP files: rows from below, colours from blue, and files that are cut off."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.pictures.bmp import SIGNATURE, read_bmp


def bmp(rows: list[bytes], width: int, height: int, bits: int) -> bytes:
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, *[0] * 6)
    return SIGNATURE + struct.pack("<III", 0, 0, 54) + header + b"".join(rows)


def test_the_last_row_stands_first_and_blue_before_red() -> None:
    rows = [b"\1\2\3\4\5\6\0\0", b"\7\x08\x09\x0a\x0b\x0c\0\0"]
    image = read_bmp(bmp(rows, 2, 2, 24))
    expected = [[[9, 8, 7], [12, 11, 10]], [[3, 2, 1], [6, 5, 4]]]
    assert image.tolist() == expected
    assert image.dtype == np.uint8
    turned = read_bmp(bmp(rows, 2, -2, 24))
    assert turned.tolist() == expected[::-1]


def test_gray_and_alpha() -> None:
    assert read_bmp(bmp([b"\5\6\7\0"], 3, 1, 8)).tolist() == [[[5], [6], [7]]]
    assert read_bmp(bmp([b"\1\2\3\4"], 1, 1, 32)).tolist() == [[[3, 2, 1, 4]]]


def test_padding_of_the_last_row_may_be_missing() -> None:
    assert read_bmp(bmp([b"\5"], 1, 1, 8)).tolist() == [[[5]]]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "Incomplete bmp content"),
        (bmp([b"\1"], 1, 1, 16), "must be 1, 3 or 4, was 2"),
        (bmp([b"\1\2"], 1, 1, 24), "requires at least 57 bytes, got 56"),
        (bmp([], 0, 1, 24), "Invalid image size"),
        (bmp([], 1 << 20, 1 << 20, 24), "Image too large"),
    ],
)
def test_damaged_files(data: bytes, text: str) -> None:
    with pytest.raises(InvalidArgumentError, match=text):
        read_bmp(data)
