"""Printer of the text form of a graph; ``graphir.text.parser`` has the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphir.attributes import Attr, attr_key
from graphir.function import Function
from graphir.graph import MIN_CONSUMER, PRODUCER, Graph
from graphir.node import Node, Value
from graphir.ops.contract.implied import complete_from_types
from graphir.ops.contract.registry import signature_of
from graphir.origin import Frame, Origin
from graphir.text.literals import print_attrs, print_value_type
from graphir.text.tokens import quote, spell_name, spell_op

_PLAIN_FILE = re.compile(r"[\w./\\-]+", re.ASCII)


def print_graph(graph: Graph, *, origins: bool = True) -> str:
    """The graph and the functions it can call, as text that parses back.

    >>> from graphir import dtypes
    >>> from graphir.shapes import Shape
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2]))
    >>> y = graph.add_node("Identity", [x], {"T": x.dtype}, [(x.dtype, x.shape)], "y")
    >>> graph.outputs = [y.output]
    >>> print(print_graph(graph), end="")
    graph @g(%x: f32[2]) -> (%y) {
      %y = Identity(%x) : f32[2]
    }
    """
    parts = [_graph_text(graph, origins)]
    parts += [
        print_function(function, origins=origins)
        for function in graph.functions.values()
    ]
    gradients = graph.functions.gradients.items()
    parts += [
        f"gradient @{spell_name(name)} = @{spell_name(gradient)}\n"
        for name, gradient in gradients
    ]
    return "".join(parts)


class _Head(NamedTuple):
    """The first line without the inputs."""

    start: str
    results: Sequence[str]
    control: Sequence[str]
    extra: str


def _graph_text(graph: Graph, origins: bool) -> str:
    versions = (graph.producer, graph.min_consumer)
    head = _Head(
        f"graph @{spell_name(graph.name)}",
        [f"%{spell_value(value)}" for value in graph.outputs],
        [f"%{spell_name(node.name)}" for node in graph.control_outputs],
        "" if versions == (PRODUCER, MIN_CONSUMER) else f" versions{versions}",
    )
    return _definition(head, graph, origins)


def print_function(function: Function, *, origins: bool = True) -> str:
    """One function of a library, without the functions it calls."""
    body = function.body
    head = _Head(
        f"func @{spell_name(function.name)}",
        [
            _result(name, value.name, f"%{spell_value(value)}")
            for name, value in zip(function.output_names, body.outputs, strict=True)
        ],
        [
            _result(name, node.name, f"%{spell_name(node.name)}")
            for name, node in zip(
                function.control_output_names, body.control_outputs, strict=True
            )
        ],
        f" attr {print_attrs(_sorted(function.attrs))}" if function.attrs else "",
    )
    return _definition(head, body, origins)


def _result(name: str, value_name: str, spelled: str) -> str:
    return spelled if name == value_name else f"{spell_name(name)} = {spelled}"


def _definition(head: _Head, graph: Graph, origins: bool) -> str:
    header_count = _header_input_count(graph)
    inputs = [
        _input_text(value, index < header_count)
        for index, value in enumerate(graph.inputs)
    ]
    control = f" ctrl({', '.join(head.control)})" if head.control else ""
    lines = [
        f"{head.start}({', '.join(inputs)}) -> ({', '.join(head.results)})"
        f"{control}{head.extra} {{"
    ]
    lines += [
        "  " + print_node(node, origins=origins) for node in graph.nodes[header_count:]
    ]
    return "\n".join([*lines, "}", ""])


def _header_input_count(graph: Graph) -> int:
    """How many inputs the header can declare: those that are the first nodes."""
    count = 0
    for node, value in zip(graph, graph.inputs, strict=False):
        declared = node.op == "Placeholder" and not node.device and not node.origin
        if node is not value.node or not declared or node.control_inputs:
            break
        count += 1
    return count


def _input_text(value: Value, declared: bool) -> str:
    if not declared:
        return f"%{spell_value(value)}"
    attrs = written_attrs(value.node)
    if "shape" in value.node.attrs and value.node.attrs["shape"] == value.shape:
        attrs.pop("shape", None)
    elif "shape" in value.node.attrs:
        attrs["shape"] = value.node.attrs["shape"]
    return f"%{spell_value(value)}: {print_value_type(value)}" + (
        f" {print_attrs(attrs)}" if attrs else ""
    )


def spell_value(value: Value) -> str:
    """The value's name without its ``%``: the node's, and ``:1`` for a second one."""
    name = spell_name(value.node.name)
    return f"{name}:{value.index}" if value.index else name


def print_node(node: Node, *, origins: bool = True) -> str:
    """One node on one line."""
    inputs = ", ".join(f"%{spell_value(value)}" for value in node.inputs)
    parts = [f"%{spell_name(node.name)} = {spell_op(node.op)}({inputs})"]
    attrs = written_attrs(node)
    if attrs:
        parts.append(print_attrs(attrs))
    if node.control_inputs:
        names = (f"%{spell_name(each.name)}" for each in node.control_inputs)
        parts.append(f"ctrl({', '.join(names)})")
    if node.device:
        parts.append(f"device({quote(node.device)})")
    if node.outputs:
        parts.append(": " + ", ".join(map(print_value_type, node.outputs)))
    elif _may_have_results(node):
        parts.append(": ()")
    if origins and node.origin is not None and node.origin.frames:
        parts.append(print_origin(node.origin))
    return " ".join(parts)


def _may_have_results(node: Node) -> bool:
    """Whether a reader would look for results, in lists that are empty here."""
    signature = signature_of(node.op)
    return signature is not None and bool(signature.outputs)


def print_origin(origin: Origin) -> str:
    """``at m.py:7:9``, callers' frames after ``from``, other sources after ``and``."""
    return " and ".join(
        "at " + " from ".join(map(_frame_text, frames)) for frames in origin.sources
    )


def _frame_text(frame: Frame) -> str:
    plain = _PLAIN_FILE.fullmatch(frame.filename)
    file = frame.filename if plain else quote(frame.filename)
    function = f" in {spell_name(frame.function)}" if frame.function else ""
    return f"{file}:{frame.line}:{frame.column}{function}"


def written_attrs(node: Node) -> dict[str, Attr]:
    """The attributes that must be written: others follow from op, inputs, results."""
    signature = signature_of(node.op)
    if signature is None:
        return _sorted(node.attrs)
    defaults = {
        name: spec.default for name, spec in signature.attrs.items() if spec.has_default
    }
    written = {
        name: value
        for name, value in node.attrs.items()
        if name not in defaults or attr_key(value) != attr_key(defaults[name])
    }
    types = [value.dtype for value in node.outputs]
    implied = complete_from_types(signature, node.inputs, types, {})
    for name, value in implied.items():
        if name in written and attr_key(written[name]) == attr_key(value):
            del written[name]
    if _differs(
        complete_from_types(signature, node.inputs, types, written), node.attrs
    ):
        written = dict(node.attrs)
    return _in_order(written, signature.attrs)


def _differs(completed: dict[str, Attr], attrs: dict[str, Attr]) -> bool:
    return any(
        name not in completed
        or (
            completed[name] is not value
            and attr_key(completed[name]) != attr_key(value)
        )
        for name, value in attrs.items()
    )


def _in_order(attrs: dict[str, Attr], declared: Iterable[str]) -> dict[str, Attr]:
    ordered = {name: attrs[name] for name in declared if name in attrs}
    return {**ordered, **_sorted(attrs)}


def _sorted(attrs: dict[str, Attr]) -> dict[str, Attr]:
    return {name: attrs[name] for name in sorted(attrs)}
