"""Nodes and parts of a graph, renamed or replaced where they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphir.builder import GraphBuilder
from graphir.editing.importing import import_graph_def
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import Origin, merged_origin
from graphir.passes.dead_nodes import DeadNodes

Made = Value | Sequence[Value]
Make = Callable[..., Made]
"""What stands in the place of a part: of a builder, and the values that go in."""


def rename(graph: Graph, names: Mapping[str, str]) -> None:
    """Renames nodes; a name that ends in ``/`` renames all nodes of the scope.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> rename(graph, {"y": "net/out"})
    >>> rename(graph, {"net/": "model/"})
    >>> [node.name for node in graph]
    ['x', 'model/out']

    Raises:
      InvalidGraphError: if there is no such node, two would have one name, or a scope
        would become something else.
    """
    found: dict[Node, str] = {}
    for old, new in names.items():
        if not old.endswith("/"):
            found[graph.node(old)] = new
            continue
        inside = [node for node in graph if node.name.startswith(old)]
        if not inside:
            raise InvalidGraphError(f"There is no node in the scope {old!r}.")
        if new and not new.endswith("/"):
            raise InvalidGraphError(f"A scope's name ends in '/', as {new + '/'!r}.")
        for node in inside:
            found[node] = new + node.name.removeprefix(old)
    graph.rename_nodes(found)


def replace_node(graph: Graph, name: str, make: Make) -> None:
    """Replaces a node by the values that ``make(build, *inputs)`` returns.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Relu(%x) }")
    >>> replace_node(graph, "y", lambda build, x: build.op.Elu(x))
    >>> print(graph, end="")
    graph @g(%x: f32[2]) -> (%y) {
      %y = Elu(%x) : f32[2]
    }

    Raises:
      InvalidGraphError: if there is no such node, or the values do not fit.
    """
    node = graph.node(name)
    _replaced(graph, node.inputs, node.outputs, make)


def replace_part(
    graph: Graph, inputs: Sequence[str], outputs: Sequence[str], make: Make | Graph
) -> None:
    """Replaces a subgraph by the values that ``make(build, *inputs)`` returns.

    In place of a function ``make`` may be a graph: its inputs are ``inputs``, in order,
    and its results the values. Readers of ``outputs`` read these values instead, in
    order. Nodes without readers are removed then; the new nodes have the source lines
    of the old ones.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%y) {
    ...       %a = Sigmoid(%x)
    ...       %y = Mul(%x, %a)
    ...     }''')
    >>> replace_part(graph, ["x"], ["y"], lambda build, x: build.op.Relu(x))
    >>> [node.op for node in graph]
    ['Placeholder', 'Relu']

    Raises:
      InvalidGraphError: if a name is not in the graph, or the values do not fit.
    """
    given = [graph.value(name) for name in inputs]
    if isinstance(make, Graph):
        make = _importing(make, outputs[0] if outputs else "part")
    _replaced(graph, given, [graph.value(name) for name in outputs], make)


def _importing(part: Graph, name: str) -> Make:
    """What adds the nodes of a graph, with ``name`` as the prefix of their names."""

    def make(build: GraphBuilder, *given: Value) -> Any:
        if len(part.inputs) != len(given):
            count = len(part.inputs)
            raise InvalidGraphError(
                f"{len(given)} values are given to a graph of {count} inputs."
            )
        mapped = {each.name: x for each, x in zip(part.inputs, given, strict=True)}
        names = [f"{each.node.name}:{each.index}" for each in part.outputs]
        prefix = name.removeprefix("%").partition(":")[0]
        return import_graph_def(build.graph, part, mapped, names, prefix)

    return make


def _replaced(
    graph: Graph, inputs: Sequence[Value], outputs: Sequence[Value], make: Make
) -> None:
    before = set(graph)
    made: Any = make(GraphBuilder(graph), *inputs)
    results = [made] if isinstance(made, Value) else list(made)
    _check(outputs, results)
    added = [node for node in graph if node not in before]
    region = _between(inputs, outputs)
    _hand_over(region, added)
    for old, new in zip(outputs, results, strict=True):
        old.replace_all_uses_with(new)
    names = {
        new.node: old.node.name
        for old, new in zip(outputs, results, strict=True)
        if new.node in added and not new.index and not old.index
    }
    DeadNodes().apply(graph)
    free = {
        node: name
        for node, name in names.items()
        if node.graph is graph and name not in graph
    }
    graph.rename_nodes(free)


def _check(outputs: Sequence[Value], results: Sequence[Value]) -> None:
    if len(outputs) != len(results):
        raise InvalidGraphError(
            f"{len(outputs)} values are replaced by {len(results)}."
        )
    for old, new in zip(outputs, results, strict=True):
        if old.dtype.base_dtype is not new.dtype.base_dtype:
            raise InvalidGraphError(
                f"%{old.name} is {old.dtype.name}, its replacement is {new.dtype.name}."
            )
        if not old.shape.is_compatible_with(new.shape):
            raise InvalidGraphError(
                f"%{old.name} has shape {old.shape}, its replacement has {new.shape}."
            )


def _between(inputs: Sequence[Value], outputs: Sequence[Value]) -> list[Node]:
    seen: dict[Node, None] = {}
    waiting = [value.node for value in outputs]
    stop = {value.node for value in inputs}
    while waiting:
        node = waiting.pop()
        if node in seen or node in stop:
            continue
        seen[node] = None
        waiting += [value.node for value in node.inputs]
    return list(seen)


def _hand_over(old: Sequence[Node], new: Sequence[Node]) -> None:
    origins = [node.origin for node in old if node.origin is not None]
    if not origins:
        return
    merged: Origin | None = origins[0]
    for each in origins[1:]:
        merged = merged_origin(merged, each)
    for node in new:
        node.origin = node.origin or merged


__all__ = ["rename", "replace_node", "replace_part"]
