"""JPEG, GIF and WebP through Pillow: shapes, modes, and damaged files."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.pictures.pillow import (
    jpeg_shape,
    read_gif,
    read_jpeg,
    read_webp,
    write_jpeg,
)

Image = pytest.importorskip("PIL.Image")

GRAY = np.full((9, 13, 1), 120, np.uint8)
RED = np.zeros((9, 13, 3), np.uint8) + np.uint8([200, 10, 10])


def saved(kind: str, *images, **options) -> bytes:
    buffer = BytesIO()
    first, *rest = (Image.fromarray(each.squeeze()) for each in images)
    more = {"save_all": True, "append_images": rest} if rest else {}
    first.save(buffer, kind, **more, **options)
    return buffer.getvalue()


@pytest.mark.parametrize("image", [GRAY, RED], ids=["gray", "red"])
def test_a_jpeg_of_one_colour_has_it(image) -> None:
    file = write_jpeg(image)
    assert jpeg_shape(file) == image.shape
    found = read_jpeg(file)
    assert found.shape == image.shape
    assert np.abs(found.astype(int) - image).max() <= 3


def test_channels_and_sizes_that_are_asked_for() -> None:
    file = write_jpeg(GRAY)
    assert read_jpeg(file, 3).shape == (9, 13, 3)
    assert read_jpeg(write_jpeg(RED), 1).shape == (9, 13, 1)
    with pytest.raises(InvalidArgumentError, match="does not support 4 channels"):
        read_jpeg(file, 4)
    with pytest.raises(InvalidArgumentError, match="ratio must be 1, 2, 4, or 8"):
        read_jpeg(file, ratio=3)


@pytest.mark.parametrize(
    ("ratio", "shape"),
    [(1, (9, 13, 1)), (2, (5, 7, 1)), (4, (3, 4, 1)), (8, (2, 2, 1))],
)
def test_a_ratio_divides_sides_of_any_length(ratio: int, shape) -> None:
    assert read_jpeg(write_jpeg(GRAY), ratio=ratio).shape == shape
    small = read_jpeg(write_jpeg(GRAY[:5, :5]), ratio=ratio)
    assert small.shape == (-(-5 // ratio), -(-5 // ratio), 1)


def test_what_is_cut_off_is_refused_unless_it_may_be_recovered() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (64, 64, 1), np.uint8)
    cut = write_jpeg(noise)[:1500]
    with pytest.raises(InvalidArgumentError, match="Invalid JPEG data"):
        read_jpeg(cut)
    assert read_jpeg(cut, try_recover=True).shape == (64, 64, 1)
    with pytest.raises(InvalidArgumentError, match="Invalid JPEG data, size 3"):
        jpeg_shape(b"abc")


def test_every_frame_of_a_gif() -> None:
    black, white = np.zeros((4, 5), np.uint8), np.full((4, 5), 255, np.uint8)
    found = read_gif(saved("GIF", black, white))
    assert found.shape == (2, 4, 5, 3)
    assert [each.mean() for each in found] == [0, 255]
    with pytest.raises(InvalidArgumentError, match="Invalid GIF data"):
        read_gif(b"GIF89a")


def test_alpha_of_a_webp() -> None:
    if not pytest.importorskip("PIL.features").check("webp"):
        pytest.skip("this Pillow reads no WebP")
    clear = np.dstack([RED, np.full(RED.shape[:2], 50, np.uint8)])
    assert read_webp(saved("WEBP", clear, lossless=True)).tolist() == clear.tolist()
    assert read_webp(saved("WEBP", RED, lossless=True)).tolist() == RED.tolist()
    with pytest.raises(InvalidArgumentError, match="Invalid WEBP data"):
        read_webp(b"RIFF")
