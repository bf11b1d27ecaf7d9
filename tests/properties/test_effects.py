"""Passes never merge, fold or reorder nodes with effects, nor lose errors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir import dtypes
from graphir.analysis.reachability import ancestors
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.optimizer import DEFAULT
from graphir.passes.pipeline import Pipeline
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from tests.graphir.same_values import random_array, results_or_error

PURE = ("AddV2", "Mul", "Sub", "Maximum")


@st.composite
def graphs_with_effects(draw: st.DrawFn) -> Graph:
    """Random numbers, sums of them, copies that wait, and control edges between."""
    graph = Graph("g")
    build = GraphBuilder(graph)
    values = [graph.add_input("x", dtypes.float32, Shape([2]))]
    size = build.constant(np.array([2], np.int32))
    for _ in range(draw(st.integers(2, 10))):
        before = list(graph.nodes)
        kind = draw(st.sampled_from(["random", "random", "pure", "copy", "wait"]))
        if kind == "random":
            attrs = {"dtype": dtypes.float32, "seed": 1, "seed2": 2}
            node = build.node("RandomUniform", [size], attrs)
        elif kind == "pure":
            inputs = [draw(st.sampled_from(values)) for _ in "ab"]
            node = build.node(draw(st.sampled_from(PURE)), inputs)
        elif kind == "copy":
            node = build.node("Identity", [draw(st.sampled_from(values))])
        else:
            node = build.node("NoOp", [])
        for each in draw(st.lists(st.sampled_from(before), max_size=2)):
            node.add_control_input(each)
        values += node.outputs
    graph.outputs = draw(st.lists(st.sampled_from(values), min_size=1, max_size=3))
    last = draw(st.sampled_from(graph.nodes))
    graph.control_outputs = [last] if last.op != "Placeholder" else []
    return graph


def effects(graph: Graph) -> dict[str, Node]:
    """The nodes with effects that a run of the graph reaches."""
    roots = [value.node for value in graph.outputs] + graph.control_outputs
    return {node.name: node for node in ancestors(roots) if node.is_stateful}


def order(graph: Graph) -> set[tuple[str, str]]:
    """Pairs of such nodes, the first of which must run before the second."""
    found = effects(graph)
    return {
        (each.name, name)
        for name, node in found.items()
        for each in ancestors([node]) - {node}
        if each.name in found
    }


@given(graphs_with_effects())
def test_effects_stay_and_keep_their_order(graph: Graph) -> None:
    before = {name: dict(node.attrs) for name, node in effects(graph).items()}
    pairs = order(graph)
    Pipeline.of(DEFAULT, debug=True).run(graph)
    assert {name: dict(node.attrs) for name, node in effects(graph).items()} == before
    assert order(graph) >= pairs


ERRORS = {
    "division": """graph @g(%x: i32[2]) -> (%y) {
      %zero = Const() {value = 0 : i32[]} : i32[]
      %y = FloorDiv(%x, %zero)
    }""",
    "division of constants": """graph @g(%x: i32[2]) -> (%y) {
      %zero = Const() {value = 0 : i32[]} : i32[]
      %one = Const() {value = 1 : i32[]} : i32[]
      %part = FloorMod(%one, %zero)
      %y = AddV2(%x, %part)
    }""",
    "reshape": """graph @g(%x: f32[?]) -> (%y) {
      %s = Const() {value = [5] : i32[1]} : i32[1]
      %t = Const() {value = [1, 2] : i32[2]} : i32[2]
      %a = Neg(%x)
      %y = Reshape(%a, %s)
    }""",
    "gather": """graph @g(%x: f32[2]) -> (%y) {
      %i = Const() {value = 7 : i32[]} : i32[]
      %a = Const() {value = 0 : i32[]} : i32[]
      %y = GatherV2(%x, %i, %a)
    }""",
    "element of a stack": """graph @g(%x: f32[2]) -> (%y) {
      %s = Pack(%x, %x) {axis = 0}
      %i = Const() {value = 2 : i32[]} : i32[]
      %a = Const() {value = 0 : i32[]} : i32[]
      %y = GatherV2(%s, %i, %a)
    }""",
    "product": """graph @g(%x: f32[?,3], %w: f32[2,4], %b: f32[4]) -> (%y) {
      %p = MatMul(%x, %w)
      %q = BiasAdd(%p, %b)
      %y = Relu(%q)
    }""",
    "bias": """graph @g(%x: f32[2,3], %w: f32[3,4], %b: f32[?]) -> (%y) {
      %p = MatMul(%x, %w)
      %y = BiasAdd(%p, %b)
    }""",
    "negative power": """graph @g(%x: i32[2]) -> (%y) {
      %k = Const() {value = -1 : i32[]} : i32[]
      %y = Pow(%x, %k)
    }""",
}


@pytest.mark.parametrize("name", ERRORS)
def test_error_of_a_result_that_is_needed_is_not_lost(name: str) -> None:
    text = ERRORS[name].replace("f32[2,4], %b", "f32[?,4], %b")
    before, after = parse_graph(text), parse_graph(text)
    Pipeline.of(DEFAULT, debug=True).run(after)
    feeds = {
        value.node.name: random_array(
            value.dtype, value.shape, np.random.default_rng(1)
        )
        for value in before.inputs
    }
    error = results_or_error(before, feeds)
    assert isinstance(error, type)
    assert issubclass(error, Exception)
    assert results_or_error(after, feeds) is error
