"""Gradients of functions that ran: saved values, and derivatives of higher order."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def derivative(f: Any, x: Any, order: int) -> Any:
    if order == 0:
        return f(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = derivative(f, x, order - 1)
    return tape.gradient(y, x)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_derivatives_of_a_function_are_those_of_its_body(order: int) -> None:
    def f(x: Any) -> Any:
        return tf.exp(tf.sin(x) * x) * tf.tanh(x * x)

    traced = tf.function(f)
    x = tf.constant(0.7, tf.float64)
    expected = float(derivative(f, x, order))
    assert float(derivative(traced, x, order)) == pytest.approx(expected)
    inside = tf.function(lambda each: derivative(traced, each, order))
    assert float(inside(x)) == pytest.approx(expected)


def test_second_derivative_reads_a_variable_as_it_was() -> None:
    v, x = tf.Variable(2.0), tf.constant(3.0)
    cube = tf.function(lambda x: v * v * v * x)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = cube(x)
        slope = inner.gradient(y, v)
        v.assign(100.0)
    assert float(slope) == 36.0
    assert float(outer.gradient(slope, v)) == 36.0


def test_second_derivative_of_a_loop_weighted_by_an_eager_tensor() -> None:
    weight = tf.constant([1.0, 2.0])

    @tf.function
    def curvature(x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x
                for _ in tf.range(2):
                    y = y * x
            slope = inner.gradient(y, x)
        return outer.gradient(slope, x, output_gradients=weight)

    found = curvature(tf.constant([1.0, 3.0])).numpy()
    assert found == pytest.approx([6.0, 36.0])
