"""What a result depends on, and which functions a graph may call."""

from __future__ import annotations

import pytest

from graphir.analysis.reachability import (
    ancestors,
    called_functions,
    descendants,
    function_names,
    needed_nodes,
)
from graphir.attributes import FunctionRef
from graphir.text.parser import parse_graph

GRAPH = parse_graph(
    """graph @g(%x: f32[], %unused: f32[]) -> (%d) {
      %a = Neg(%x)
      %b = Exp(%x)
      %c = Neg(%b)
      %d = Neg(%a) ctrl(%b)
    }"""
)
CALLS = parse_graph(
    """graph @g(%x: f32[]) -> (%y) {
      %y = PartitionedCall(%x) {f = @first, Tout = [f32]} : f32[]
    }
    func @first(%p: f32[]) -> (%q) {
      %q = PartitionedCall(%p) {f = @inner, Tout = [f32]} : f32[]
    }
    func @inner(%p: f32[]) -> (%q) { %q = Neg(%p) }
    func @slope(%p: f32[]) -> (%q) { %q = Neg(%p) }
    func @slope_of_slope(%p: f32[]) -> (%q) {
      %q = PartitionedCall(%p) {f = @called_last, Tout = [f32]} : f32[]
    }
    func @called_last(%p: f32[]) -> (%q) { %q = Neg(%p) }
    func @unused(%p: f32[]) -> (%q) { %q = Neg(%p) }"""
)


def names(nodes: object) -> list[str]:
    return sorted(node.name for node in nodes)  # type: ignore[attr-defined]


def test_control_edges_count() -> None:
    assert names(ancestors([GRAPH.node("d")])) == ["a", "b", "d", "x"]
    assert names(descendants([GRAPH.node("b")])) == ["b", "c", "d"]
    assert names(ancestors([])) == []


def test_inputs_are_needed_and_readers_of_nothing_are_not() -> None:
    assert names(needed_nodes(GRAPH)) == ["a", "b", "d", "unused", "x"]


def test_a_chain_of_any_length_is_walked() -> None:
    graph = GRAPH.copy()
    value = graph.node("a").output
    for _ in range(5000):
        value = graph.add_node("Neg", [value], {}, [(value.dtype, value.shape)]).output
    assert len(ancestors([value.node])) == 5002


@pytest.mark.parametrize(
    ("attr", "expected"),
    [
        (FunctionRef("f"), ["f"]),
        (
            FunctionRef("f", {"g": [FunctionRef("h"), (FunctionRef("i"),)]}),
            ["f", "h", "i"],
        ),
        ([], []),
        (b"f", []),
        (3, []),
    ],
)
def test_functions_in_attributes(attr: object, expected: list[str]) -> None:
    assert list(function_names(attr)) == expected  # type: ignore[arg-type]


def test_calls_are_followed_to_their_end() -> None:
    assert called_functions(CALLS) == {"first", "inner"}


def test_gradients_of_gradients_are_kept() -> None:
    """A gradient may be differentiated in its turn: once only the first was kept."""
    graph = CALLS.copy()
    graph.functions.gradients.update(
        {"inner": "slope", "slope": "slope_of_slope", "called_last": "missing"}
    )
    assert called_functions(graph) == {
        "first",
        "inner",
        "slope",
        "slope_of_slope",
        "called_last",
    }


def test_recursion_ends() -> None:
    graph = CALLS.copy()
    graph.functions.gradients.update({"first": "slope", "slope": "first"})
    assert called_functions(graph) == {"first", "inner", "slope"}
