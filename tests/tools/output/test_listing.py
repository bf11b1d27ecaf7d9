"""Listings of graphs: coloured, and fitted to the width."""

from __future__ import annotations

from typing import Any

import pytest

from autograph_tools.output.listing import listing
from autograph_tools.output.terminal import plain
from graphir.builder import GraphBuilder
from graphir.text.parser import parse_graph


def test_ops_and_dtypes_have_their_colours() -> None:
    text = listing(made_graph()).as_text(colour=True)
    assert "\x1b[36mNeg\x1b[0m(x)" in text
    assert "\x1b[32mf32[2]\x1b[0m" in text
    assert plain(text) == str(listing(made_graph()))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_listing_fits(width: int) -> None:
    lines = listing(made_graph()).as_text(width).splitlines()
    assert max(map(len, lines)) <= width


def test_functions_that_do_not_fit_stand_below_their_node() -> None:
    graph = branching_graph()
    lines = listing(graph, nested=False).as_text(60).splitlines()
    (at,) = (number for number, line in enumerate(lines) if "If(" in line)
    assert "=@" not in lines[at]
    told = " ".join(" ".join(lines[at + 1 : at + 3]).split())
    assert told.startswith("then=@the_branch_that_is_taken else=@the_other_branch")
    whole = listing(graph, nested=False).as_text().splitlines()[at]
    assert "then=@the_branch_that_is_taken else=@the_other_branch" in whole


def test_headings_and_results_are_told_to_their_end() -> None:
    text = listing(branching_graph(), nested=False).as_text(60)
    told = " ".join(text.split())
    assert "the_branch_that_is_taken(one_of_the_values: f32[2]) -> f32[2]" in told


def test_names_that_differ_at_their_end_are_told_apart() -> None:
    lines = listing(made_graph()).as_text(60).splitlines()
    names = [line.split(" = ")[0] for line in lines if " = AddV2" in line]
    assert len(set(names)) == 3


def test_a_wide_terminal_shows_all_inputs() -> None:
    assert "…" not in listing(made_graph()).as_text(200)


def branching_graph() -> Any:
    return parse_graph(
        """graph @g(%x: f32[2], %truth: bool[]) -> (%y) {
             %y = If(%truth, %x) {then_branch = @the_branch_that_is_taken,
                                  else_branch = @the_other_branch} : f32[2] }
           func @the_branch_that_is_taken(%one_of_the_values: f32[2])
               -> (answer = %negative) {
             %negative = Neg(%one_of_the_values) : f32[2] }
           func @the_other_branch(%one_of_the_values: f32[2]) -> (answer = %same) {
             %same = Identity(%one_of_the_values) : f32[2] }"""
    )


def made_graph() -> Any:
    build = GraphBuilder("made")
    x = build.input("x", "float32", [2])
    for number in range(3):
        name = f"a_name_of_some_length_that_goes_on/{number}"
        x = build.op.AddV2(build.op.Neg(x), x, name=name)
    build.output(x)
    return build.graph
