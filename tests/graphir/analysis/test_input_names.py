"""Inputs are called as the user's code calls what they stand for, in bodies too."""

from __future__ import annotations

from graphir.analysis.input_names import names_of_inputs
from graphir.graph import Graph
from graphir.origin import Frame, Origin
from graphir.text.parser import parse_graph

BRANCH = """
graph @g(%p: bool[], %x: f32[], %h: f32[]) -> (%y) {
  %y = StatelessIf(%p, %x, %h) {then_branch = @then, else_branch = @other,
    Tcond = bool, Tin = [float32, float32], Tout = [float32]} : f32[]
}
func @then(%then_a: f32[], %then_b: f32[]) -> (%s) { %s = AddV2(%then_a, %then_b) }
func @other(%other_a: f32[], %other_b: f32[]) -> (%d) {
  %d = PartitionedCall(%other_b, %other_a) {f = @inner, Tin = [float32, float32],
    Tout = [float32]} : f32[]
}
func @inner(%a: f32[], %b: f32[]) -> (%m) { %m = Mul(%a, %b) }
"""


def names(graph: Graph, **captures: str) -> dict[str, str]:
    found = names_of_inputs(graph, captures)
    return {node.name: name for node, name in found.items()}


def test_branches_name_arguments_and_variables_and_calls_variables_alone() -> None:
    assert names(parse_graph(BRANCH), h="self.layers[0]") == {
        "h": "self.layers[0]",
        "then_a": "x",
        "then_b": "self.layers[0]",
        "other_a": "x",
        "other_b": "self.layers[0]",
        "a": "self.layers[0]",
    }


def test_an_input_that_gets_different_variables_has_no_name_of_theirs() -> None:
    graph = parse_graph("""
    graph @g(%h: f32[], %k: f32[]) -> (%z) {
      %y = PartitionedCall(%h) {f = @inner, Tin = [float32], Tout = [float32]} : f32[]
      %w = PartitionedCall(%k) {f = @inner, Tin = [float32], Tout = [float32]} : f32[]
      %z = AddV2(%y, %w)
    }
    func @inner(%a: f32[]) -> (%b) { %b = Neg(%a) }
    """)
    assert names(graph, h="first", k="second") == {"h": "first", "k": "second"}
    assert names(graph, h="one", k="one")["a"] == "one"


def test_a_recorded_name_is_stronger_than_what_is_passed() -> None:
    graph = parse_graph(BRANCH)
    node = graph.functions["then"].body.node("then_a")
    node.origin = Origin.from_frames([Frame("m.py", 3)]).naming("total")
    assert names(graph)["then_a"] == "total"


def test_a_function_that_calls_itself_with_its_arguments_turned() -> None:
    graph = parse_graph("""
    graph @g(%h: f32[], %k: f32[]) -> (%y) {
      %y = PartitionedCall(%h, %k) {f = @turn, Tin = [float32, float32],
        Tout = [float32]} : f32[]
    }
    func @turn(%a: f32[], %b: f32[]) -> (%c) {
      %c = PartitionedCall(%b, %a) {f = @turn, Tin = [float32, float32],
        Tout = [float32]} : f32[]
    }
    """)
    found = names(graph, h="first", k="second")
    assert (found["h"], found["k"]) == ("first", "second")


def test_what_takes_the_place_of_a_node_keeps_its_own_name() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%z) { %y = Neg(%x) %z = Neg(%y) }")
    x, y = graph.node("x"), graph.node("y")
    x.origin = Origin.from_frames([Frame("m.py", 3)]).naming("total")
    y.origin = Origin.from_frames([Frame("m.py", 5)]).naming("other")
    y.output.replace_all_uses_with(x.output)
    assert x.origin.variable == "total"
    assert [frames[0].line for frames in x.origin.sources] == [3, 5]
