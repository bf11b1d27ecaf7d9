"""Windows over images: their sizes, and what products of them cost."""

from __future__ import annotations

import pytest

from runtime.native.llvm.element_types import F32
from runtime.native.terms.convolutions import (
    Convolution,
    Depthwise,
    DepthwiseParts,
    FilterParts,
    Windows,
)
from runtime.native.terms.terms import Held

WINDOWS = Windows((2, 5, 6, 3), (3, 2), (3, 5), (1, 1), (1, 1), (0, 0))
IMAGES = Held(F32, (2, 5, 6, 3))


def test_sizes_of_windows() -> None:
    assert (WINDOWS.width, WINDOWS.rows) == (3 * 2 * 3, 2 * 3)
    assert not WINDOWS.are_pixels


@pytest.mark.parametrize(
    ("strides", "margins", "counts", "are"),
    [
        ((1, 1), (0, 0), (5, 6), True),
        ((2, 2), (0, 0), (3, 3), False),
        ((1, 1), (1, 1), (5, 6), False),
        ((1, 1), (0, 0), (4, 6), False),
    ],
)
def test_windows_that_are_the_pixels(strides, margins, counts, are: bool) -> None:
    windows = Windows((2, 5, 6, 3), (1, 1), counts, strides, (1, 1), margins)
    assert windows.are_pixels is are


def test_multiplications_are_those_of_the_definition() -> None:
    out = 2 * 3 * 5 * 4
    filters, gradient = Held(F32, (3, 2, 3, 4)), Held(F32, (2, 3, 5, 4))
    forward = Convolution(
        F32, (2, 3, 5, 4), windows=WINDOWS, images=IMAGES, filter=filters
    )
    assert forward.multiplications == out * 3 * 2 * 3
    assert forward.sources() == (IMAGES, filters)
    parts = FilterParts(
        F32, (1, 3, 2, 3, 4), windows=WINDOWS, images=IMAGES, gradient=gradient
    )
    assert parts.multiplications == out * 3 * 2 * 3
    assert parts.sources() == (IMAGES, gradient)


def test_each_channel_has_its_own_filter() -> None:
    own = Held(F32, (3, 2, 3, 1))
    forward = Depthwise(
        F32, (2, 3, 5, 3), windows=WINDOWS, images=IMAGES, filter=own, is_back=False
    )
    assert forward.multiplications == 2 * 3 * 5 * 3 * (3 * 2)
    gradient = Held(F32, (2, 3, 5, 3))
    parts = DepthwiseParts(
        F32, (1, 3, 2, 3, 1), windows=WINDOWS, images=IMAGES, gradient=gradient
    )
    assert parts.multiplications == forward.multiplications
    assert parts.sources() == (IMAGES, gradient)
