"""Checks go behind every computed float of a copy."""

from __future__ import annotations

from graphir.editing.result_checks import Check, with_result_checks
from graphir.node import Node
from graphir.text.parser import parse_graph

TEXT = """
graph @g(%x: f32[2]) -> (%out) {
  %same = Identity(%x)
  %e = Exp(%same)
  %n = Cast(%e) {DstT = i32} : i32[2]
  %out = Neg(%e)
  %unread = Log(%x)
}
"""


def check_of(node: Node, index: int) -> Check | None:
    value = node.outputs[index]
    message = f"{node.name}:{index}".encode()
    return Check("CheckNumerics", [value], {"T": value.dtype, "message": message})


def test_computed_floats_are_checked_and_the_graph_stays() -> None:
    graph = parse_graph(TEXT)
    before = str(graph)
    ends = with_result_checks(graph, graph.inputs, graph.outputs, [], check_of)
    assert str(graph) == before
    checks = [each for each in ends.graph if each.op == "CheckNumerics"]
    assert [each.attrs["message"] for each in checks] == [b"e:0", b"out:0"]
    assert ends.outputs == [checks[1].output]
    assert {use.node.name for use in checks[0].output.uses} == {"n", "out"}
    assert ends.inputs == ends.graph.inputs


def test_a_fed_value_is_not_checked_and_what_is_before_it_does_not_run() -> None:
    graph = parse_graph(TEXT)
    fed = [graph.node("e").output]
    ends = with_result_checks(graph, fed, graph.outputs, [], check_of)
    checks = [each for each in ends.graph if each.op == "CheckNumerics"]
    assert [each.attrs["message"] for each in checks] == [b"out:0"]


def test_none_is_no_check() -> None:
    graph = parse_graph(TEXT)
    ends = with_result_checks(graph, graph.inputs, graph.outputs, [], lambda *_: None)
    assert str(ends.graph) == str(graph)
    controls = [graph.node("unread")]
    made = with_result_checks(graph, graph.inputs, [], controls, check_of)
    assert [each.name for each in made.control_outputs] == ["unread"]
    assert "CheckNumerics" in {each.op for each in made.graph}
