"""What a function needs of the old graph."""

from __future__ import annotations

import pytest

import graphir
from graphir.editing.dataflow.guards import Guards
from graphir.editing.dataflow.needs import Needs
from graphir.editing.dataflow.places import Everywhere
from tests.graphir.editing.dataflow.test_effects import LOOP, counting
from tests.graphir.editing.dataflow.test_scopes import BRANCH_IN_BRANCH


def needs_of(graph: graphir.Graph) -> Needs:
    return Needs(Guards(graph), Everywhere())


def test_a_merge_needs_what_its_branches_read_from_around() -> None:
    graph = graphir.parse_graph(BRANCH_IN_BRANCH)
    found = needs_of(graph).of(graph.value("m"))
    assert {each.name for each in found} == {"p", "q", "x"}


def test_a_loop_needs_the_effects_before_it() -> None:
    graph = counting(*LOOP)
    found = needs_of(graph).of(graph.value("sum"))
    assert {each.name for each in found} == {"zero", "n", "first"}


def test_an_order_after_no_effect_is_no_need() -> None:
    graph = counting(*LOOP)
    needs = needs_of(graph)
    assert needs.effects([graph.node("zero"), graph.node("first")]) == [
        graph.node("first")
    ]


def test_a_variable_of_a_loop_is_no_branch() -> None:
    graph = counting(*LOOP)
    with pytest.raises(graphir.InvalidGraphError, match="read outside of it"):
        needs_of(graph).around(graph.node("m0"))
