"""Boxes and arrows of a graph: their kinds, and how large graphs collapse."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.drawing.diagram import Kind, diagram_of, shortened
from graphir.graph import Graph
from graphir.shapes import Shape
from tests.graphir.drawing.graphs import GRAPH, layered


def test_kinds_are_told_apart() -> None:
    kinds = [box.kind for box in diagram_of(GRAPH).boxes]
    assert kinds == [
        Kind.INPUT,
        Kind.INPUT,
        Kind.STATE,
        Kind.CONSTANT,
        Kind.OPERATION,
        Kind.CALL,
        Kind.RESULT,
        Kind.RESULT,
    ]


@pytest.mark.parametrize(
    ("layers", "most", "expected"),
    [
        (2, 300, 12 + 2),
        (40, 300, None),
        (400, 300, None),
    ],
)
def test_large_graphs_collapse(layers: int, most: int, expected: int | None) -> None:
    """Never more boxes than asked for, beside the results."""
    count = len(diagram_of(layered(layers), most=most).boxes)
    assert count <= most + 1
    assert expected is None or count == expected


def test_without_scopes_bands_stand_for_nodes() -> None:
    graph = Graph("flat")
    build = GraphBuilder(graph)
    value = graph.add_input("x", dtypes.float32, Shape([]))
    for index in range(2000):
        value = build.node("Neg", [value], name=f"n{index}").output
    diagram = diagram_of(graph)
    assert len(diagram.boxes) <= 60
    assert diagram.boxes[0].title == "depth 1 to 51"
    assert all(arrow.source < arrow.target for arrow in diagram.arrows)


def test_long_texts_are_cut_in_the_middle() -> None:
    assert shortened("a" * 10 + "b" * 10, 10) == "aaaa…bbbbb"
    assert shortened("short") == "short"
