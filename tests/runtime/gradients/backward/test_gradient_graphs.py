"""A graph with the nodes of its gradients, and what is handed over to them."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.gradients.backward.gradient_graphs import (
    gradient_graph,
    gradient_type,
    scattered,
)

TEXT = """
graph @g(%x: f32[2], %n: i32[2]) -> (%y, %m) {
  %e = Exp(%x)
  %y = Mul(%e, %x)
  %m = Neg(%n)
}
"""


def test_gradients_are_nodes_of_the_same_graph() -> None:
    graph = parse_graph(TEXT)
    found = gradient_graph(graph, graph.inputs[:2], graph.outputs)
    (seed, none), ((d_x,), nothing) = found.d_outputs, found.d_inputs
    assert seed is not None
    assert none is None
    assert nothing == ()
    x, d_y = np.float32([0.5, -1]), np.float32([1, 3])
    program = compile_graph(graph, [found.inputs[0], seed], [d_x])
    np.testing.assert_allclose(program(x, d_y)[0], d_y * np.exp(x) * (1 + x), rtol=1e-6)


def test_what_gradients_read_of_the_forward_part() -> None:
    graph = parse_graph(TEXT)
    found = gradient_graph(graph, graph.inputs[:1], graph.outputs[:1])
    assert {each.name for each in found.handed_over()} == {"x", "e"}
    assert found.captured == []
    assert graph.node("y") in found.forward_nodes


def test_results_through_which_none_is_wanted() -> None:
    graph = parse_graph(TEXT)
    found = gradient_graph(graph, graph.inputs[:1], graph.outputs[:1], [False])
    assert found.d_outputs == [None]
    assert found.d_inputs == [()]


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [("f32", (dtypes.float32, Shape([2]))), ("i32", None), ("str", None)],
)
def test_types_of_gradients(dtype: str, expected) -> None:
    graph = parse_graph(f"graph @g(%x: {dtype}[2]) -> (%x) {{}}")
    assert gradient_type(graph.inputs[0]) == expected


def test_the_gradient_of_a_handle_is_one_of_the_variable() -> None:
    graph = parse_graph("graph @g(%x: resource[]) -> (%x) {}")
    handle = graph.inputs[0]
    assert gradient_type(handle) is None
    handle.handle_data = ((dtypes.float32, Shape([3])),)
    assert gradient_type(handle) == (dtypes.float32, Shape([3]))


def test_parts_of_gradients_are_put_together() -> None:
    one = tf.constant(1.0)
    none, whole, slices = scattered(
        [one, one, tf.constant([0]), tf.constant([4])], [0, 1, 3]
    )
    assert none is None
    assert whole is one
    assert isinstance(slices, tf.IndexedSlices)
