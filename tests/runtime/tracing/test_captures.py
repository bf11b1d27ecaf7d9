"""Tensors from outside of a trace: constants, placeholders, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.errors import InaccessibleTensorError
from runtime.tracing.captures import SMALL_CONSTANT, next_number
from runtime.tracing.graph_trace import GraphTrace

SMALL = tf.zeros([SMALL_CONSTANT])
LARGE = tf.zeros([SMALL_CONSTANT + 1])


def test_small_tensors_are_constants_and_large_ones_inputs() -> None:
    trace = GraphTrace("g")
    small, large = trace.capture(SMALL), trace.capture(LARGE)
    assert (small.value.node.op, large.value.node.op) == ("Const", "Placeholder")
    assert trace.capture(SMALL) is small
    assert trace.capture(LARGE) is large
    assert [outside for outside, _ in trace.captures.pairs()] == [LARGE]


def test_a_branch_takes_all_as_inputs() -> None:
    branch = GraphTrace("b", GraphTrace("g"), is_branch=True)
    assert branch.capture(SMALL).value.node.op == "Placeholder"


def test_tensors_of_traces_around_are_captured_and_others_refused() -> None:
    outer = GraphTrace("outer")
    inner, other = GraphTrace("inner", outer), GraphTrace("other")
    x = outer.capture(LARGE)
    assert outer.capture(x) is x
    inside = inner.capture(x)
    assert inside.graph_trace is inner
    assert inner.captures.pairs() == [(x, inside)]
    with pytest.raises(InaccessibleTensorError, match="out of scope"):
        other.capture(x)


def test_arguments_come_first_and_are_no_captures() -> None:
    trace = GraphTrace("g")
    captured = trace.capture(LARGE)
    passed = trace.capture(tf.ones([SMALL_CONSTANT + 1]))
    trace.captures.arguments.append(passed)
    trace.captures.put_last()
    assert trace.graph.inputs == [passed.value, captured.value]
    assert [outside for outside, _ in trace.captures.pairs()] == [LARGE]


def test_captured_values_are_those_of_each_call() -> None:
    held = tf.Variable(np.arange(3.0, dtype=np.float32))
    function = tf.function(lambda: held * 2.0 + tf.reduce_sum(LARGE))
    assert function().numpy().tolist() == [0, 2, 4]
    held.assign([1.0, 1.0, 1.0])
    assert function().numpy().tolist() == [2, 2, 2]


def test_numbers_differ() -> None:
    assert next_number() < next_number()
