"""Readable listings of graphs, with types and source lines, and Graphviz output."""

from __future__ import annotations

from typing import Any, Final

from graphir.shapes import Shape

from .results import Table

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
    op = node.op + _mark(node)
    call = f"{op}({', '.join(inputs)})" if inputs else op + _constant(node)
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


def table(graph: Any) -> Table:
    """A row for each node: function, name, op, inputs, results, line, device."""
    rows = _table_rows(graph, graph.name)
    for each in graph.functions.values():
        rows += _table_rows(each.body, each.name)
    return Table(("graph", "node", "op", "inputs", "results", "line", "device"), rows)


def _table_rows(graph: Any, name: str) -> tuple[tuple[str, ...], ...]:
    rows = []
    for node in graph:
        inputs = [value.name for value in node.inputs]
        inputs += [f"^{each.name}" for each in node.control_inputs]
        _, _, types, place, _ = _row(node)
        op = f"{node.op}{_constant(node)}{_mark(node)}"
        rows.append((name, node.name, op, ", ".join(inputs), types, place, node.device))
    return tuple(rows)


def _mark(node: Any) -> str:
    """`?` for an unknown op."""
    return "" if _is_known(node) else "?"


def _is_known(node: Any) -> bool:
    from graphir.ops.contract.registry import signature_of

    if signature_of(node.op) is not None:
        return True
    return node.graph is not None and node.op in node.graph.functions


def unknown_ops(graph: Any) -> dict[str, int]:
    """Ops that are neither in the op list nor functions, with counts of nodes."""
    bodies = [function.body for function in graph.functions.values()]
    unknown = [
        node.op for each in (graph, *bodies) for node in each if not _is_known(node)
    ]
    return {op: unknown.count(op) for op in sorted(set(unknown))}


def dot(graph: Any, depth: int | None = None) -> str:
    """The graph in Graphviz's language; control edges are dashed.

    With ``depth``, one box stands for the nodes of a deeper name scope.

    >>> from graphir.graph import Graph
    >>> print(dot(Graph("empty")))
    digraph "empty" {
      node [shape=box, fontname="sans-serif"];
    }
    """
    from graphir.drawing.scopes import clusters_of

    clusters = clusters_of(graph, depth) if depth is not None else {}
    box = {node: clusters.get(node, node.name) for node in graph}
    lines = [
        f"digraph {_quoted(graph.name)} {{",
        '  node [shape=box, fontname="sans-serif"];',
    ]
    for node in graph:
        label = f"{node.name}\\n{node.op}" if node.name != node.op else node.op
        if node not in clusters:
            lines.append(f"  {_quoted(node.name)} [label={_quoted(label)}];")
    for scope in sorted(set(clusters.values())):
        lines.append(f"  {_quoted(scope)} [shape=box3d];")
    for node in graph:
        lines += _dot_edges(node, box)
    # edges between the same boxes differ in nothing that is shown
    return "\n".join([*dict.fromkeys(lines), "}"])


def _dot_edges(node: Any, box: dict[Any, str]) -> list[str]:
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
