"""Semantic difference of two graphs: nodes are matched by meaning, not by name."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.analysis.order import leads_back, topological_order
from graphir.attachments import Attached
from graphir.attributes import NOTES, Attr, FunctionRef, attr_key
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.text.literals import print_attr
from graphir.text.printer import print_node

_TO_HTML: Attached[str] = Attached("page of a difference")


@dataclass(frozen=True)
class Change:
    """A node present in both graphs, with its differences."""

    before: str
    after: str
    """The names in the two graphs."""
    what: tuple[str, ...]


@dataclass
class Difference:
    """The differences between two graphs; empty if they mean the same."""

    removed: list[str] = field(default_factory=list)
    """Nodes of the first graph only, as text."""
    added: list[str] = field(default_factory=list)
    """Nodes of the second graph only, as text."""
    changed: list[Change] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    """Differences between inputs and outputs, in words."""

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed or self.results)

    def __str__(self) -> str:
        lines = [f"! {each}" for each in self.results]
        lines += [f"- {each}" for each in self.removed]
        lines += [f"+ {each}" for each in self.added]
        for change in self.changed:
            new = "" if change.before == change.after else f" -> %{change.after}"
            lines.append(f"~ %{change.before}{new}: {'; '.join(change.what)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def as_data(self) -> dict[str, Any]:
        """The differences as lists and dictionaries, for JSON."""
        return {
            "results": self.results,
            "removed": self.removed,
            "added": self.added,
            "changed": [
                {"before": each.before, "after": each.after, "what": list(each.what)}
                for each in self.changed
            ],
        }


def diff(
    before: Graph,
    after: Graph,
    *,
    names: bool = False,
    inputs: InputNames = NO_NAMES,
) -> Difference:
    """The semantic difference between two graphs.

    The same computation under other names or in another order is no change, unless
    ``names`` are to be compared too; inputs correspond by position. A node is not
    listed if only its inputs have changed. ``inputs`` are the names of inputs in the
    user's code: a node that is one or reads one is listed with them.

    >>> from graphir.text.parser import parse_graph
    >>> a = parse_graph("graph @a(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    >>> b = parse_graph("graph @b(%in: f32[]) -> (%out) { %out = Neg(%in) }")
    >>> bool(diff(a, b))
    False
    >>> c = parse_graph("graph @c(%x: f32[]) -> (%y) { %y = Exp(%x) }")
    >>> print(diff(a, c))
    - %y = Neg(%x) : f32[]
    + %y = Exp(%x) : f32[]
    """
    meanings: dict[Any, int] = {}
    first, second = _Meaning(before, meanings), _Meaning(after, meanings)
    pairs = _paired(first, second)
    found = Difference(results=_result_differences(before, after, pairs))
    for node in before:
        twin = pairs.get(node)
        if twin is None:
            found.removed.append(_node_text(node, inputs))
        elif first.of_node[node] != second.of_node[twin]:
            what = _node_differences(node, twin, pairs, (first, second))
            if what:
                what[-1] += _called(node, inputs)
                found.changed.append(Change(node.name, twin.name, tuple(what)))
        elif names and node.name != twin.name:
            found.changed.append(Change(node.name, twin.name, ("another name",)))
    matched = set(pairs.values())
    found.added += [_node_text(node, inputs) for node in after if node not in matched]
    return found


def _node_text(node: Node, names: InputNames) -> str:
    return print_node(node, origins=False) + _called(node, names)


def _called(node: Node, names: InputNames) -> str:
    """A comment with the user's names of the node, or else of what it reads."""
    nodes = dict.fromkeys([node, *(value.node for value in node.inputs)])
    found = [names[each] for each in nodes if each in names]
    return f"  # {', '.join(found)}" if found else ""


def assert_same_graph(before: Graph, after: Graph, *, names: bool = False) -> None:
    """Raises an error unless the graphs are equivalent, with ``names`` also in names.

    Raises:
      AssertionError: with the difference as text.
    """
    found = diff(before, after, names=names)
    if found:
        raise AssertionError(f"The graphs differ:\n{found}")


class _Meaning:
    """A number for each node; equal in two graphs if the nodes compute the same."""

    def __init__(self, graph: Graph, known: dict[Any, int]) -> None:
        self.graph = graph
        self.of_node: dict[Node, int] = {}
        self.of_function: dict[str, Any] = {}
        self._known = known
        positions = {value.node: index for index, value in enumerate(graph.inputs)}
        for node in topological_order(graph):
            self.of_node[node] = self._number(self._key(node, positions))

    def _number(self, key: Any) -> int:
        return self._known.setdefault(key, len(self._known))

    def _key(self, node: Node, positions: dict[Node, int]) -> Any:
        inputs = [self.of_value(value) for value in node.inputs]
        if node.has_trait("commutative"):
            inputs.sort()
        before = sorted(self.of_node.get(each, -1) for each in node.control_inputs)
        attrs = {
            name: self.attr(value)
            for name, value in node.attrs.items()
            if name not in NOTES
        }
        # two nodes with effects are two effects, even if they look the same
        name = node.name if node.is_stateful else positions.get(node)
        return (
            node.op,
            tuple(inputs),
            tuple(before),
            tuple(sorted(attrs.items())),
            node.device,
            name,
        )

    def of_value(self, value: Value) -> tuple[int, int]:
        """The number of the node, and which output."""
        if value.node not in self.of_node and leads_back(value.node):
            return -1, value.index
        return self.of_node[value.node], value.index

    def attr(self, value: Attr) -> Any:
        """A key of an attribute; functions are compared by meaning."""
        if isinstance(value, FunctionRef) and value.name in self.graph.functions:
            return "function", self._function(value.name)
        if isinstance(value, (list, tuple)):
            return "list", tuple(map(self.attr, value))
        return "value", _Comparable(attr_key(value))

    def _function(self, name: str) -> Any:
        if name not in self.of_function:
            self.of_function[name] = name  # a function that calls itself
            body = self.graph.functions[name].body
            inner = _Meaning(body, self._known)
            results = tuple(map(inner.of_value, body.outputs))
            effects = tuple(inner.of_node[node] for node in body.control_outputs)
            types = tuple(value.dtype.name for value in body.inputs)
            self.of_function[name] = self._number(("body", types, results, effects))
        return _Comparable(self.of_function[name])


class _Comparable:
    """A key inside a sorted tuple: equal by content, never compared by order."""

    __slots__ = ("content",)

    def __init__(self, content: Any) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Comparable) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


def _paired(first: _Meaning, second: _Meaning) -> dict[Node, Node]:
    """Pairs of nodes with equal meaning, then pairs with equal name and op."""
    waiting: dict[int, list[Node]] = defaultdict(list)
    for node in reversed(second.graph.nodes):
        waiting[second.of_node[node]].append(node)
    pairs: dict[Node, Node] = {}
    for node in first.graph:
        twins = waiting[first.of_node[node]]
        if twins:
            pairs[node] = twins.pop()
    taken = set(pairs.values())
    for node in first.graph:
        if node in pairs or node.name not in second.graph:
            continue
        twin = second.graph.node(node.name)
        if twin.op == node.op and twin not in taken:
            pairs[node] = twin
    return pairs


def _node_differences(
    node: Node,
    twin: Node,
    pairs: dict[Node, Node],
    meanings: tuple[_Meaning, _Meaning],
) -> list[str]:
    first, second = meanings
    found = []
    for name in dict.fromkeys([*node.attrs, *twin.attrs]):
        old, new = node.attrs.get(name), twin.attrs.get(name)
        if first.attr(old) != second.attr(new):
            found.append(f"{name} = {_text(old)} -> {_text(new)}")
    expected = [_twin_value(value, pairs) for value in node.inputs]
    if node.has_trait("commutative") and set(expected) == set(twin.inputs):
        expected = list(twin.inputs)
    for index, (old, new) in enumerate(zip(expected, twin.inputs, strict=False)):
        if old is not new:
            found.append(f"input {index} is %{node.inputs[index].name} -> %{new.name}")
    if len(node.inputs) != len(twin.inputs):
        found.append(f"{len(node.inputs)} inputs -> {len(twin.inputs)}")
    if {pairs.get(each) for each in node.control_inputs} != set(twin.control_inputs):
        found.append("control inputs differ")
    if node.device != twin.device:
        found.append(f"device {node.device!r} -> {twin.device!r}")
    return found


def _twin_value(value: Value, pairs: dict[Node, Node]) -> Value | None:
    twin = pairs.get(value.node)
    return None if twin is None else twin.outputs[value.index]


def _text(attr: Attr) -> str:
    return "nothing" if attr is None else print_attr(attr)


def _result_differences(
    before: Graph, after: Graph, pairs: dict[Node, Node]
) -> list[str]:
    found = []
    for kind, old, new in (
        ("input", before.inputs, after.inputs),
        ("output", before.outputs, after.outputs),
    ):
        if len(old) != len(new):
            found.append(f"{len(old)} {kind}s -> {len(new)}")
    for index, (a, b) in enumerate(zip(before.outputs, after.outputs, strict=False)):
        twin = _twin_value(a, pairs)
        if twin is not None and twin is not b:
            found.append(f"output {index} is %{a.name} -> %{b.name}")
    return found
