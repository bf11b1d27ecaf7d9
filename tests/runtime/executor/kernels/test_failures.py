"""Tests of the errors that running programs raise."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError, ResourceExhaustedError
from graphir.node import Node
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs)


ADDING = """graph @g(%x: f32[?], %y: f32[?]) -> (%sum) {
              %sum = AddV2(%x, %y) : f32[?] at model.py:7:9 in step }"""


def test_message_says_what_and_where() -> None:
    program = compiled(ADDING)
    with pytest.raises(InvalidArgumentError) as caught:
        program(np.ones(2, np.float32), np.ones(3, np.float32))
    assert str(caught.value) == (
        "Incompatible shapes: [2] vs. [3]\n"
        "  in node 'sum' (AddV2) of float32[2], float32[3]\n"
        "  made at model.py:7 in step"
    )


def test_error_carries_its_node() -> None:
    program = compiled(ADDING)
    with pytest.raises(InvalidArgumentError) as caught:
        program(np.ones(2, np.float32), np.ones(3, np.float32))
    assert isinstance(caught.value.op, Node)
    assert caught.value.op.name == "sum"


def test_error_in_a_loop_is_told_once() -> None:
    program = compiled(
        """graph @g(%x: f32[?], %y: f32[?]) -> (%w) {
             %w = While(%x, %y) {cond = @c, body = @b} : f32[?], f32[?] }
           func @c(%x: f32[?], %y: f32[?]) -> (r = %t) {
             %t = Const() {value = true : bool[]} : bool[] }
           func @b(%x: f32[?], %y: f32[?]) -> (r = %sum, s = %y) {
             %sum = AddV2(%x, %y) : f32[?] }"""
    )
    with pytest.raises(InvalidArgumentError) as caught:
        program(np.ones(2, np.float32), np.ones(3, np.float32))
    assert str(caught.value).count("in node") == 1


def test_running_out_of_memory_is_an_error_of_its_own() -> None:
    program = compiled(
        """graph @g(%size: i32[2]) -> (%y) {
             %zero = Const() {value = 0.0 : f32[]} : f32[]
             %y = Fill(%size, %zero) : f32[?,?] }"""
    )
    with pytest.raises(ResourceExhaustedError, match="(?i)memory|too big|allocate"):
        program(np.array([2**30, 2**30], np.int32))


def test_unfed_placeholder_is_asked_for() -> None:
    graph = parse_graph("graph @g(%x: f32[2,?]) -> (%y) { %y = Neg(%x) }")
    program = compile_graph(graph, [], graph.outputs)
    with pytest.raises(InvalidArgumentError) as caught:
        program()
    assert str(caught.value).startswith(
        "You must feed a value for placeholder tensor 'x' with dtype float and shape "
        "[2,?]"
    )


def test_message_shows_what_called_the_failing_line_while_tracing() -> None:
    import runtime as tf

    def helper(y):
        return tf.reshape(y, [3])

    @tf.function
    def inner(x):
        return helper(x)

    @tf.function
    def outer(x):
        if tf.reduce_sum(x) > 0:
            return inner(x + 1)
        return x

    outer.get_concrete_function(tf.TensorSpec([None], tf.int32))
    with pytest.raises(InvalidArgumentError) as caught:
        outer(tf.constant([1, 2]))
    what, where, made, *called = str(caught.value).splitlines()
    assert what == "Input to reshape is a tensor with 2 values, but the requested " + (
        "shape has 3"
    )
    assert where.endswith("(Reshape) of int32[2], int32[1]")
    assert made.endswith(" in helper: return tf.reshape(y, [3])")
    assert [line.partition(": ")[2] for line in called] == [
        "return helper(x)",
        "return inner(x + 1)",
        "if tf.reduce_sum(x) > 0:",
    ]
