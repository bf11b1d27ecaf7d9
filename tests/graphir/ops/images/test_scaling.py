"""The gradient of scaled images is the transpose of the op."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graphir.ops.images.transposes import (
    IMAGE,
    assert_is_transpose,
    dtype_attrs,
    run,
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
