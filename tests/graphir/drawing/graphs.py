"""Graphs that the tests of drawings draw, and the boxes of a drawing."""

from __future__ import annotations

from xml.etree import ElementTree

from graphir import dtypes
from graphir.builder import GraphBuilder
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
