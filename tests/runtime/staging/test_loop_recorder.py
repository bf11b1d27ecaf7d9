"""Loops are recorded once: variables without a value, numbers of another kind."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.loop_recorder import UndefinedBeforeLoopError, in_scratch
from runtime.tracing.graph_trace import current_trace


def test_a_python_number_takes_the_dtype_that_the_body_gives_it() -> None:
    @tf.function
    def growing(n):
        x = 1
        while n > 0:
            x = x * 1.5
            n -= 1
        return x

    assert float(growing(tf.constant(2))) == 2.25
    assert float(growing(tf.constant(0))) == 1.0


def test_a_variable_that_the_body_makes_has_a_value_after_one_turn() -> None:
    @tf.function
    def last(n):
        for i in tf.range(n):
            found = i * 10
        return found

    assert int(last(tf.constant(3))) == 20
    with pytest.raises(tf.errors.InvalidArgumentError, match="iterate at least once"):
        last(tf.constant(0))


def test_a_variable_that_is_read_before_it_has_a_value() -> None:
    def summed(n):
        for i in tf.range(n):
            total = total + i  # noqa: F821 - what is tried
        return total

    with pytest.raises(
        UndefinedBeforeLoopError, match="'total' must be defined before"
    ):
        tf.function(summed)(tf.constant(3))


def test_a_test_that_assigns_is_asked_once_a_turn() -> None:
    @tf.function
    def countdown(n):
        turns = 0
        while (n := n - 1) > 0:
            turns += 1
        return n, turns

    assert [int(each) for each in countdown(tf.constant(4))] == [0, 3]


def test_a_scratch_graph_is_thrown_away() -> None:
    outside = tf.Graph()
    with outside.as_default():
        before = len(outside.get_operations())
        inner = in_scratch(lambda: (tf.constant(1) + 1, current_trace()))[1]
        assert inner is not current_trace()
        assert len(outside.get_operations()) == before
    assert in_scratch(lambda: 5) == 5
