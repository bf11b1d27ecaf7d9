"""Gradients of ops that compute in float32: each is the transpose of its linear op."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graphir.ops.images.transposes import (
    IMAGE,
    RNG,
    assert_is_transpose,
    dtype_attrs,
    run,
)

BOXES = RNG.uniform(-0.2, 1.2, (3, 4)).astype(np.float32)
WHICH = np.array([1, 0, 1], np.int32)


@pytest.mark.parametrize("method", [b"bilinear", b"nearest"])
@pytest.mark.parametrize("size", [(3, 4), (1, 2), (1, 1)])
def test_gradient_of_crops_is_their_transpose(
    method: bytes, size: tuple[int, int]
) -> None:
    attrs = {"method": method, **dtype_attrs()}
    shape = np.array(IMAGE.shape, np.int32)
    crop = np.array(size, np.int32)
    assert_is_transpose(
        lambda image: run("CropAndResize", attrs, image, BOXES, WHICH, crop),
        lambda gradient: run(
            "CropAndResizeGradImage", attrs, gradient, BOXES, WHICH, shape
        ),
    )


def test_gradient_of_boxes_is_the_slope() -> None:
    attrs = {"method": b"bilinear", **dtype_attrs()}
    smooth = np.add.outer(np.arange(9.0) * 2, np.arange(8.0) * 3)[None, ..., None]
    image = smooth.astype(np.float32)
    boxes = np.array([[0.1, 0.2, 0.7, 0.8]], np.float32)
    which, crop = np.array([0], np.int32), np.array([3, 4], np.int32)
    weights = RNG.normal(size=(1, 3, 4, 1)).astype(np.float32)
    found = run("CropAndResizeGradBoxes", attrs, weights, image, boxes, which)
    step = np.float32(1 / 64)
    for index in range(4):
        moved = [boxes.copy(), boxes.copy()]
        moved[0][0, index] += step
        moved[1][0, index] -= step
        up, down = (
            (run("CropAndResize", attrs, image, each, which, crop) * weights).sum()
            for each in moved
        )
        assert found[0, index] == pytest.approx((up - down) / (2 * step), rel=1e-2)
