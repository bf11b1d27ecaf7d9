"""Pictures and pages: well-formed, whole, collapsed where a graph is large."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.drawing.diagram import Kind, diagram_of, shortened
from graphir.drawing.page import to_html
from graphir.drawing.scopes import clusters_of
from graphir.drawing.svg import to_svg
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph

SVG = "{http://www.w3.org/2000/svg}"


def layered(layers: int, width: int = 6) -> Graph:
    """Nodes in nested name scopes: ``net/layer_0/cell/n0``."""
    graph = Graph("net")
    build = GraphBuilder(graph)
    value = graph.add_input("x", dtypes.float32, Shape([2]))
    for layer in range(layers):
        for index in range(width):
            scope = f"net/layer_{layer}/cell" if index else f"net/layer_{layer}"
            value = build.node("Neg", [value], name=f"{scope}/n{index}").output
    graph.outputs = [value]
    return graph


def boxes(svg: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return [each for each in root.iter(f"{SVG}g") if "data-box" in each.attrib]


GRAPH = parse_graph(
    """graph @"a<b>&c"(%x: f32[2], %v: resource<f32[2]>[]) -> (%y, %y, %n) {
      %r = ReadVariableOp(%v) {dtype = f32} : f32[2] at "x<1>.py":3:0
      %c = Const() {value = "<&\\"" : str[]}
      %y = AddV2(%x, %r) ctrl(%c)
      %n = PartitionedCall(%y) {f = @f, Tout = [f32]} : f32[2]
    }
    func @f(%p: f32[2]) -> (%q) { %q = Neg(%p) }"""
)


def test_a_picture_is_well_formed_and_has_every_node() -> None:
    svg = to_svg(GRAPH)
    titles = [each.findtext(f"{SVG}title") or "" for each in boxes(svg)]
    assert len(titles) == len(GRAPH) + 2
    assert any("x<1>.py:3" in title for title in titles)
    edges = [e for e in ElementTree.fromstring(svg).iter() if "data-from" in e.attrib]
    assert len(edges) == 7


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


def test_text_fits_into_its_box() -> None:
    """By the width of a letter of the fonts that are asked for."""
    for box in boxes(to_svg(layered(3))):
        rect = box.find(f"{SVG}rect")
        assert rect is not None
        for text in box.iter(f"{SVG}text"):
            width = len(text.text or "") * float(text.attrib["font-size"]) * 0.605
            assert width < float(rect.attrib["width"])


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


def test_scopes_open_from_the_outside_in() -> None:
    clusters = set(clusters_of(layered(3), most=10).values())
    assert clusters == {f"net/layer_{i}/cell/" for i in range(3)}
    assert set(clusters_of(layered(3), most=3).values()) == {"net/"}


def test_depth_says_how_many_parts_of_a_name_are_shown() -> None:
    clusters = clusters_of(layered(2), depth=2)
    assert set(clusters.values()) == {"net/layer_0/", "net/layer_1/"}


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


def test_scopes_that_read_each_other_are_drawn() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%"a/2") {
          %"a/1" = Neg(%x)
          %"b/1" = Neg(%"a/1")
          %"a/2" = Neg(%"b/1")
        }"""
    )
    assert len(boxes(to_svg(graph, depth=1))) == 3 + 1


def test_loops_are_drawn() -> None:
    graph = parse_graph(
        """graph @loop(%x: f32[]) -> (%out) {
          %enter = Enter(%x) {frame_name = "f"} : f32[]
          %merge, %index = Merge(%enter, %next) : f32[], i32[]
          %test = Const() {value = true : bool[]} ctrl(%merge)
          %cond = LoopCond(%test)
          %off, %on = Switch(%merge, %cond) : f32[], f32[]
          %next = NextIteration(%on) : f32[]
          %out = Exit(%off) : f32[]
        }"""
    )
    assert len(boxes(to_svg(graph))) == len(graph) + 1


def test_a_page_holds_every_function_and_ends_nowhere_early() -> None:
    page = to_html(GRAPH)
    assert "<title>a&lt;b&gt;&amp;c</title>" in page
    assert page.count('class="graph"') == 2
    data = re.search(r'id="details">\n(.*?)</script>', page, re.DOTALL)
    assert data is not None
    details = json.loads(data[1])
    assert details["f"]["1"]["op"] == "Neg"
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


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


def test_long_texts_are_cut_in_the_middle() -> None:
    assert shortened("a" * 10 + "b" * 10, 10) == "aaaa…bbbbb"
    assert shortened("short") == "short"
