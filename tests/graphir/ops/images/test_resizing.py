"""Gradients of resized images: each is the transpose of its linear op."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.graphir.ops.images.transposes import (
    IMAGE,
    assert_is_transpose,
    dtype_attrs,
    run,
)

CENTERED = {"align_corners": False, "half_pixel_centers": True}


CORNERS = {"align_corners": True, "half_pixel_centers": False}


LEGACY = {"align_corners": False, "half_pixel_centers": False}


SIZES = [(3, 2), (9, 7), (1, 1), (5, 4)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("attrs", [CENTERED, CORNERS, LEGACY])
@pytest.mark.parametrize("op", ["ResizeBilinear", "ResizeBicubic"])
def test_gradient_of_interpolation_is_its_transpose(
    op: str, attrs: dict[str, Any], size: tuple[int, int]
) -> None:
    typed = {**attrs, **dtype_attrs()}
    assert_is_transpose(
        lambda image: run(op, typed, image, np.array(size, np.int32)),
        lambda gradient: run(f"{op}Grad", typed, gradient, IMAGE),
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("attrs", [CENTERED, CORNERS, LEGACY])
def test_gradient_of_nearest_neighbor_is_its_transpose(
    attrs: dict[str, Any], size: tuple[int, int]
) -> None:
    op, typed = "ResizeNearestNeighbor", {**attrs, **dtype_attrs()}
    old = np.array(IMAGE.shape[1:3], np.int32)
    assert_is_transpose(
        lambda image: run(op, typed, image, np.array(size, np.int32)),
        lambda gradient: run(f"{op}Grad", typed, gradient, old),
    )
