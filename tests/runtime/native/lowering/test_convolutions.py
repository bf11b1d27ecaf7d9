"""Which convolutions are native, and with what."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def arrays(shapes: tuple[tuple[int, ...], ...], dtype: Any) -> list[Any]:
    generator = np.random.default_rng(sum(map(sum, shapes)))
    return [tf.constant(generator.normal(size=shape).astype(dtype)) for shape in shapes]


def test_a_convolution_with_what_follows_it_is_one_region() -> None:
    x, w, b = arrays(((2, 6, 6, 3), (3, 3, 3, 8), (8,)), np.float32)

    def layer(x: Any) -> Any:
        y = tf.nn.relu(tf.nn.conv2d(x, w, strides=1, padding="SAME") + b)
        return tf.reduce_max(y, axis=3) * 2

    native = tf.function(layer, jit_compile=True)
    np.testing.assert_allclose(native(x), layer(x), rtol=1e-5, atol=1e-5)
    assert native.jit_report().count("region of") == 1


def test_convolutions_in_groups_are_left_to_the_default_executor() -> None:
    x, w = arrays(((2, 6, 6, 4), (3, 3, 2, 8)), np.float32)

    def convolve(x: Any, w: Any) -> Any:
        return tf.nn.conv2d(x, w, strides=1, padding="SAME")

    native = tf.function(convolve, jit_compile=True)
    np.testing.assert_allclose(native(x, w), convolve(x, w), rtol=1e-5, atol=1e-5)
    assert "groups are not covered" in native.jit_report()
