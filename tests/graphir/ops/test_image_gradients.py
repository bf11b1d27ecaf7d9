"""Gradients of ops that compute in float32: each is the transpose of its linear op."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.ops.contract.registry import lookup

RNG = np.random.default_rng(3)
IMAGE = RNG.normal(size=(2, 5, 4, 3)).astype(np.float32)
CENTERED = {"align_corners": False, "half_pixel_centers": True}
CORNERS = {"align_corners": True, "half_pixel_centers": False}
LEGACY = {"align_corners": False, "half_pixel_centers": False}
SIZES = [(3, 2), (9, 7), (1, 1), (5, 4)]
BOXES = RNG.uniform(-0.2, 1.2, (3, 4)).astype(np.float32)
WHICH = np.array([1, 0, 1], np.int32)


def run(name: str, attrs: dict[str, Any], *arrays: Any) -> Any:
    declaration = lookup(name)
    known = {key: spec.default for key, spec in declaration.declared().attrs.items()}
    with np.errstate(all="ignore"):
        return declaration.bind({**known, **attrs})(*arrays)


def dtype_attrs() -> dict[str, Any]:
    from graphir import dtypes

    return {"T": dtypes.float32}


def assert_is_transpose(forward: Any, backward: Any) -> None:
    """<forward(image), g> is <image, backward(g)>."""
    result = forward(IMAGE)
    gradient = RNG.normal(size=result.shape).astype(np.float32)
    back = backward(gradient)
    assert back.shape == IMAGE.shape
    one = np.vdot(result.astype(float), gradient)
    other = np.vdot(IMAGE.astype(float), back)
    assert one == pytest.approx(other, rel=1e-4, abs=1e-3)


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


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("kernel", [b"lanczos3", b"gaussian", b"triangle", b"box"])
def test_gradient_of_scaling_is_its_transpose(kernel: bytes, antialias: bool) -> None:
    attrs = {"kernel_type": kernel, "antialias": antialias, **dtype_attrs()}
    placed = np.array([0.6, 1.7], np.float32), np.array([0.5, -1], np.float32)
    size = np.array([4, 6], np.int32)
    assert_is_transpose(
        lambda image: run("ScaleAndTranslate", attrs, image, size, *placed),
        lambda gradient: run("ScaleAndTranslateGrad", attrs, gradient, IMAGE, *placed),
    )


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
