"""Channels of decoded images: gray, colors, alpha, and sizes that are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.pictures.channels import LARGEST, check_size, with_channels


def image(channels: int, dtype: Any = np.uint8) -> Any:
    values = np.arange(2 * 3 * channels) * 7 % 251
    return values.astype(dtype).reshape(2, 3, channels)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("wanted", [0, 1, 3, 4])
@pytest.mark.parametrize("found", [1, 2, 3, 4])
def test_every_number_becomes_every_other(found: int, wanted: int, dtype: Any) -> None:
    given = image(found, dtype)
    made = with_channels(given, wanted)
    assert made.dtype == dtype
    assert made.shape == (2, 3, wanted or found)
    if wanted == 4:
        full = np.iinfo(dtype).max
        alpha = given[..., -1] if found in (2, 4) else full
        np.testing.assert_array_equal(made[..., 3], np.broadcast_to(alpha, (2, 3)))
    if wanted == 3 and found in (1, 2):
        np.testing.assert_array_equal(made, np.repeat(given[..., :1], 3, 2))


def test_equal_colors_are_their_gray() -> None:
    for value in (0, 1, 127, 255):
        gray = with_channels(np.full((1, 1, 3), value, np.uint8), 1)
        assert gray.tolist() == [[[value]]]


def test_green_weighs_most() -> None:
    pure = np.eye(3, dtype=np.uint8)[None] * 255
    red, green, blue = with_channels(pure, 1).ravel().tolist()
    assert green > red > blue
    assert 253 <= red + green + blue <= 255


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (-1, 5)])
def test_an_image_has_pixels(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidArgumentError, match="Invalid image size"):
        check_size(*size, 3)


def test_the_largest_image_is_bounded_by_samples() -> None:
    check_size(LARGEST, 1, 1)
    with pytest.raises(InvalidArgumentError, match="too large"):
        check_size(LARGEST, 1, 3)
