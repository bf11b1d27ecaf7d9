"""The diagram of a graph: boxes with lines of text, and edges between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.analysis.reachability import function_names
from graphir.attributes import TensorValue
from graphir.drawing.scopes import MOST_BOXES, clusters_of
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.text.printer import print_node
from graphir.text.tensors import short_values

LONGEST_LINE: Final = 30
"""Longer texts are cut in the middle; the whole stands in the tooltip."""


class Kind(Enum):
    """The kind of a box, which decides its colour."""

    INPUT = "input"
    CONSTANT = "constant"
    OPERATION = "operation"
    STATE = "state"
    CALL = "call"
    SCOPE = "scope"
    RESULT = "result"


@dataclass
class Box:
    """A node, several nodes, or a result of the graph."""

    kind: Kind
    title: str
    lines: list[str]
    """Under the title, smaller."""
    tooltip: str
    nodes: list[Node] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    """What a page shows of it, by heading."""


@dataclass
class Arrow:
    """An edge between two boxes, by their numbers."""

    source: int
    target: int
    is_control: bool
    tooltip: str
    count: int = 1
    """How many edges of the graph it stands for."""


@dataclass
class Diagram:
    """The content of a drawing: boxes and edges."""

    title: str
    boxes: list[Box]
    arrows: list[Arrow]


def diagram_of(
    graph: Graph,
    depth: int | None = None,
    most: int = MOST_BOXES,
    names: InputNames = NO_NAMES,
) -> Diagram:
    """The boxes and arrows of one graph, without the functions it calls.

    ``names`` are those of inputs in the user's code.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> [(box.title, box.lines) for box in diagram_of(graph).boxes]
    [('x', ['f32[2]']), ('Neg', ['y', 'f32[2]']), ('result', [])]
    """
    clusters = clusters_of(graph, depth, most)
    diagram = Diagram(graph.name, [], [])
    number: dict[Node, int] = {}
    scopes: dict[str, int] = {}
    for node in graph:
        scope = clusters.get(node)
        if scope is None:
            number[node] = len(diagram.boxes)
            diagram.boxes.append(_node_box(node, graph, names.get(node)))
            continue
        if scope not in scopes:
            scopes[scope] = len(diagram.boxes)
            diagram.boxes.append(Box(Kind.SCOPE, scope, [], ""))
        number[node] = scopes[scope]
        diagram.boxes[scopes[scope]].nodes.append(node)
    for place in scopes.values():
        _describe_scope(diagram.boxes[place])
    _add_arrows(diagram, graph, number)
    _add_results(diagram, graph, number)
    return diagram


def _add_arrows(diagram: Diagram, graph: Graph, number: dict[Node, int]) -> None:
    known: dict[tuple[int, int, bool], Arrow] = {}
    for node in graph:
        target = number[node]
        edges = [(value.node, False, _edge_text(value)) for value in node.inputs]
        edges += [(each, True, "control edge") for each in node.control_inputs]
        for source_node, is_control, text in edges:
            source = number[source_node]
            is_inside = source == target and diagram.boxes[source].kind is Kind.SCOPE
            if is_inside:
                continue
            key = source, target, is_control
            if key in known:
                known[key].count += 1
                known[key].tooltip = f"{known[key].tooltip}\n{text}"
            else:
                known[key] = Arrow(source, target, is_control, text)
    diagram.arrows += known.values()


def _add_results(diagram: Diagram, graph: Graph, number: dict[Node, int]) -> None:
    names: dict[Value, list[str]] = {}
    for index, value in enumerate(graph.outputs):
        label = "result" if len(graph.outputs) == 1 else f"result {index}"
        names.setdefault(value, []).append(label)
    for value, labels in names.items():
        if len(names) > MOST_BOXES:
            return  # a file of results that nobody named
        box = Box(
            Kind.RESULT, ", ".join(labels), [], f"the graph returns %{value.name}"
        )
        arrow = Arrow(number[value.node], len(diagram.boxes), False, _edge_text(value))
        diagram.boxes.append(box)
        diagram.arrows.append(arrow)


def _edge_text(value: Value) -> str:
    return f"%{value.name}: {type_text(value)}"


def type_text(value: Value) -> str:
    """``f32[2,?]``; ``f32[...]`` where even the rank is unknown."""
    dims = value.shape.sizes
    if dims is None:
        return f"{value.dtype.short_name}[...]"
    sizes = ",".join("?" if size is None else str(size) for size in dims)
    return f"{value.dtype.short_name}[{sizes}]"


def shortened(text: str, longest: int = LONGEST_LINE) -> str:
    """The text, cut in the middle if it is longer.

    >>> shortened("model/layer_1/attention/output", 15)
    'model/l…/output'
    """
    if len(text) <= longest:
        return text
    tail = longest // 2
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def _node_box(node: Node, graph: Graph, user_name: str | None) -> Box:
    types = ", ".join(map(type_text, node.outputs))
    kind = _kind_of(node, graph)
    tooltip = print_node(node, origins=False)
    origin = (
        node.origin.frame if node.origin is not None and node.origin.frames else None
    )
    if origin is not None:
        tooltip += f"\n{origin.filename}:{origin.line}  {origin.text}"
    details = _details(node)
    if user_name is not None:
        title, lines = user_name, [node.name, types]
        tooltip = f"{user_name}\n{tooltip}"
        details = {"called": user_name, **details}
    elif kind is Kind.INPUT:
        title, lines = node.name, [types]
    elif kind is Kind.CONSTANT:
        title, lines = _constant_text(node), [types]
    else:
        title, lines = node.op, [node.name, types]
    shown = [shortened(line) for line in lines if line and line != title]
    return Box(kind, shortened(title), shown, _cut(tooltip), [node], details)


def _cut(text: str) -> str:
    return text if len(text) <= 600 else f"{text[:600]}…"


def _kind_of(node: Node, graph: Graph) -> Kind:
    if node.outputs and node.output in graph.inputs:
        return Kind.INPUT
    if node.op == "Const":
        return Kind.CONSTANT
    if any(
        name in graph.functions
        for a in node.attrs.values()
        for name in function_names(a)
    ):
        return Kind.CALL
    return Kind.STATE if node.is_stateful else Kind.OPERATION


def _constant_text(node: Node) -> str:
    tensor = node.attrs.get("value")
    if not isinstance(tensor, TensorValue) or tensor.array.size > 4:
        return node.name
    values = short_values(tensor.array)
    if isinstance(values, bytes):
        return repr(values)[1:]
    return str(values)


def _details(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": node.name,
        "op": node.op,
        "results": [type_text(value) for value in node.outputs],
        "reads": [_edge_text(value) for value in node.inputs],
        "waits for": [f"%{each.name}" for each in node.control_inputs],
        "attributes": {key: _cut(repr(value)) for key, value in node.attrs.items()},
        "device": node.device,
        "from": [],
    }
    if node.origin is not None:
        found["from"] = [
            f"{frames[0].filename}:{frames[0].line}  {frames[0].text}"
            for frames in node.origin.sources
            if frames
        ]
    return {key: value for key, value in found.items() if value}


def _describe_scope(box: Box) -> None:
    ops = Counter(node.op for node in box.nodes)
    common = [f"{count} {op}" for op, count in ops.most_common(3)]
    box.lines = [f"{len(box.nodes):,} nodes", *map(shortened, common)]
    rest = sum(ops.values()) - sum(count for _, count in ops.most_common(3))
    if rest:
        box.lines.append(f"{rest} others")
    names = [node.name for node in box.nodes[:12]]
    more = len(box.nodes) - len(names)
    box.tooltip = "\n".join(
        [box.title, *names, *([f"and {more} more"] if more else [])]
    )
    box.details = {
        "scope": box.title,
        "nodes": len(box.nodes),
        "ops": dict(ops.most_common()),
    }
    box.title = shortened(box.title)
