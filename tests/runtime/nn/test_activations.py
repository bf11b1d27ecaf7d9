"""Activation functions: what their constants are in other dtypes, and tails."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


@pytest.mark.parametrize("compiled", [False, True])
def test_slope_of_leaky_relu_is_a_float_of_32_bits(compiled: bool) -> None:
    x = tf.constant([-1.5, 0.7], tf.float64)
    expected = [-1.5 * float(np.float32(0.2)), 0.7]
    leaky = tf.function(lambda x: tf.nn.leaky_relu(x, 0.2), jit_compile=compiled)
    assert leaky(x).numpy().tolist() == expected == tf.nn.leaky_relu(x).numpy().tolist()
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = leaky(x)
    assert tape.gradient(y, x).numpy().tolist() == [float(np.float32(0.2)), 1.0]


@pytest.mark.parametrize(
    ("function", "recorded"),
    [
        (lambda x: tf.nn.gelu(x), [-0.10021080689063545, 0.5306254408252895]),
        (lambda x: tf.nn.gelu(x, True), [-0.10042842380005415, 0.5305701345964369]),
        (lambda x: tf.nn.swish(x, 0.3), [-0.5840411426989747, 0.38661553814635913]),
    ],
)
def test_constants_of_activations_come_from_float32(
    function: Any, recorded: list[float]
) -> None:
    """What TensorFlow 2.21 gives in float64."""
    found = function(tf.constant([-1.5, 0.7], tf.float64)).numpy()
    np.testing.assert_allclose(found, recorded, rtol=1e-15)


def test_gelu_keeps_small_values_far_below_zero() -> None:
    """What TensorFlow 2.21 gives in float32."""
    found = tf.nn.gelu([-6.0, -3.5, 2.0]).numpy()
    recorded = [-5.919535528420283e-09, -0.0008142015431076288, 1.9544997215270996]
    np.testing.assert_allclose(found, np.array(recorded, np.float32), rtol=1e-6)


def test_factor_of_swish_may_have_another_dtype() -> None:
    beta = tf.constant(0.5, tf.float64)
    assert tf.nn.swish([0.0], beta).dtype == tf.float32
