"""Slices at known and computed places."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def both(function: Any, *args: Any) -> tuple[Any, Any]:
    """What native code gives, and the default executor."""
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*args), default(*args)


def total_of_rows(x: Any, n: Any) -> Any:
    total = tf.zeros_like(x[0])
    for i in tf.range(n):
        total += x[i] * tf.cast(i + 1, x.dtype)
    return total


@pytest.mark.parametrize("shape", [(5,), (5, 3), (5, 2, 20)])
def test_rows_by_computed_index(shape: tuple[int, ...]) -> None:
    x = tf.constant(np.random.default_rng(1).standard_normal(shape).astype(np.float32))
    native, default = both(total_of_rows, x, tf.constant(5))
    np.testing.assert_allclose(native, default, rtol=1e-6)
    report = tf.function(total_of_rows, jit_compile=True)
    report(x, tf.constant(2))
    assert "while" in report.jit_report()
    assert "covered" not in report.jit_report()


def test_rows_out_of_range_are_refused() -> None:
    x = tf.constant(np.ones((5, 3), np.float32))
    told = []
    for is_native in (True, False):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.function(total_of_rows, jit_compile=is_native)(x, tf.constant(6))
        told.append(str(caught.value).splitlines()[0])
    assert told[0] == told[1]
    assert "out of bounds" in told[0]


def test_negative_indices_count_from_the_end() -> None:
    def last(x: Any, i: Any) -> Any:
        return tf.exp(x[i]) * 2.0, tf.exp(tf.gather(x, -i)) * 2.0

    x = tf.constant(np.arange(6, dtype=np.float32).reshape(3, 2))
    native, default = both(last, x, tf.constant(-1))
    for one, other in zip(native, default, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
