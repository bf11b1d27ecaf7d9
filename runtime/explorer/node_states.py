"""Node states: snapshots of a graph in which equal node states are stored once."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from graphir.analysis.costs import constant_bytes, value_bytes
from graphir.analysis.input_names import InputNames, names_of_inputs
from graphir.analysis.reachability import function_names
from graphir.attributes import TensorValue
from graphir.drawing.diagram import type_text
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import Origin
from graphir.text.tensors import short_values

LONGEST_TEXT: Final = 200
"""Longer texts of attributes and names of types are cut."""

Line = tuple[int, int]
"""The number of a file among the files, and a line of it, from 1."""


class Files:
    """The files that nodes come from, by number."""

    def __init__(self) -> None:
        self.paths: dict[str, int] = {}

    def number(self, path: str) -> int:
        """The number of a file; a new number for a new file."""
        return self.paths.setdefault(path, len(self.paths))


class NodeStates:
    """Numbers for nodes, node states and graphs; equal states share a number.

    A node keeps its number while passes change it in place. Nodes are kept alive, so
    that no later node has the identity of an earlier one.
    """

    def __init__(
        self, files: Files, variables: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.states: list[dict[str, Any]] = []
        self._variables = variables
        self._names: InputNames = {}
        self.graphs: list[dict[str, Any]] = []
        self._files = files
        self._numbers: dict[Node, int] = {}
        self._known_states: dict[tuple[Any, ...], int] = {}
        self._by_content: dict[str, int] = {}
        self._known_graphs: dict[str, int] = {}
        self._kept: list[Any] = []
        self._lines: dict[tuple[int, bool], list[Line]] = {}

    def number(self, node: Node) -> int:
        """The number of a node, by the identity of the object."""
        return self._numbers.setdefault(node, len(self._numbers))

    def has_number(self, node: Node) -> bool:
        """Whether a node was in any recorded state of the graph."""
        return node in self._numbers

    def take_for(self, node: Node, number: int) -> None:
        """Gives a node the number of the same node in another copy of its graph."""
        self._numbers[node] = number

    def numbered(self) -> dict[Node, int]:
        """All numbered nodes, with their numbers."""
        return dict(self._numbers)

    def snapshot(self, graph: Graph) -> list[int]:
        """The numbers of the current states of a graph and its functions."""
        self._names = names_of_inputs(graph, self._variables)
        bodies = [(graph.name, graph)]
        bodies += [(each.name, each.body) for each in graph.functions.values()]
        return [self._graph(name, body, graph) for name, body in bodies]

    def _graph(self, name: str, body: Graph, whole: Graph) -> int:
        data = {
            "name": name,
            "states": [self._state(node, whole) for node in body],
            "inputs": [self.number(value.node) for value in body.inputs],
            "outputs": [self._value(value) for value in body.outputs],
        }
        return self._known_graphs.setdefault(str(data), self._next_graph(data))

    def _next_graph(self, data: dict[str, Any]) -> int:
        known = self._known_graphs.get(str(data))
        if known is not None:
            return known
        self.graphs.append(data)
        return len(self.graphs) - 1

    def _value(self, value: Value) -> list[int]:
        return [self.number(value.node), value.index]

    def _state(self, node: Node, whole: Graph) -> int:
        key = (
            node,
            node.name,
            node.op,
            node.inputs,
            node.control_inputs,
            tuple((name, id(value)) for name, value in node.attrs.items()),
            tuple(map(type_text, node.outputs)),
            node.device,
            id(node.origin),
            self._names.get(node),
        )
        known = self._known_states.get(key)
        if known is None:
            data = self._described(node, whole)
            known = self._by_content.setdefault(str(data), len(self.states))
            if known == len(self.states):
                self.states.append(data)
            self._known_states[key] = known
            self._kept += [dict(node.attrs), node.origin]
        return known

    def _described(self, node: Node, whole: Graph) -> dict[str, Any]:
        calls = {
            key: name
            for key, value in node.attrs.items()
            for name in function_names(value)
            if name in whole.functions
        }
        found: dict[str, Any] = {
            "id": self.number(node),
            "name": node.name,
            "op": node.op,
            "in": [self._value(value) for value in node.inputs],
            "wait": [self.number(each) for each in node.control_inputs],
            "types": [type_text(value) for value in node.outputs],
            "attrs": {key: attribute_text(value) for key, value in node.attrs.items()},
            "calls": calls,
            "lines": self._places(node),
            "device": node.device,
            "family": family_of(node, whole),
            "bytes": bytes_of(node),
            "effect": node.is_stateful,
            "value": constant_text(node),
            "variable": self._names.get(node),
        }
        return {key: value for key, value in found.items() if value or key == "id"}

    def _places(self, node: Node) -> list[Line]:
        origin = node.origin
        if origin is None:
            return []
        # an input comes from the call, whose callers have nothing to do with it
        is_input = node.op == "Placeholder"
        key = id(origin), is_input
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._lines_of(origin, 1 if is_input else None)
            self._kept.append(origin)
        return found

    def _lines_of(self, origin: Origin, depth: int | None) -> list[Line]:
        places = (frame for frames in origin.sources for frame in frames[:depth])
        return list(
            dict.fromkeys(
                (self._files.number(frame.filename), frame.line) for frame in places
            )
        )


def family_of(node: Node, whole: Graph) -> str:
    """The room of ops that declares the op; ``call`` for a function of the library."""
    if node.op in whole.functions:
        return "call"
    declaration = node.declaration
    if declaration is None:
        return "unknown"
    parts = declaration.__module__.split(".")
    return parts[2] if parts[:2] == ["graphir", "ops"] and len(parts) > 3 else "other"


def bytes_of(node: Node) -> int:
    """The bytes of the results, where their shapes are known; also of constants."""
    return constant_bytes(node) or sum(value_bytes(each) for each in node.outputs)


def constant_text(node: Node) -> str:
    """The value of a small constant, the type of a large constant; else empty."""
    tensor = node.attrs.get("value") if node.op == "Const" else None
    if not isinstance(tensor, TensorValue):
        return ""
    if tensor.array.size > 4 or tensor.array.ndim > 1:
        return type_text(node.output)
    return cut(str(short_values(tensor.array)), 24)


def attribute_text(value: Any) -> str:
    """An attribute's value as a short text."""
    if isinstance(value, TensorValue) and value.array.size <= 16:
        return cut(f"{value.dtype.name} {short_values(value.array)}")
    return cut(repr(value))


def cut(text: str, longest: int = LONGEST_TEXT) -> str:
    """The text, truncated if it is longer than the limit.

    >>> cut("abcdefgh", 5)
    'abcd…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


__all__ = ["Files", "Line", "NodeStates", "attribute_text", "cut"]
