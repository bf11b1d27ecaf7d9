"""Counts, depth, critical path; and the graph for networkx."""

from __future__ import annotations

from graphir.analysis.reachability import ancestors, called_functions, descendants
from graphir.analysis.statistics import critical_path, stats
from graphir.text.parser import parse_graph

GRAPH = parse_graph(
    """graph @g(%x: f32[100]) -> (%sum) {
      %axis = Const() {value = [0] : i32[1]} : i32[1]
      %a = Neg(%x)
      %b = Exp(%a)
      %c = Abs(%x)
      %sum = Sum(%b, %axis)
      %last = NoOp() ctrl(%sum)
    }
    func @f(%x: f32[]) -> (%y) { %y = PartitionedCall(%x) {f = @f} : f32[] }"""
)


def test_stats_counts_nodes_functions_and_constants() -> None:
    found = stats(GRAPH)
    assert found.nodes == 7
    assert found.ops["Neg"] == 1
    assert found.depth == 5
    assert found.constant_bytes == 4
    assert (found.functions, found.function_nodes) == (1, 2)


def test_critical_path_costs_most() -> None:
    names = [node.name for node in critical_path(GRAPH)]
    assert names == ["x", "a", "b", "sum", "last"]


def test_networkx_has_every_edge() -> None:
    network = GRAPH.to_networkx()
    assert network.number_of_nodes() == 7
    assert network.number_of_edges() == 6
    assert network.nodes["b"]["op"] == "Exp"
    assert network.edges["sum", "last", 0] == {"control": True}


def test_ancestors_and_descendants() -> None:
    names = {node.name for node in ancestors([GRAPH.node("b")])}
    assert names == {"x", "a", "b"}
    names = {node.name for node in descendants([GRAPH.node("b")])}
    assert names == {"b", "sum", "last"}


def test_recursive_function_is_called_once() -> None:
    assert called_functions(GRAPH) == set()
    assert called_functions(GRAPH.functions["f"].body) == {"f"}
