"""Graphs and nodes show themselves in notebooks."""

from __future__ import annotations

from graphir.drawing.svg import to_svg
from graphir.text.parser import parse_graph
from tests.graphir.drawing.graphs import GRAPH, SVG, boxes


def test_notebooks_show_graphs_and_nodes() -> None:
    assert GRAPH._repr_svg_() == to_svg(GRAPH)
    html = GRAPH._repr_html_()
    assert html.count("<svg ") == 2
    assert "<summary>f, 2 nodes</summary>" in html
    node = GRAPH.node("y")
    titles = [each.findtext(f"{SVG}title") or "" for each in boxes(node._repr_svg_())]
    assert any(title.startswith("%y = AddV2") for title in titles)
    assert "%y = AddV2" in node._repr_html_()


def test_a_node_outside_of_a_graph_has_a_picture() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%x) { %y = Neg(%x) }")
    node = graph.node("y")
    graph.remove_node(node)
    assert len(boxes(node._repr_svg_())) == 1
