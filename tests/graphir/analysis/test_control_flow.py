"""TensorFlow 1's control flow is found by its nodes."""

from __future__ import annotations

from graphir.analysis.control_flow import has_control_flow, is_control_flow
from graphir.graph import Graph
from graphir.text.parser import parse_graph


def graph_of(body: str) -> Graph:
    return parse_graph(f"graph @g(%x: f32[], %c: bool[]) -> (%x) {{ {body} }}")


def test_a_switch_decides_what_runs() -> None:
    graph = graph_of("%no, %yes = Switch(%x, %c) %n = Neg(%yes)")
    assert has_control_flow(graph)
    assert [each.op for each in graph if is_control_flow(each)] == ["Switch"]


def test_a_merge_takes_what_runs() -> None:
    graph = graph_of("%no, %yes = Switch(%x, %c) %m, %i = Merge(%no, %yes)")
    assert [each.op for each in graph if is_control_flow(each)] == ["Switch", "Merge"]


def test_selecting_is_computing() -> None:
    assert not has_control_flow(graph_of("%y = SelectV2(%c, %x, %x)"))
    assert not has_control_flow(Graph("empty"))
