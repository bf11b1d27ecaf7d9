"""Tests of plans: what runs, in which order, what dies when."""

from __future__ import annotations

from graphir.text.parser import parse_graph
from runtime.executor.planning.plan import make_plan, unchanged_variables

CHAIN = """graph @g(%x: f32[]) -> (%c) {
             %a = Neg(%x)
             %same = Identity(%a)
             %unused = Neg(%a)
             %b = AddV2(%same, %a)
             %c = Neg(%b) }"""


def steps(text: str) -> list[str]:
    graph = parse_graph(text)
    plan = make_plan(graph, graph.inputs, graph.outputs, graph.control_outputs)
    return [node.name for node in plan.steps]


def test_identities_and_unused_nodes_are_no_steps() -> None:
    assert steps(CHAIN) == ["a", "b", "c"]


def test_value_dies_with_the_last_reader_of_its_aliases() -> None:
    graph = parse_graph(CHAIN)
    plan = make_plan(graph, graph.inputs, graph.outputs)
    dying = [[value.name for value in values] for values in plan.deaths]
    assert dying == [["x"], ["a"], ["b"]]


def test_order_of_the_graph_is_kept() -> None:
    assert steps(
        """graph @g(%x: f32[]) -> (%b) ctrl(%z) {
             %z = Neg(%x)
             %a = Neg(%x)
             %b = Neg(%a) }"""
    ) == ["z", "a", "b"]


def test_nodes_listed_before_what_they_read_are_sorted() -> None:
    assert steps(
        """graph @g(%x: f32[]) -> (%b) {
             %b = Neg(%a) : f32[]
             %a = Neg(%x) : f32[] }"""
    ) == ["a", "b"]


def test_control_inputs_run_first() -> None:
    assert steps(
        """graph @g(%x: f32[]) -> (%a) {
             %a = Neg(%x) ctrl(%check) : f32[]
             %check = Neg(%x) : f32[] }"""
    ) == ["check", "a"]


def test_variable_handed_on_through_identity_is_unchanged() -> None:
    body = parse_graph(
        """graph @g(%x: f32[], %y: f32[]) -> (%same, %z) {
             %same = Identity(%x)
             %z = Neg(%y) }"""
    )
    assert unchanged_variables(body) == [0]
