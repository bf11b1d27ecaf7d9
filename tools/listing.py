"""Graphs for reading: a listing with types and source lines, and Graphviz."""

from __future__ import annotations

from typing import Any, Final

from graphir.shapes import Shape

WIDEST_COLUMN: Final = 44
"""Longer cells stick out of their column."""


def listing(graph: Any) -> str:
    """One line a node: results, op and inputs, type, and the user's line.

    >>> from graphir import dtypes
    >>> from graphir.graph import Graph
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2]))
    >>> y = graph.add_node("Neg", [x], {"T": x.dtype}, [(x.dtype, x.shape)])
    >>> graph.outputs = [y.output]
    >>> print(listing(graph))
    g(x: f32[2]) -> f32[2]
      Neg  = Neg(x)  f32[2]
      return Neg
    """
    parts = [_one(graph, graph.name)]
    parts += [_one(each.body, each.name) for each in graph.functions.values()]
    return "\n\n".join(parts)


def _one(graph: Any, name: str) -> str:
    inputs = ", ".join(f"{value.name}: {type_text(value)}" for value in graph.inputs)
    results = ", ".join(map(type_text, graph.outputs))
    given = {value.node for value in graph.inputs}
    rows = [_row(node) for node in graph if node not in given]
    # one long row (a loop with much state) must not push all others to the right
    widths = [
        min(WIDEST_COLUMN, max((len(row[column]) for row in rows), default=0))
        for column in range(4)
    ]
    lines = [f"{name}({inputs}) -> {results or '()'}"]
    for label, call, types, place, text in rows:
        line = (
            f"  {label:<{widths[0]}}  = {call:<{widths[1]}}  {types:<{widths[2]}}"
            f"  {place:<{widths[3]}}  {text}"
        )
        lines.append(line.rstrip())
    returned = ", ".join(value.name for value in graph.outputs)
    lines.append(f"  return {returned}".rstrip())
    return "\n".join(lines)


def _row(node: Any) -> tuple[str, str, str, str, str]:
    inputs = [value.name for value in node.inputs]
    inputs += [f"^{each.name}" for each in node.control_inputs]
    call = f"{node.op}({', '.join(inputs)})" if inputs else node.op + _constant(node)
    types = ", ".join(map(type_text, node.outputs))
    if node.origin is None or not node.origin.frames:
        return node.name, call, types, "", ""
    frame = node.origin.frame
    file = frame.filename.rpartition("/")[2]
    return node.name, call, types, f"{file}:{frame.line}", frame.text


def _constant(node: Any) -> str:
    value = node.attrs.get("value") if node.op == "Const" else None
    if value is None or value.array.size > 4:
        return ""
    return f"({value.array.tolist()})"


def type_text(value: Any) -> str:
    """``f32[2,?]``; ``f32[...]`` where even the rank is unknown."""
    shape: Shape = value.shape
    if shape.rank is None:
        return f"{value.dtype.short_name}[...]"
    sizes = ",".join("?" if size is None else str(size) for size in shape)
    return f"{value.dtype.short_name}[{sizes}]"


def dot(graph: Any) -> str:
    """The graph in Graphviz's language; control edges are dashed.

    >>> from graphir.graph import Graph
    >>> print(dot(Graph("empty")))
    digraph "empty" {
      node [shape=box, fontname="sans-serif"];
    }
    """
    lines = [
        f"digraph {_quoted(graph.name)} {{",
        '  node [shape=box, fontname="sans-serif"];',
    ]
    for node in graph:
        label = f"{node.name}\\n{node.op}" if node.name != node.op else node.op
        lines.append(f"  {_quoted(node.name)} [label={_quoted(label)}];")
    for node in graph:
        for value in node.inputs:
            lines.append(
                f"  {_quoted(value.node.name)} -> {_quoted(node.name)} "
                f"[label={_quoted(type_text(value))}];"
            )
        for each in node.control_inputs:
            lines.append(
                f"  {_quoted(each.name)} -> {_quoted(node.name)} [style=dashed];"
            )
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'
