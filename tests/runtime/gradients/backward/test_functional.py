"""Tests of gradients through calls, branches and loops of a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced
from runtime.functions.run_graph import run_graph


def called(x: Any) -> Any:
    return inner(x) * x


@traced
def inner(x: Any) -> Any:
    return tf.sin(x)


def branching(x: Any) -> Any:
    return tf.cond(x > 1.0, lambda: x * x * x, lambda: -x)


def one_sided(x: Any) -> Any:
    y = x * 2.0
    return tf.cond(x > 1.0, lambda: x * y, lambda: y)


def choosing(x: Any) -> Any:
    index = tf.cast(x, tf.int32)
    return tf.switch_case(index, [lambda: x, lambda: x * x, lambda: x * x * x])


def looping(x: Any) -> Any:
    def more(i: Any, y: Any) -> Any:
        return i < 4

    def turn(i: Any, y: Any) -> Any:
        return i + 1, y * x + y

    return tf.while_loop(more, turn, [tf.constant(0), x])[1]


def nested_looping(x: Any) -> Any:
    def turn(i: Any, y: Any) -> Any:
        inner_loop = tf.while_loop(
            lambda j, z: j < i, lambda j, z: (j + 1, z * x), [tf.constant(0), y]
        )
        return i + 1, inner_loop[1] + x

    return tf.while_loop(lambda i, y: i < 4, turn, [tf.constant(0), x])[1]


def branching_in_loop(x: Any) -> Any:
    def turn(i: Any, y: Any) -> Any:
        return i + 1, tf.cond(i > 1, lambda: y * x, lambda: y + x * x)

    return tf.while_loop(lambda i, y: i < 4, turn, [tf.constant(0), x])[1]


def loop_that_never_turns(x: Any) -> Any:
    return tf.while_loop(lambda y: y > 1e6, lambda y: (y * x,), [x * x])[0]


FUNCTIONS = [
    called,
    branching,
    one_sided,
    choosing,
    looping,
    nested_looping,
    branching_in_loop,
    loop_that_never_turns,
]


def slopes(function: Callable[[Any], Any], x: float) -> tuple[float, float]:
    """First and second derivative by differences, in 64 bits."""
    step = 1e-4
    low, middle, high = (
        float(traced(function)(tf.constant(x + d, tf.float64)))
        for d in (-step, 0.0, step)
    )
    return (high - low) / (2 * step), (high - 2 * middle + low) / step**2


def in_64_bits(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Both derivatives, taken inside of one graph."""

    @traced
    def derivatives(x: Any) -> Any:
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape() as first:
                first.watch(x)
                y = function(x)
            d = first.gradient(y, x)
        return d, second.gradient(d, x, unconnected_gradients="zero")

    result: Callable[[Any], Any] = derivatives
    return result


@pytest.mark.parametrize("x", [0.7, 1.9])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: str(each.__name__))
def test_derivatives_agree_with_differences(
    function: Callable[[Any], Any], x: float
) -> None:
    first, second = slopes(function, x)
    found = in_64_bits(function)(tf.constant(x, tf.float64))
    np.testing.assert_allclose(float(found[0]), first, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(float(found[1]), second, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: str(each.__name__))
def test_tape_outside_of_a_function_agrees(function: Callable[[Any], Any]) -> None:
    x = tf.constant(1.9, tf.float64)
    compiled = traced(function)
    with tf.GradientTape() as second:
        second.watch(x)
        with tf.GradientTape() as first:
            first.watch(x)
            y = compiled(x)
        d = first.gradient(y, x)
    d2 = second.gradient(d, x, unconnected_gradients="zero")
    expected = in_64_bits(function)(x)
    np.testing.assert_allclose(float(d), float(expected[0]), rtol=1e-12)
    np.testing.assert_allclose(float(d2), float(expected[1]), rtol=1e-12)


@pytest.mark.parametrize("function", [looping, branching_in_loop])
def test_graph_with_gradients_can_be_written_and_run(
    function: Callable[[Any], Any],
) -> None:
    derivatives = in_64_bits(function)
    concrete: Any = derivatives.get_concrete_function(  # type: ignore[attr-defined]
        tf.TensorSpec([], tf.float64)
    )
    message = concrete.graph.as_graph_def()
    names = [tensor.name for tensor in concrete.graph.outputs]
    found = run_graph(message, {concrete.graph.inputs[0].name: 1.9}, names)
    expected = derivatives(tf.constant(1.9, tf.float64))
    for array, tensor in zip(found, expected):
        assert array is not None
        np.testing.assert_allclose(float(array), float(tensor), rtol=1e-12)


def test_branches_on_a_variable_and_on_a_table_are_two_functions() -> None:
    """Both give what they are given; only of a variable there is a gradient."""
    variable = tf.Variable(2.0)
    table = tf.lookup.experimental.MutableHashTable(tf.int32, tf.int64, -1)

    @tf.function
    def program(x: Any, limit: Any) -> Any:
        y = x * 1.0
        if limit > 5.0:
            y = y + tf.cast(table.size(), tf.float32)
        if x > limit:
            y = y * variable
        return y

    x = tf.constant(1.5)
    for limit, slopes in ((1.0, [2.0, 1.5]), (2.0, [1.0, 0.0])):
        with tf.GradientTape() as tape:
            tape.watch(x)
            result = program(x, tf.constant(limit))
        found = tape.gradient(result, [x, variable])
        assert [each.numpy() for each in found] == slopes
