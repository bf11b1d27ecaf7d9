"""Listings of graphs: coloured, and fitted to the width."""

from __future__ import annotations

from typing import Any

import pytest

from autograph_tools.output.listing import listing
from autograph_tools.output.terminal import plain
from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.shapes import Shape


def test_ops_and_dtypes_have_their_colours() -> None:
    text = listing(made_graph()).as_text(colour=True)
    assert "\x1b[36mNeg\x1b[0m(x)" in text
    assert "\x1b[32mf32[2]\x1b[0m" in text
    assert plain(text) == str(listing(made_graph()))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_listing_fits(width: int) -> None:
    lines = listing(made_graph()).as_text(width).splitlines()
    assert max(map(len, lines)) <= width


def made_graph() -> Any:
    build = GraphBuilder("made")
    x = build.input("x", "float32", [2])
    for number in range(3):
        name = f"a_name_of_some_length_that_goes_on/{number}"
        x = build.op.AddV2(build.op.Neg(x), x, name=name)
    build.output(x)
    return build.graph


def test_names_of_others_do_not_control_the_terminal() -> None:
    """A graph may come from a file of someone else's."""
    graph = Graph("g\x1b[2J")
    x = graph.add_input("x\r", dtypes.float32, Shape([2]))
    y = graph.add_node("Neg", [x], {"T": x.dtype}, [(x.dtype, x.shape)], name="y\nz")
    graph.outputs = [y.output]
    assert listing(graph).as_text().split("\n") == [
        r"g\x1b[2J(x\r: f32[2]) -> f32[2]",
        r"  y\nz  = Neg(x\r)  f32[2]",
        r"  return y\nz",
    ]
