"""Tests of recompute_grad: the same gradients, of what is computed again."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def test_gradients_are_those_of_the_function() -> None:
    scale = tf.Variable(2.0)
    f = tf.recompute_grad(lambda x, shift: tf.sin(x) * scale + shift)
    x, shift = tf.constant(0.5), tf.constant(1.0)

    def slopes() -> Any:
        with tf.GradientTape() as tape:
            tape.watch([x, shift])
            y = f(x, shift)
        return tape.gradient(y, [x, shift, scale])

    expected = [2.0 * 0.87758256, 1.0, 0.47942554]
    assert [float(each) for each in slopes()] == pytest.approx(expected)
    assert [float(each) for each in traced(slopes)()] == pytest.approx(expected)


def test_function_runs_again_for_the_gradient() -> None:
    runs = []

    def noted(x: Any) -> Any:
        runs.append(1)
        return x * x

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.recompute_grad(noted)(x)
    assert len(runs) == 1
    assert float(tape.gradient(y, x)) == 6.0
    assert len(runs) == 2


def test_nothing_inside_is_recorded() -> None:
    x = tf.constant(3.0)
    kept = []

    def cube(x: Any) -> Any:
        kept.append(x * x)
        return kept[-1] * x

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.recompute_grad(cube)(x)
    between = kept[0]
    assert tape.gradient(y, between) is None


def test_keywords_and_several_results() -> None:
    f = tf.recompute_grad(lambda x, factor: (x * factor, x * x))
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        first, second = f(x, factor=5.0)
    assert float(tape.gradient([first, second], x)) == 11.0


def test_derivatives_forwards_are_refused() -> None:
    x = tf.constant(2.0)
    with (
        tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)),
        pytest.raises(NotImplementedError, match="call the function itself"),
    ):
        tf.recompute_grad(lambda each: each * each)(x)
