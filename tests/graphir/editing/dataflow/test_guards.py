"""The branches and loops that nodes lie in."""

from __future__ import annotations

import pytest

import graphir
from graphir.editing.dataflow.guards import Guards
from tests.graphir.editing.dataflow.test_scopes import (
    BRANCH_IN_BRANCH,
    BRANCH_IN_LOOP,
    LOOP_IN_LOOP,
)


def test_a_guard_holds_every_branch_around() -> None:
    graph = graphir.parse_graph(BRANCH_IN_BRANCH)
    guards = Guards(graph)
    found = {(value.name, side) for value, side in guards.of(graph.value("neg"))}
    assert found == {("p", 1), ("asked:1", 0)}
    assert not guards.of(graph.value("m"))


def test_frames_are_those_of_their_loops() -> None:
    graph = graphir.parse_graph(LOOP_IN_LOOP)
    guards = Guards(graph)
    places = {name: guards.frames[graph.node(name)] for name in ("zero", "next", "up")}
    assert places == {"zero": "", "next": "f", "up": "g"}
    assert guards.frames[graph.node("x2")] == "f"
    assert [each.name for each in guards.loops["g"].merges] == ["m2"]


def test_a_branch_in_a_loop_knows_its_condition() -> None:
    graph = graphir.parse_graph(BRANCH_IN_LOOP)
    decision = Guards(graph).decisions[graph.node("both")]
    assert (decision.condition.name, decision.inputs) == ("odd", (0, 1))


def test_a_merge_of_unrelated_values_is_refused() -> None:
    graph = graphir.parse_graph(
        """graph @g(%x: f32[2]) -> (%m) {
             %a = Neg(%x) : f32[2]
             %m = Merge(%a, %x) {N = 2} : f32[2], i32[]
           }"""
    )
    with pytest.raises(
        graphir.InvalidGraphError, match="'m' .* tells its inputs apart"
    ):
        graphir.functional_control_flow(graph)
