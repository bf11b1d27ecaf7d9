"""Graphs in the language of Graphviz."""

from __future__ import annotations

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.drawing.scopes import clusters_of
from graphir.graph import Graph
from graphir.node import Node

from .listing import type_text


def dot(graph: Graph, depth: int | None = None, names: InputNames = NO_NAMES) -> str:
    """The graph in Graphviz's language; control edges are dashed.

    With ``depth``, nodes of a deeper name scope become one box. ``names`` are those of
    inputs in the user's code.

    >>> print(dot(Graph("empty")))
    digraph "empty" {
      node [shape=box, fontname="sans-serif"];
    }
    """
    clusters = clusters_of(graph, depth) if depth is not None else {}
    box = {node: clusters.get(node, node.name) for node in graph}
    lines = [
        f"digraph {_quoted(graph.name)} {{",
        '  node [shape=box, fontname="sans-serif"];',
    ]
    for node in graph:
        if node not in clusters:
            label = "\\n".join(dict.fromkeys([*_name(node, names), node.name, node.op]))
            lines.append(f"  {_quoted(node.name)} [label={_quoted(label)}];")
    for scope in sorted(set(clusters.values())):
        lines.append(f"  {_quoted(scope)} [shape=box3d];")
    for node in graph:
        lines += _dot_edges(node, box)
    # edges between the same boxes differ in nothing that is shown
    return "\n".join([*dict.fromkeys(lines), "}"])


def _name(node: Node, names: InputNames) -> list[str]:
    return [names[node]] if node in names else []


def _dot_edges(node: Node, box: dict[Node, str]) -> list[str]:
    lines = [
        f"  {_quoted(box[value.node])} -> {_quoted(box[node])} "
        f"[label={_quoted(type_text(value))}];"
        for value in node.inputs
        if box[value.node] != box[node]
    ]
    lines += [
        f"  {_quoted(box[each])} -> {_quoted(box[node])} [style=dashed];"
        for each in node.control_inputs
        if box[each] != box[node]
    ]
    return lines


def _quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'
