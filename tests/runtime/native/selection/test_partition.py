"""A graph is divided into regions and the nodes between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def test_variables_are_read_and_written_between_regions() -> None:
    v = tf.Variable([1.0, 2.0])

    @tf.function(jit_compile=True)
    def step(x: Any) -> Any:
        v.assign_add(tf.exp(x) * tf.tanh(x))
        return v * tf.sigmoid(x) + v

    x = np.array([0.5, -1.0], np.float32)
    result = step(tf.constant(x))
    value = np.array([1.0, 2.0]) + np.exp(x) * np.tanh(x)
    np.testing.assert_allclose(v.numpy(), value, rtol=1e-6)
    np.testing.assert_allclose(result, value / (1 + np.exp(-x)) + value, rtol=1e-6)


def test_small_layers_are_one_region() -> None:
    def layers(x: Any, w: Any, b: Any) -> Any:
        for activation in (tf.nn.relu, tf.tanh, tf.sigmoid, tf.identity):
            x = activation(tf.nn.bias_add(tf.matmul(x, w), b))
        return tf.nn.softmax(x)

    random = np.random.default_rng(3)
    x, w = (tf.constant(random.normal(size=(6, 6)).astype(np.float32)) for _ in "xw")
    b = tf.constant(random.normal(size=6).astype(np.float32))
    native = tf.function(layers, jit_compile=True)
    expected = tf.function(layers, jit_compile=False)(x, w, b)
    np.testing.assert_allclose(native(x, w, b), expected, rtol=1e-5)
    assert native.jit_report().count("region of") == 1
    assert "default" not in native.jit_report()
