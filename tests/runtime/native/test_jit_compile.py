"""tf.function(jit_compile=True): results, errors, shapes, gradients, reports."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.devices.config import SETTINGS


def both(function: Any, *args: Any) -> tuple[Any, Any]:
    """What native code gives, and the default executor."""
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*args), default(*args)


def chain(x: Any) -> Any:
    inner = tf.tanh(0.8 * (x + 0.04 * x * x * x))
    return 0.5 * x * (1.0 + inner), tf.reduce_sum(inner, -1)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 1000, 200_000])
def test_chain_of_any_size(size: int) -> None:
    x = np.linspace(-5, 5, max(size, 1), dtype=np.float32)[:size]
    for native, default in zip(*both(chain, tf.constant(x)), strict=True):
        np.testing.assert_allclose(native, default, rtol=1e-5, atol=1e-5 + 5e-7 * size)


def test_small_products_are_inline() -> None:
    def power(x: Any) -> Any:
        result = tf.eye(10, dtype=x.dtype)
        for _ in range(7):
            result = tf.matmul(x, result, transpose_b=True)
        return result

    random = np.random.default_rng(0)
    x = tf.constant(random.integers(-9, 9, (10, 10)).astype(np.int32))
    native, default = both(power, x)
    np.testing.assert_array_equal(native, default)
    y = tf.constant(random.standard_normal((10, 10)).astype(np.float32))
    native, default = both(power, y)
    np.testing.assert_allclose(native, default, rtol=1e-3)


def test_fast_math_is_asked_for_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may drop what IEEE asks for; functions keep their digits."""

    def vanishing(x: Any) -> Any:
        return (x + 1e8) - 1e8 + tf.exp(x) * tf.tanh(x), tf.sin(x) * x

    x = np.linspace(-3, 3, 50, dtype=np.float32)
    exact = tf.function(vanishing, jit_compile=True)(tf.constant(x))
    monkeypatch.setenv("AUTOGRAPH_JIT_FAST_MATH", "1")
    fast = tf.function(vanishing, jit_compile=True)(tf.constant(x))
    wide = np.exp(x.astype(float)) * np.tanh(x.astype(float))
    np.testing.assert_allclose(
        exact[0], wide + (x + np.float32(1e8) - np.float32(1e8)), rtol=1e-5, atol=1e-5
    )
    np.testing.assert_allclose(fast[0], wide + x, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(fast[1], np.sin(x) * x, rtol=1e-6)


def test_a_function_that_says_nothing_is_native_where_it_calls_one_that_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SETTINGS, "jit", None)  # as before any call of `set_jit`

    @tf.function(jit_compile=True)
    def inner(x: Any) -> Any:
        return tf.exp(x) * 2.0 + x

    @tf.function
    def middle(x: Any) -> Any:
        return tf.cond(tf.reduce_sum(x) > 0.0, lambda: inner(x), lambda: x)

    @tf.function
    def outer(x: Any) -> Any:
        return middle(x) - 1.0

    @tf.function(jit_compile=False)
    def refusing(x: Any) -> Any:
        return inner(x)

    x = tf.constant([1.0, 2.0])
    np.testing.assert_allclose(outer(x), 2 * np.exp([1, 2]) + [0, 1], rtol=1e-6)
    assert "native" in outer.get_concrete_function(x).jit_report()
    refused = refusing.get_concrete_function(x).jit_report()
    assert refused == "jit_compile is off"
