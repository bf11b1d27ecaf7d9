"""Which depthwise convolutions are native."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def with_gradients(x: Any, w: Any, attrs: dict[str, Any]) -> Any:
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.depthwise_conv2d(x, w, **attrs)
        loss = tf.reduce_sum(y * y * y)
    return y, *tape.gradient(loss, [x, w])


def functions(attrs: dict[str, Any]) -> tuple[Any, Any]:
    """Native code and the default executor."""
    native, default = (
        tf.function(lambda x, w: with_gradients(x, w, attrs), jit_compile=jit)
        for jit in (True, False)
    )
    return native, default


@pytest.mark.parametrize("stride", [1, 2])
def test_what_is_not_finite_is_where_the_default_executor_has_it(stride: int) -> None:
    generator = np.random.default_rng(stride)
    x = generator.normal(size=(2, 9, 11, 18)).astype(np.float32)
    w = generator.normal(size=(3, 3, 18, 1)).astype(np.float32)
    x[1, 4, 5, 2], x[0, 0, 0, 17], w[0, 2, 3, 0] = np.nan, np.inf, np.inf
    attrs = {"strides": [1, stride, stride, 1], "padding": "SAME"}
    native, default = functions(attrs)
    for a, b in zip(native(x, w), default(x, w), strict=True):
        np.testing.assert_array_equal(np.isnan(a.numpy()), np.isnan(b.numpy()))
        np.testing.assert_array_equal(np.isinf(a.numpy()), np.isinf(b.numpy()))


def test_several_filters_for_a_channel_are_left_to_the_default_executor() -> None:
    x, w = tf.ones([1, 4, 4, 2]), tf.ones([2, 2, 2, 3])

    def convolve(x: Any, w: Any) -> Any:
        return tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME")

    native = tf.function(convolve, jit_compile=True)
    np.testing.assert_array_equal(native(x, w), convolve(x, w))
    assert "several depthwise filters" in native.jit_report()
