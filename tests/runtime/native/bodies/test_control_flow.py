"""Loops and branches as blocks of native code."""

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


def collatz(n: Any) -> Any:
    steps = tf.constant(0, tf.int64)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def pairs(n: Any) -> Any:
    total = tf.constant(0, tf.int64)
    for i in tf.range(n):
        for j in tf.range(n):
            if j > i:
                break
            if (i * j) % 7 == 3:
                continue
            total += i * j
    return total


def wrapping(n: Any) -> Any:
    x = tf.constant(1, tf.int32)
    i = tf.constant(0)
    while i < n:
        x = x * 3 + i
        i += 1
    return x


def newton(x: Any) -> Any:
    guess = x
    while tf.abs(guess * guess - x) > 1e-6 * x:
        guess = 0.5 * (guess + x / guess)
    return guess


def fibonacci(n: Any) -> Any:
    a, b = tf.constant([0, 1]), tf.constant([1, 1])
    for _ in tf.range(n):
        a, b = b, a + b
    return a


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (collatz, tf.constant(27, tf.int64)),
        (collatz, tf.constant(1, tf.int64)),
        (pairs, tf.constant(20, tf.int64)),
        (pairs, tf.constant(0, tf.int64)),
        (wrapping, tf.constant(100)),
        (newton, tf.constant(2.0)),
        (newton, tf.constant(2.0, tf.float64)),
        (fibonacci, tf.constant(40)),
        (fibonacci, tf.constant(0)),
    ],
)
def test_whole_loops_are_native(function: Any, argument: Any) -> None:
    native = tf.function(function, jit_compile=True)
    result = native(argument)
    expected = tf.function(function, jit_compile=False)(argument)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.numpy(), expected.numpy())
    assert "native" in native.jit_report()
    assert "default" not in native.jit_report()


def test_loops_whose_shapes_change_run_by_default() -> None:
    def grown(x: Any) -> Any:
        i = tf.constant(0)
        while i < 3:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(x, tf.TensorShape([None]))]
            )
            x = tf.concat([x, x], 0)
            i += 1
        return x

    native, default = both(grown, tf.constant([1.0]))
    np.testing.assert_array_equal(native, default)


def test_a_loop_begins_with_an_array_of_another_shape() -> None:
    def step(x, y):  # type: ignore[no-untyped-def]
        flat = tf.reshape(x, [-1]) + tf.reshape(x - x * 0.5, [-1]) * 0.5
        return tf.while_loop(
            lambda i, z, y: i < 4,
            lambda i, z, y: (i + 1, y * 0.5 + z, z * 0.5 - y),
            [0, y, tf.reshape(flat, tf.shape(x))],
        )[1]

    x, y = tf.ones([3, 5]), tf.fill([3, 5], 2.0)
    compiled = tf.function(step, jit_compile=True, autograph=False)
    np.testing.assert_allclose(compiled(x, y), step(x, y), rtol=1e-6)
