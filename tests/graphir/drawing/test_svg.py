"""Pictures and pages: well-formed, whole, collapsed where a graph is large."""

from __future__ import annotations

from xml.etree import ElementTree

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.drawing.svg import to_svg
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from tests.graphir.drawing.graphs import GRAPH, SVG, boxes, layered


def test_a_picture_is_well_formed_and_has_every_node() -> None:
    svg = to_svg(GRAPH)
    titles = [each.findtext(f"{SVG}title") or "" for each in boxes(svg)]
    assert len(titles) == len(GRAPH) + 2
    assert any("x<1>.py:3" in title for title in titles)
    edges = [e for e in ElementTree.fromstring(svg).iter() if "data-from" in e.attrib]
    assert len(edges) == 7


def test_text_fits_into_its_box() -> None:
    """By the width of a letter of the fonts that are asked for."""
    for box in boxes(to_svg(layered(3))):
        rect = box.find(f"{SVG}rect")
        assert rect is not None
        for text in box.iter(f"{SVG}text"):
            width = len(text.text or "") * float(text.attrib["font-size"]) * 0.605
            assert width < float(rect.attrib["width"])


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


def test_characters_that_xml_cannot_hold_are_visible_escapes() -> None:
    names = ["\0", "\x1b[31m", "\x7f", "\ufffe", "a\tb\nc", "\ud800", "é名"]
    for name in names:
        graph = Graph(name)
        x = graph.add_input(f"{name}x", dtypes.float32, Shape([2]))
        graph.outputs = [GraphBuilder(graph).node("Neg", [x], name=f"{name}y").output]
        root = ElementTree.fromstring(to_svg(graph))
        assert len(boxes(to_svg(graph))) == 3, name
        told = root.attrib["aria-label"]
        assert told.isprintable(), name
