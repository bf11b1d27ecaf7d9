"""Element-wise ops that dtypes or attributes decide: truths, remainders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")

RANDOM = np.random.default_rng(0)


TABLE = RANDOM.standard_normal((20, 7)).astype(np.float32)


PLACES = RANDOM.integers(0, 20, (5, 3))


def test_truths_are_gathered() -> None:
    def program(x: Any, i: Any) -> Any:
        return tf.logical_or(tf.gather(x, i), tf.logical_not(tf.gather(x, i + 1)))

    x, i = tf.constant(TABLE[:, 0] > 0), tf.constant(PLACES % 19)
    native = tf.function(program, jit_compile=True)
    assert native(x, i).numpy().tolist() == program(x, i).numpy().tolist()


@pytest.mark.parametrize("op", ["floormod", "truncatemod"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_remainders_of_floats_are_exact(op: str, dtype: Any) -> None:
    special = np.array([0.0, -0.0, 1, -1, 5.5, -5.5, 3, np.inf, -np.inf, np.nan, 1e30])
    x, y = (each.ravel().astype(dtype) for each in np.meshgrid(special, special))

    def remainder(x: Any, y: Any) -> Any:
        found = tf.math.floormod(x, y) if op == "floormod" else tf.truncatemod(x, y)
        return found + 0 * tf.exp(-tf.abs(y))

    native = tf.function(remainder, jit_compile=True)
    default = tf.function(remainder, jit_compile=False)
    np.testing.assert_array_equal(native(x, y).numpy(), default(x, y).numpy())
    assert "is not covered" not in native.jit_report()
