"""Gradients of loops over variables: no turn copies what never changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.node import Node
from graphir.passes.loops.loop import find_loop
from runtime.native.selection import loop_reads

pytest.importorskip("llvmlite")

kernel = tf.Variable(np.random.default_rng(0).normal(0, 0.3, (16, 16)).astype("f4"))
shift = tf.Variable(np.linspace(-1, 1, 16).astype("f4"))


def slopes(x: Any, n: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        h = x
        for i in tf.range(n):
            h = tf.tanh(tf.matmul(h, kernel) + shift) * tf.cast(i + 1, tf.float32)
        total = tf.reduce_sum(h)
    return tape.gradient(total, [x, kernel, shift], unconnected_gradients="zero")


def of_two_loops(x: Any, n: Any) -> Any:
    with tf.GradientTape() as tape:
        h = x
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, kernel))
        for _ in tf.range(n + 1):
            h = tf.sin(tf.matmul(h, kernel) + shift)
        total = tf.reduce_sum(h)
    return tape.gradient(total, [kernel, shift])


def graph_of(function: Any) -> Any:
    specs = tf.TensorSpec([4, 16]), tf.TensorSpec([], tf.int32)
    concrete = tf.function(function).get_concrete_function(*specs)
    graph = concrete.optimized_graph.ir
    return loop_reads.with_reads_before_loops(
        graph, graph.inputs, graph.outputs, graph.control_outputs
    )[0]


def loops_of(graph: Any) -> list[Any]:
    found = [find_loop(graph, node) for node in graph if node.has_trait("looping")]
    return [loop for loop in found if loop is not None]


def pushed_sizes(graph: Any) -> list[int | None]:
    """How many elements each list's elements have that a loop pushes to."""
    return [
        node.inputs[1].shape.num_elements()
        for loop in loops_of(graph)
        for node in loop.body.body
        if node.op == "TensorListPushBack"
    ]


@pytest.mark.parametrize("function", [slopes, of_two_loops])
def test_a_matrix_that_is_read_before_the_loop_is_on_no_list(function: Any) -> None:
    sizes = pushed_sizes(graph_of(function))
    assert sizes, "the states are on lists"
    assert 16 * 16 not in sizes


def test_loops_hand_on_as_many_elements_as_they_get() -> None:
    for loop in loops_of(graph_of(slopes)):
        ends: list[Node] = [value.node for value in loop.body.body.outputs]
        pushes = sum(node.op == "TensorListPushBack" for node in ends)
        pops = sum(node.op == "TensorListPopBack" for node in ends)
        assert pushes or pops


@pytest.mark.parametrize("function", [slopes, of_two_loops])
@pytest.mark.parametrize("turns", [0, 1, 5])
def test_gradients_are_those_of_the_default_executor(function: Any, turns: int) -> None:
    x = tf.constant(np.random.default_rng(1).normal(size=(4, 16)).astype("f4"))
    expected = function(x, tf.constant(turns))
    traced = tf.function(function, jit_compile=True)
    for one, other in zip(traced(x, tf.constant(turns)), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5)


def test_a_gradient_of_a_loop_is_native_as_a_whole() -> None:
    traced = tf.function(slopes, jit_compile=True)
    traced(tf.ones([4, 16]), tf.constant(3))
    specs = tf.TensorSpec([4, 16]), tf.TensorSpec([], tf.int32)
    concrete = traced.get_concrete_function(*specs)
    found = [
        name
        for region in concrete.program.report.regions
        for name in region.nodes
        if "hile" in name.rpartition("/")[2]
    ]
    assert len(found) == 2, "the loop and the one back"
