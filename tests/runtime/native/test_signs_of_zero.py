"""Which of two zeros of different sign native code gives: that of the kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")

FIRST = np.tile([0.0, -0.0, 0.0, -0.0, np.nan, 0.0, -0.0, 1.0, np.nan, -0.0], 5)
SECOND = np.tile([0.0, 0.0, -0.0, -0.0, 0.0, np.nan, 1.0, -0.0, -0.0, -1.0], 5)

FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "maximum": lambda a, b: tf.maximum(a, b) * 2,
    "minimum": lambda a, b: tf.minimum(a, b) * 2,
    "maximum with a number": lambda a, b: tf.maximum(a, tf.zeros([], a.dtype)) * 2,
    "number with a maximum": lambda a, b: tf.maximum(tf.zeros([], a.dtype), a) * 2,
    "minimum with a number": lambda a, b: tf.minimum(a, -tf.zeros([], a.dtype)) * 2,
    "relu": lambda a, b: tf.nn.relu(a) * 2,
    "relu6": lambda a, b: tf.nn.relu6(a) * 2,
    "leaky relu": lambda a, b: tf.nn.leaky_relu(a) * 2,
    "clip from zero": lambda a, b: tf.clip_by_value(a, 0.0, 1.0) * 2,
    "clip to zero": lambda a, b: tf.clip_by_value(a, -1.0, 0.0) * 2,
    "clip by tensors": lambda a, b: tf.clip_by_value(a, b, tf.ones_like(b)) * 2,
    "raw clip": lambda a, b: (
        tf.raw_ops.ClipByValue(
            t=a,
            clip_value_min=tf.zeros([], a.dtype),
            clip_value_max=tf.ones([], a.dtype),
        )
        * 2
    ),
    "gradient of relu": lambda a, b: tf.raw_ops.ReluGrad(gradients=a, features=b) * 2,
    "selected": lambda a, b: tf.where(a > b, a, b) * 2,
    "elu": lambda a, b: tf.nn.elu(a) * 2,
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_array_has_the_signs_of_the_default_executor(name: str, dtype: str) -> None:
    a, b = tf.cast(FIRST, dtype), tf.cast(SECOND, dtype)
    check(FUNCTIONS[name], a, b)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name", ["maximum", "minimum", "relu", "clip from zero"])
def test_scalar_has_the_signs_of_the_default_executor(name: str, dtype: str) -> None:
    plain, native = both(FUNCTIONS[name])
    for pair in zip(FIRST[:10], SECOND[:10]):
        a, b = (tf.constant(each, dtype) for each in pair)
        compare(plain(a, b), native(a, b))


def both(function: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    plain = tf.function(function, autograph=False)
    return plain, tf.function(function, autograph=False, jit_compile=True)


def check(function: Callable[[Any, Any], Any], a: Any, b: Any) -> None:
    plain, native = both(function)
    compare(plain(a, b), native(a, b))


def compare(first: Any, second: Any) -> None:
    plain, native = (each.numpy().astype(np.float64) for each in (first, second))
    assert np.array_equal(np.isnan(plain), np.isnan(native))
    numbers = ~np.isnan(plain)
    assert np.array_equal(plain[numbers], native[numbers])
    assert np.array_equal(np.signbit(plain[numbers]), np.signbit(native[numbers]))
