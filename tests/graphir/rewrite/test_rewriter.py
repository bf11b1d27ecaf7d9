"""Edits of a rule: what is built, folded, refused and cleaned up."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.rewrite.pattern import constant
from graphir.rewrite.rewriter import MAX_FILL, Rewriter
from graphir.text.parser import parse_graph

TEXT = """
graph @g(%x: f32[2], %big: f32[99999]) -> (%out) {
  %n = NoOp()
  %y = Neg(%x) device("/cpu:1") at m.py:3:4
  %out = Abs(%y)
  %waits = NoOp() ctrl(%y)
  %large = Neg(%big)
}
"""


@pytest.fixture
def graph():
    return parse_graph(TEXT)


def names(graph) -> list[str]:
    return [each.name for each in graph]


def test_new_nodes_have_the_place_of_the_root(graph) -> None:
    rewriter = Rewriter(graph, graph.node("y"))
    (made,) = rewriter.apply("Exp", [graph.node("x").output], {})
    assert (made.node.device, made.node.origin) == (
        "/cpu:1",
        graph.node("y").origin,
    )
    rewriter.discard()
    assert str(graph) == str(parse_graph(TEXT))


def test_calls_of_constants_are_constants(graph) -> None:
    rewriter = Rewriter(graph, graph.node("y"))
    one = rewriter.constant(np.float32([1, 2]))
    (sum_,) = rewriter.apply("AddV2", [one, one], {})
    assert sum_.node.op == "Const"
    assert sum_.constant_value().tolist() == [2, 4]
    rewriter.discard()
    assert names(graph) == names(parse_graph(TEXT))


def test_a_replacement_takes_over_name_readers_and_followers(graph) -> None:
    rewriter = Rewriter(graph, graph.node("y"))
    (made,) = rewriter.apply("Exp", [graph.node("x").output], {})
    assert rewriter.replace(made)
    assert graph.node("y").op == "Exp"
    assert graph.node("waits").control_inputs == (graph.node("y"),)
    assert graph.node("out").inputs == (graph.node("y").output,)
    assert {each.name for each in rewriter.touched} >= {"y", "out"}


def test_readers_turn_to_a_value_that_exists(graph) -> None:
    rewriter = Rewriter(graph, graph.node("y"))
    assert rewriter.replace(graph.node("x").output)
    assert "y" not in names(graph)
    assert graph.node("waits").control_inputs == (graph.node("x"),)


@pytest.mark.parametrize("wrong", ["dtype", "shape", "more"])
def test_refusals_leave_no_trace(graph, wrong: str) -> None:
    rewriter = Rewriter(graph, graph.node("y"))
    x = graph.node("x").output
    if wrong == "dtype":
        (made,) = rewriter.apply("Cast", [x], {"DstT": dtypes.int32})
    elif wrong == "shape":
        axis = rewriter.constant(np.int32(0))
        (made,) = rewriter.apply("ExpandDims", [x, axis], {})
    else:
        (half,) = rewriter.apply("Exp", [x], {})
        (made,) = rewriter.apply("Log", [half], {})
    assert not rewriter.replace(made)
    assert str(graph) == str(parse_graph(TEXT))


def test_a_number_fills_the_shape_of_the_root_if_it_is_small(graph) -> None:
    filled = Rewriter(graph, graph.node("y")).build(constant(3), {})
    assert filled is not None
    assert filled.constant_value().tolist() == [3, 3]
    assert graph.node("large").output.shape.num_elements() > MAX_FILL
    assert Rewriter(graph, graph.node("large")).build(constant(3), {}) is None


def test_what_one_input_reads_is_inner(graph) -> None:
    rewriter = Rewriter(graph, graph.node("out"))
    assert not rewriter.is_inner(graph.node("y").output)  # a node waits for it
    graph.node("waits").remove_control_input(graph.node("y"))
    assert rewriter.is_inner(graph.node("y").output)
    assert not rewriter.is_inner(graph.node("out").output)
