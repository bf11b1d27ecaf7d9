"""Programs with native regions: gradients, and what is imported when."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def test_gradients_are_native_too() -> None:
    def loss(x: Any, w: Any) -> Any:
        return tf.reduce_mean(tf.square(tf.tanh(x * w) - tf.sigmoid(x + w)))

    x = tf.constant(np.linspace(-2, 2, 60, dtype=np.float32).reshape(4, 15))
    w = tf.constant(np.linspace(1, 2, 15, dtype=np.float32))
    found = []
    for is_native in (True, False):
        function = tf.function(loss, jit_compile=is_native)
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            value = function(x, w)
        found.append(tape.gradient(value, [x, w]))
    for native, default in zip(*found, strict=True):
        np.testing.assert_allclose(native, default, rtol=1e-4, atol=1e-6)


def test_gradient_inside_a_function_is_native() -> None:
    @tf.function(jit_compile=True)
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.exp(tf.sin(x)) * x)
        return tape.gradient(y, x)

    x = np.linspace(-1, 1, 37, dtype=np.float32)
    expected = np.exp(np.sin(x)) * (1 + x * np.cos(x))
    np.testing.assert_allclose(slope(tf.constant(x)), expected, rtol=1e-5)
    assert "native" in slope.jit_report()


def test_nothing_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, runtime as tf\n"
        "assert 'runtime.native' not in sys.modules\n"
        "f = tf.function(lambda x: tf.exp(x) * 2.0, jit_compile=True)\n"
        "assert 'llvmlite' not in sys.modules\n"
        "f(tf.constant([1.0]))\n"
        "assert 'llvmlite' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
