"""PNG files of every kind, depth, filter and interlacing are read as they are."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.errors import InvalidArgumentError
from graphir.pictures.png import read_png, write_png

KINDS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
PASSES = "00881 04882 40842 02443 20424 01225 10216"


def chunk(name: bytes, content: bytes) -> bytes:
    size, check = len(content), zlib.crc32(name + content)
    return struct.pack(">I", size) + name + content + struct.pack(">I", check)


def filtered(rows: list[bytes], pixel: int, kinds: list[int]) -> bytes:
    """The rows behind their filters, byte by byte, as the standard words it."""
    result = b""
    above = bytes(len(rows[0]))
    for row, kind in zip(rows, kinds):
        coded = bytearray()
        for place, value in enumerate(row):
            a = row[place - pixel] if place >= pixel else 0
            b, c = above[place], above[place - pixel] if place >= pixel else 0
            p = a + b - c
            nearest = min((a, b, c), key=lambda each: abs(p - each))
            coded.append((value - (0, a, b, (a + b) // 2, nearest)[kind]) % 256)
        result += bytes([kind]) + bytes(coded)
        above = row
    return result


def packed_rows(samples: Any, depth: int) -> list[bytes]:
    flat = samples.reshape(len(samples), -1)
    if depth >= 8:
        return [row.astype(f">u{depth // 8}").tobytes() for row in flat]
    bits = (flat[..., None] >> np.arange(depth - 1, -1, -1)) & 1
    packed = np.packbits(bits.reshape(len(flat), -1).astype(np.uint8), axis=1)
    return [row.tobytes() for row in packed]


def file_of(samples: Any, kind: int, depth: int, interlaced: bool, rng: Any) -> bytes:
    height, width, count = samples.shape
    parts = [samples]
    if interlaced:
        steps = [list(map(int, each[:4])) for each in PASSES.split()]
        parts = [samples[r::down, c::right] for r, c, down, right in steps]
    content = b""
    for part in parts:
        if part.size:
            rows = packed_rows(part, depth)
            kinds = rng.integers(0, 5, len(rows)).tolist()
            content += filtered(rows, max(1, count * depth // 8), kinds)
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    palette = bytes(range(256)) * 3 if kind == 3 else b""
    packed = zlib.compress(content)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + (chunk(b"PLTE", palette) if palette else b"")
        + chunk(b"IDAT", packed[:9])
        + chunk(b"IDAT", packed[9:])
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_image_is_read_as_it_was_filtered(kind: int, interlaced: bool) -> None:
    rng = np.random.default_rng(kind)
    for depth in DEPTHS[kind]:
        for size in ((1, 1), (5, 3), (9, 13)):
            samples = rng.integers(0, 2**depth, (*size, KINDS[kind]))
            image = read_png(file_of(samples, kind, depth, interlaced, rng))
            expected = samples
            if kind == 3:
                colors = np.frombuffer(bytes(range(256)) * 3, np.uint8).reshape(-1, 3)
                expected = colors[samples[..., 0]]
            elif depth < 8:
                expected = samples * (255 // (2**depth - 1))
            np.testing.assert_array_equal(image, expected)
            assert image.dtype == (np.uint16 if depth == 16 else np.uint8)


def test_rows_beyond_one_block_know_the_row_above() -> None:
    rng = np.random.default_rng(0)
    samples = rng.integers(0, 256, (600, 2, 1))
    image = read_png(file_of(samples, 0, 8, False, rng))
    np.testing.assert_array_equal(image, samples)


@given(
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from([np.uint8, np.uint16]),
    st.integers(-1, 9),
)
def test_written_is_read(
    height: int, width: int, channels: int, dtype: Any, compression: int
) -> None:
    rng = np.random.default_rng(height * 10 + width)
    image = rng.integers(0, np.iinfo(dtype).max, (height, width, channels), dtype)
    np.testing.assert_array_equal(read_png(write_png(image, compression)), image)


GOOD = write_png(np.arange(48, dtype=np.uint8).reshape(4, 4, 3))


@given(st.integers(0, len(GOOD) - 13))
def test_data_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(InvalidArgumentError):
        read_png(GOOD[:length])


@given(st.integers(8, len(GOOD) - 13), st.integers(1, 255))
def test_a_wrong_byte_is_refused_or_says_nothing_of_pixels(
    place: int, change: int
) -> None:
    damaged = bytearray(GOOD)
    damaged[place] ^= change
    try:
        image = read_png(bytes(damaged))
    except InvalidArgumentError:
        return
    assert image.ndim == 3


def test_size_that_the_data_cannot_fill_costs_nothing() -> None:
    header = struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"")
    with pytest.raises(InvalidArgumentError, match="Image too large"):
        read_png(data)
