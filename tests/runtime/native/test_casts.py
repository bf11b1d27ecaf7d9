"""Floats as integers that cannot hold them: what the default executor makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf

LARGE = [3e9, -3e9, 300.7, -300.7, 127.5, -128.9, 1e20, -1e20, 65535.5, 70000, 255.9]
NUMBERS = np.array([np.nan, np.inf, -np.inf, *LARGE, 0.5, -0.5], np.float32)


@pytest.mark.parametrize("source", ["float32", "float64", "float16", "bfloat16"])
@pytest.mark.parametrize("count", [1, 7, 64, 128])
@pytest.mark.parametrize(
    "target", ["int8", "uint8", "int16", "uint16", "int32", "int64"]
)
def test_casts_are_the_default_executors(source: str, count: int, target: str) -> None:
    def function(x: Any) -> Any:
        found = tf.cast(x, target)
        return found, tf.cast(found, tf.float32) * 0.5 + 1.0

    x = tf.cast(tf.constant(np.resize(NUMBERS, count)), source)
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    for result, expected in zip(native(x), default(x), strict=True):
        np.testing.assert_array_equal(result.numpy(), expected.numpy())
    assert "default" not in native.jit_report()
