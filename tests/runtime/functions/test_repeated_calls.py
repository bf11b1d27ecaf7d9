"""Recent calls of a function run without binding; another trace forgets them."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.functions.repeated_calls import RepeatedCalls
from runtime.variables.quick_calls import LIMIT


def test_programs_are_forgotten_together() -> None:
    calls = RepeatedCalls()
    calls.plain[(1,)], calls.recorded[(1,)] = object(), object()  # type: ignore[assignment]
    calls.forget()
    assert (calls.plain, calls.recorded) == ({}, {})


def test_repeated_calls_read_what_is_there_at_each_call() -> None:
    v = tf.Variable(1.0)
    function = tf.function(lambda x: x * v)
    found = []
    for number in range(5):
        v.assign(float(number))
        found.append(float(function(tf.constant(2.0))))
    assert found == [0, 2, 4, 6, 8]


def test_calls_of_many_shapes_are_right_beyond_the_limit() -> None:
    function = tf.function(lambda x: tf.reduce_sum(x), reduce_retracing=True)
    for size in [*range(3), *range(LIMIT + 2), 1]:
        x = np.ones(size, np.float32)
        assert float(function(tf.constant(x))) == size


def test_gradients_of_repeated_calls() -> None:
    function = tf.function(lambda x: x * x)
    for number in (1.0, 2.0, 3.0):
        x = tf.constant(number)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        assert float(tape.gradient(y, x)) == 2 * number


def test_a_wider_trace_takes_over() -> None:
    function = tf.function(lambda x, flag: x + 1 if flag else x - 1)
    x = tf.constant(1)
    for flag in (True, True, False, True, False):
        assert int(function(x, flag)) == (2 if flag else 0)
