"""Parts of graphs: by outputs and inputs, by nearness, by names in a message."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.analysis.evaluation import evaluate_graph
from graphir.analysis.verifier import verify
from graphir.editing.subgraphs import extract_sub_graph, neighbourhood
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.text.parser import parse_graph

TEXT = """
graph @g(%x: f32[4], %y: f32[4]) -> (%sum, %call) ctrl(%seen) {
  %axis = Const() {value = 0 : i32[]}
  %a, %b = Split(%axis, %x) {num_split = 2}
  %n = Neg(%a) : f32[2] at m.py:3:0
  %sum = AddV2(%n, %b) ctrl(%seen) device("/cpu:0")
  %call = PartitionedCall(%y) {f = @f, Tout = [f32]} : f32[4]
  %seen = NoOp() ctrl(%y)
}
func @f(%v: f32[4]) -> (%w) { %w = Sin(%v) }
func @unused(%v: f32[4]) -> (%v) {}
"""


@pytest.fixture
def graph() -> Graph:
    return parse_graph(TEXT)


def test_a_subgraph_has_what_its_outputs_need(graph: Graph) -> None:
    part = graph.subgraph(["sum"])
    verify(part)
    assert [node.name for node in part] == ["x", "y", "axis", "a", "n", "sum", "seen"]
    assert [value.name for value in part.inputs] == ["x", "y"]
    assert [node.name for node in part.control_outputs] == ["seen"]
    assert list(part.functions) == []
    assert part.node("sum").device == "/cpu:0"
    assert str(part.node("n").origin) == "m.py:3:0"


def test_it_is_cut_at_its_inputs(graph: Graph) -> None:
    part = graph.subgraph(["sum"], ["a", graph.value("a:1")])
    verify(part)
    assert [value.name for value in part.inputs] == ["a", "a_1", "y"]
    feeds = {"a": np.float32([1, 2]), "a_1": np.float32([10, 20])}
    part.node("sum").set_control_inputs(())
    (found,) = evaluate_graph(part, {**feeds, "y": np.zeros(4, np.float32)})
    assert found.tolist() == [9.0, 18.0]


def test_functions_come_along(graph: Graph) -> None:
    part = graph.subgraph([graph.outputs[1]])
    verify(part)
    assert list(part.functions) == ["f"]
    assert part.functions["f"] is not graph.functions["f"]


def test_what_is_asked_for_must_be_there(graph: Graph) -> None:
    with pytest.raises(InvalidGraphError, match="no node 'nothing'"):
        graph.subgraph(["nothing"])
    with pytest.raises(InvalidGraphError, match="needs outputs"):
        graph.subgraph([])
    with pytest.raises(InvalidGraphError, match="not in 'g'"):
        graph.subgraph([parse_graph(TEXT).outputs[0]])


@pytest.mark.parametrize(
    ("distance", "names"),
    [
        (0, {"n", "a"}),
        (1, {"n", "a", "sum", "axis", "x", "a_1"}),
    ],
)
def test_a_neighbourhood_reaches_so_far(
    graph: Graph, distance: int, names: set[str]
) -> None:
    part = neighbourhood(graph, graph.node("n"), distance)
    verify(part)
    assert {node.name for node in part} >= names - {"a_1"}
    assert graph.node("n").graph is graph


def test_extract_sub_graph_copies_messages(graph: Graph) -> None:
    message = graph.as_graph_def()
    part = extract_sub_graph(message, ["n:0"])
    assert [node.name for node in part.node] == ["x", "axis", "a", "n"]
    assert part.node[-1] == next(node for node in message.node if node.name == "n")
    assert part.versions == message.versions
    assert extract_sub_graph(graph, ["call"]).library == message.library


def test_extract_sub_graph_tells_what_is_wrong(graph: Graph) -> None:
    with pytest.raises(TypeError, match="not one string"):
        extract_sub_graph(graph, "n")
    with pytest.raises(InvalidGraphError, match="no node 'q'"):
        extract_sub_graph(graph, ["q"])
