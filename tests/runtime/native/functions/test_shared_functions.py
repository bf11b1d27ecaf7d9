"""Code that stands often in a module is written once, and gives the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.functions import shared_functions

X = np.linspace(-3, 3, 37).astype(np.float32)


def often(x: Any) -> Any:
    """Each of some functions more often than it is written out."""
    for step in range(12):
        x = tf.tanh(x) + tf.sigmoid(x * 0.5) * tf.exp(-x) + x**1.5 * 0.0 + 0.01 * step
    return x


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_called_functions_give_the_bits_of_written_ones(
    monkeypatch: pytest.MonkeyPatch, dtype: str
) -> None:
    x = tf.constant(np.abs(X).astype(dtype))
    take = often if dtype == "float32" else lambda x: tf.tanh(tf.exp(-x)) * x
    called = tf.function(lambda x: take(take(x)), jit_compile=True)
    monkeypatch.setattr(shared_functions, "MOST_WRITTEN_OUT", 0)
    short = called(x)
    text = called.experimental_get_compiler_ir(x)(stage="llvm")
    assert "call fastcc" in text
    monkeypatch.setattr(shared_functions, "MOST_WRITTEN_OUT", 1000)
    written = tf.function(lambda x: take(take(x)), jit_compile=True)
    long = written(x)
    assert "fastcc" not in written.experimental_get_compiler_ir(x)(stage="llvm")
    np.testing.assert_array_equal(short.numpy(), long.numpy())


def test_a_rare_function_is_written_out_and_a_frequent_one_once() -> None:
    x = tf.constant(X)
    rare = tf.function(lambda x: tf.exp(tf.tanh(x)), jit_compile=True)
    rare(x)
    assert "fastcc" not in rare.experimental_get_compiler_ir(x)(stage="llvm")

    @tf.function(jit_compile=True)
    def deep(x: Any) -> Any:
        for _ in range(40):
            x = tf.tanh(x) + 0.1
        return x

    deep(x)
    text = deep.experimental_get_compiler_ir(x)(stage="llvm")
    assert text.count("define internal fastcc") == 1
    expected = X
    for _ in range(40):
        expected = np.tanh(expected) + np.float32(0.1)
    np.testing.assert_allclose(deep(x).numpy(), expected, rtol=1e-5)
