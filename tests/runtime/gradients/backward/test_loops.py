"""Gradients of loops: variables are stacked, then popped in reverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def test_arrays_that_grow_in_a_loop_are_differentiated() -> None:
    @traced
    def slope(x: Any) -> Any:
        def turn(i: Any, y: Any) -> Any:
            return i + 1, tf.concat([y, x], 0)

        y = tf.while_loop(
            lambda i, y: i < 3,
            turn,
            [tf.constant(0), x],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
        )[1]
        return tf.gradients(y * y, x)[0]

    found = slope(tf.constant([1.0, 2.0]))
    assert found.numpy().tolist() == [8.0, 16.0]


def _pieces_of_unequal_size(x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 2, infer_shape=False)
    array = array.write(0, x * x)
    array = array.write(1, tf.sin(x[:1]) * 2.0)
    return array.concat() ** 2


def _slope(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)

    return slope


def _tangent(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def tangent(x: Any) -> Any:
        with tf.autodiff.ForwardAccumulator(x, tf.cos(x)) as accumulator:
            y = f(x)
        return accumulator.jvp(y)

    return tangent


@pytest.mark.parametrize("derivative", [lambda f: _slope(_slope(f)), _tangent])
def test_pieces_of_unequal_size_are_differentiated(derivative: Any) -> None:
    x = tf.constant([[0.5, 1.0], [1.5, 2.0]])
    eager = derivative(_pieces_of_unequal_size)(x).numpy()
    inside = tf.function(derivative(_pieces_of_unequal_size), autograph=False)
    outside = derivative(tf.function(_pieces_of_unequal_size, autograph=False))
    np.testing.assert_allclose(inside(x), eager, rtol=1e-5)
    np.testing.assert_allclose(outside(x), eager, rtol=1e-5)


@pytest.mark.parametrize("outside", [0, 1, 2, 3])
def test_third_derivative_of_a_loop(outside: int) -> None:
    """As many of the derivatives as ``outside`` says are taken eagerly."""

    def turned(x: Any) -> Any:
        body = lambda i, a: (i + 1, tf.sin(a) * a)  # noqa: E731
        return tf.while_loop(lambda i, a: i < 3, body, (0, x))[1]

    x = tf.constant(2.0)
    expected = float(_slope(_slope(_slope(turned)))(x))
    f: Any = turned
    for order in range(3):
        f = _slope(tf.function(f, autograph=False) if order == 3 - outside else f)
    f = tf.function(f, autograph=False) if not outside else f
    assert float(f(x)) == pytest.approx(expected, rel=1e-5)
