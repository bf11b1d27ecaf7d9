"""Infinities, NaN and overflow: what TensorFlow 2.21 answers, as literals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

INF, NAN = np.inf, np.nan
NO_NUMBER = complex(NAN, NAN)
LOWEST = np.finfo(np.float32).min


def pooled(row: list[float]) -> Any:
    return tf.nn.max_pool2d(tf.reshape(row, [1, 1, -1, 1]), [1, 2], [1, 2], "VALID")


def gradient(function: Any, x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def complex_of(value: complex) -> Any:
    return tf.constant(value, tf.complex64)


CORNERS: list[tuple[Any, Any]] = [
    (lambda: tf.sign(complex_of(complex(-INF, -1))), NO_NUMBER),
    (lambda: tf.sign(complex_of(-3 + 4j)), -0.6 + 0.8j),
    (lambda: tf.sign(complex_of(0j)), 0j),
    (lambda: tf.math.log1p(complex_of(complex(INF, 1))), NO_NUMBER),
    (lambda: tf.math.log1p(complex_of(1j)), np.log(1 + 1j)),
    (lambda: tf.sigmoid(complex_of(-1e30 + 1j)), 0j),
    (lambda: tf.sigmoid(complex_of(complex(-INF, 1))), 0j),
    (lambda: tf.sigmoid(complex_of(complex(NAN, 1))), NO_NUMBER),
    (lambda: tf.sigmoid(tf.constant([-1e30 + 1j, 0j])), [0j, 0.5]),
    (lambda: tf.nn.silu(complex_of(-1e30 + 1j)), 0j),
    (
        lambda: tape_of_silu(-0.5 + 1j, 0.43 - 0.57j),
        0.3379404842853546 + 0.1472828984260559j,
    ),
    (
        lambda: tf.math.reduce_euclidean_norm(tf.constant([300.0] * 2, tf.float16)),
        INF,
    ),
    (lambda: tf.math.reduce_euclidean_norm(tf.constant([3, 4])), 5),
    (lambda: pooled([NAN, 1.0, NAN, NAN, -INF, -INF]), [1.0, LOWEST, LOWEST]),
    (
        lambda: gradient(pooled, tf.constant([2.0, NAN, NAN, NAN, -INF, -INF])),
        [1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
    ),
    (lambda: tf.math.zeta(INF, [0.5, 1.0, 1.5, NAN]), [INF, 1.0, 0.0, NAN]),
    (lambda: tf.math.zeta(1.0, NAN), INF),
    (lambda: tf.math.polygamma(INF, [0.5, 1.0]), [INF, INF]),
]


def tape_of_silu(x: complex, d_y: complex) -> Any:
    value = complex_of(x)
    with tf.GradientTape() as tape:
        tape.watch(value)
        y = tf.nn.silu(value)
    return tape.gradient(y, value, output_gradients=complex_of(d_y))


@pytest.mark.parametrize(("call", "expected"), CORNERS)
def test_corner(call: Any, expected: Any) -> None:
    with np.errstate(all="ignore"):
        found = call().numpy().squeeze()
    for part in (np.real, np.imag):
        np.testing.assert_allclose(part(found), part(expected), rtol=1e-6, atol=1e-12)


def test_a_traced_silu_of_complex_has_the_same_gradient() -> None:
    x = tf.constant([-0.5 + 1j, 2j], tf.complex64)
    eager = gradient(tf.nn.silu, x)
    traced = tf.function(lambda value: gradient(tf.nn.silu, value))(x)
    np.testing.assert_allclose(traced.numpy(), eager.numpy(), rtol=1e-6)


@pytest.mark.parametrize(
    "function",
    [
        tf.sort,
        lambda x: tf.argsort(x, direction="DESCENDING"),
        lambda x: tf.linspace(x, x + 1.0, 3),
        lambda x: tf.linspace(x, x + 1.0, 3, axis=-1),
    ],
)
def test_a_tensor_of_unknown_rank(function: Any) -> None:
    x = tf.constant([[3.0, 1.0, 2.0], [5.0, 4.0, 9.0]])
    traced = tf.function(function, input_signature=[tf.TensorSpec(None)])
    np.testing.assert_array_equal(traced(x).numpy(), function(x).numpy())


def test_sorting_along_another_axis_needs_the_rank() -> None:
    traced = tf.function(
        lambda x: tf.sort(x, axis=0), input_signature=[tf.TensorSpec(None)]
    )
    with pytest.raises(ValueError, match=r"along axis 0 needs .* known rank"):
        traced.get_concrete_function()
