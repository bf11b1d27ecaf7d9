"""Notebook display of graphs and nodes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType

from graphir.analysis.input_names import names_of_inputs
from graphir.drawing.svg import to_svg
from graphir.editing.subgraphs import neighbourhood
from graphir.graph import Graph
from graphir.node import Node

NEAR = 1
"""How many edges away from a node its picture reaches."""


def graph_html(graph: Graph, captures: Mapping[str, str] = MappingProxyType({})) -> str:
    """The picture in a frame that scrolls, the functions folded away below.

    ``captures`` are the variables of the user's that inputs of the graph stand for.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> graph_html(graph).startswith('<div class="graphir">')
    True
    """
    names = names_of_inputs(graph, captures)
    parts = [_frame(to_svg(graph, names=names))]
    parts += [
        f"<details><summary>{escape(function.name)}, {len(function.body):,} nodes"
        f"</summary>{_frame(to_svg(function.body, names=names))}</details>"
        for function in graph.functions.values()
    ]
    caption = f"<div><b>{escape(graph.name)}</b>, {len(graph):,} nodes</div>"
    return f'<div class="graphir">{caption}{"".join(parts)}</div>'


def node_svg(node: Node) -> str:
    """A drawing of the node between its inputs and its consumers."""
    if node.graph is None:
        single = Graph("node")
        single.add_named_node(node.name, node.op, node.attrs, ())
        return to_svg(single)
    return to_svg(neighbourhood(node.graph, node, NEAR))


def node_html(node: Node) -> str:
    """The picture under the node as text."""
    from graphir.text.printer import print_node

    text = escape(print_node(node))
    return f'<div class="graphir"><pre>{text}</pre>{_frame(node_svg(node))}</div>'


def _frame(picture: str) -> str:
    return f'<div style="max-height:640px;overflow:auto">{picture}</div>'
