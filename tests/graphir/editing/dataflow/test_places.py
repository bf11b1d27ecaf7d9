"""The parts of a graph that become functions."""

from __future__ import annotations

import graphir
from graphir.editing.dataflow.guards import Guards
from graphir.editing.dataflow.places import Everywhere, InFrame, branch_of
from tests.graphir.editing.dataflow.test_scopes import BRANCH_IN_BRANCH, LOOP_IN_LOOP


def test_a_branch_holds_the_branches_in_it() -> None:
    graph = graphir.parse_graph(BRANCH_IN_BRANCH)
    guards = Guards(graph)
    yes = branch_of(guards, graph.node("m"), 1)
    no = branch_of(guards, graph.node("m"), 0)
    assert yes.runs(graph.node("neg"))
    assert not no.runs(graph.node("neg"))
    assert no.has(graph.value("one"))
    assert yes.has(graph.value("one:1"))
    assert not yes.runs(graph.node("one"))
    assert Everywhere().runs(graph.node("one"))


def test_a_frame_does_not_hold_the_loops_in_it() -> None:
    graph = graphir.parse_graph(LOOP_IN_LOOP)
    place = InFrame(Guards(graph), "f")
    assert place.runs(graph.node("next"))
    assert not place.runs(graph.node("up"))
    assert place.has(graph.value("x2"))
    assert not place.has(graph.value("n"))
