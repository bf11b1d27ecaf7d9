"""Integers divided by native code: rounding, signs, and zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def test_division_by_zero_is_the_same_error() -> None:
    def divided(n: Any) -> Any:
        total = tf.constant(0)
        while n > -3:
            total += 12 // n
            n -= 1
        return total

    told = []
    for is_native in (True, False):
        with pytest.raises(tf.errors.InvalidArgumentError, match="division") as caught:
            tf.function(divided, jit_compile=is_native)(tf.constant(4))
        told.append(str(caught.value))
    assert told[0].splitlines()[0] == told[1].splitlines()[0]
    assert "total += 12 // n" in told[0]


def test_division_of_arrays_by_zero_is_refused() -> None:
    def divided(x: Any, y: Any) -> Any:
        return (x + 1) // y * 2

    x = tf.constant(np.arange(40, dtype=np.int32))
    native = tf.function(divided, jit_compile=True)
    y = np.arange(1, 41, dtype=np.int32)
    np.testing.assert_array_equal(
        native(x, tf.constant(y)), (np.arange(40) + 1) // y * 2
    )
    y[37] = 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        native(x, tf.constant(y))
