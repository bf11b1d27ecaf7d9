"""Generated loops, branches and calls give the same bits before and after passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf
from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.builder import GraphBuilder
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.optimizer import DEFAULT
from graphir.passes.pipeline import Pipeline
from graphir.shapes import Shape
from tests.graphir.same_values import assert_same_bits

MATRIX = Shape([2, 2])
UNARY = ("Neg", "Tanh", "Identity", "Square")
BINARY = ("AddV2", "Sub", "Mul", "MatMul", "Maximum")
PIPELINES = ["loops,dead_nodes", "functions,dead_nodes", DEFAULT]


@st.composite
def expressions(draw: st.DrawFn, build: GraphBuilder, values: list[Value]) -> Value:
    """One of the values, or a few operations on them."""
    found = [*values, build.constant(np.full((2, 2), 0.5, np.float32))]
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            op, count = draw(st.sampled_from(UNARY)), 1
        else:
            op, count = draw(st.sampled_from(BINARY)), 2
        inputs = [draw(st.sampled_from(found)) for _ in range(count)]
        found.append(build.node(op, inputs).output)
    return draw(st.sampled_from([found[-1], found[0]]))


def new_function(library: Graph, name: str, arguments: list[Value]) -> Graph:
    body = Graph(name)
    body.functions = library.functions
    for index, value in enumerate(arguments):
        body.add_input(f"a{index}", value.dtype, value.shape)
    return body


def finish(graph: Graph, body: Graph, results: list[Value]) -> FunctionRef:
    body.outputs = results
    names = [f"r{index}" for index in range(len(results))]
    graph.functions.add(Function(body.name, body, names))
    return FunctionRef(body.name)


def start() -> tuple[Graph, list[Value]]:
    graph = Graph("g")
    matrices = [graph.add_input(name, dtypes.float32, MATRIX) for name in "xy"]
    return graph, [graph.add_input("n", dtypes.int32, Shape([])), *matrices]


@st.composite
def loops(draw: st.DrawFn) -> Graph:
    """A While over a counter, a bound that may be constant, and matrices."""
    graph, (bound, *matrices) = start()
    build = GraphBuilder(graph)
    if draw(st.booleans()):
        bound = build.constant(np.int32(draw(st.integers(0, 3))))
    half = build.constant(np.full((2, 2), 0.5, np.float32))
    firsts = st.sampled_from([*matrices, half])
    given_values = [draw(firsts) for _ in range(draw(st.integers(1, 4)))]
    inputs = [build.constant(np.int32(0)), bound, *given_values]
    test = new_function(graph, "test", inputs)
    limit = test.inputs[1]
    if draw(st.booleans()):
        limit = GraphBuilder(test).node("AddV2", [limit, limit]).output
    less = GraphBuilder(test).node("Less", [test.inputs[0], limit]).output
    body = new_function(graph, "body", inputs)
    inside = GraphBuilder(body)
    counted = inside.node("AddV2", [body.inputs[0], inside.constant(np.int32(1))])
    changed = [
        draw(expressions(inside, body.inputs[2:])) if draw(st.booleans()) else kept
        for kept in body.inputs[2:]
    ]
    attrs = {
        "cond": finish(graph, test, [less]),
        "body": finish(graph, body, [counted.output, body.inputs[1], *changed]),
    }
    node = called(graph, "StatelessWhile", inputs, inputs, attrs)
    graph.outputs = draw(results_of(node))
    return graph


@st.composite
def branches(draw: st.DrawFn) -> Graph:
    """A StatelessIf, or a call that must stay one, of functions of matrices."""
    graph, (number, *matrices) = start()
    build = GraphBuilder(graph)
    half = build.constant(np.full((2, 2), 0.5, np.float32))
    arguments = [draw(st.sampled_from([*matrices, half])) for _ in range(3)]
    count = draw(st.integers(1, 3))
    refs = []
    for name in ("then", "else"):
        body = new_function(graph, name, arguments)
        inside = GraphBuilder(body)
        results = [draw(expressions(inside, body.inputs)) for _ in range(count)]
        refs.append(finish(graph, body, results))
    results = [matrices[0]] * count
    if draw(st.booleans()):
        condition = build.node("Less", [number, build.constant(np.int32(2))]).output
        attrs = {"then_branch": refs[0], "else_branch": refs[1]}
        node = called(graph, "StatelessIf", [condition, *arguments], results, attrs)
    else:
        graph.functions[refs[0].name].attrs["_noinline"] = True
        call = {"f": refs[0], "config": b"", "config_proto": b"", "executor_type": b""}
        node = called(graph, "PartitionedCall", arguments, results, call)
    graph.outputs = draw(results_of(node))
    return graph


def called(
    graph: Graph,
    op: str,
    inputs: list[Value],
    results: list[Value],
    attrs: dict[str, Any],
) -> Node:
    arguments = inputs[1:] if op == "StatelessIf" else inputs
    types = [value.dtype for value in arguments]
    results_types = [(value.dtype, value.shape) for value in results]
    if op == "StatelessWhile":
        more = {"T": types, "output_shapes": [], "parallel_iterations": 10}
    else:
        more = {"Tin": types, "Tout": [dtype for dtype, _ in results_types]}
    if op == "StatelessIf":
        more |= {"Tcond": inputs[0].dtype, "output_shapes": []}
    return graph.add_node(op, inputs, attrs | more, results_types)


@st.composite
def results_of(draw: st.DrawFn, node: Node) -> list[Value]:
    return draw(st.lists(st.sampled_from(node.outputs), min_size=1, max_size=2))


def values(graph: Graph, count: int) -> list[Any]:
    feeds = {
        "n": np.int32(count),
        "x": [[1.5, -0.0], [np.inf, 3]],
        "y": [[0, 1], [2, 3]],
    }
    names = [value.name for value in graph.outputs]
    found = tf.run_graph(graph, feeds, names)
    return [np.asarray(each) for each in found]


def check(graph: Graph, passes: str) -> None:
    before = graph.copy()
    Pipeline.of(passes, debug=True).run(graph)
    for count in (0, 1, 3):
        assert_same_bits(values(before, count), values(graph, count))


@pytest.mark.parametrize("passes", PIPELINES)
@given(graph=loops())
def test_loop_keeps_values(passes: str, graph: Graph) -> None:
    check(graph, passes)


@pytest.mark.parametrize("passes", PIPELINES)
@given(graph=branches())
def test_branch_keeps_values(passes: str, graph: Graph) -> None:
    check(graph, passes)
