"""Convolutions and their gradients as native code, over many kinds of windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import shared_work

CASES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((2, 5, 6, 3), (3, 3, 3, 4), {"padding": "SAME"}),
    ((2, 5, 6, 3), (3, 2, 3, 4), {"padding": "VALID"}),
    ((1, 7, 7, 1), (1, 1, 1, 5), {"padding": "SAME"}),
    ((3, 7, 8, 2), (3, 3, 2, 3), {"padding": "SAME", "strides": 2}),
    ((3, 7, 8, 2), (2, 3, 2, 3), {"padding": "VALID", "strides": [2, 3]}),
    ((2, 9, 9, 2), (3, 3, 2, 2), {"padding": "SAME", "dilations": 2}),
    ((2, 9, 8, 2), (3, 2, 2, 2), {"padding": "VALID", "dilations": [2, 3]}),
    ((1, 2, 2, 2), (5, 5, 2, 2), {"padding": "SAME"}),
    ((2, 4, 4, 17), (3, 3, 17, 19), {"padding": "SAME"}),
    (
        (2, 5, 5, 2),
        (3, 3, 2, 2),
        {"padding": [[0, 0], [2, 1], [0, 3], [0, 0]]},
    ),
]


def arrays(shapes: tuple[tuple[int, ...], ...], dtype: Any) -> list[Any]:
    generator = np.random.default_rng(sum(map(sum, shapes)))
    return [tf.constant(generator.normal(size=shape).astype(dtype)) for shape in shapes]


def with_gradients(x: Any, w: Any, attrs: dict[str, Any]) -> Any:
    strides = {"strides": 1, **attrs}
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, **strides)
        loss = tf.reduce_sum(y * y)
    return y, *tape.gradient(loss, [x, w])


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("images", "kernel", "attrs"), CASES)
def test_convolutions_and_gradients_are_those_of_the_default_executor(
    images: tuple[int, ...],
    kernel: tuple[int, ...],
    attrs: dict[str, Any],
    dtype: Any,
    is_shared: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if is_shared:
        monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
        monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
        monkeypatch.setattr(shared_work, "thread_count", lambda: 2)
    x, w = arrays((images, kernel), dtype)
    native = tf.function(lambda x, w: with_gradients(x, w, attrs), jit_compile=True)
    default = tf.function(lambda x, w: with_gradients(x, w, attrs), jit_compile=False)
    small = 1e-4 if dtype is np.float32 else 1e-12
    for a, b in zip(native(x, w), default(x, w), strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=small, atol=small)
    assert "Conv2D" in native.jit_report().partition("default executor")[0]
