"""Graphs as library functions, with TensorFlow's argument and result names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from graphir.dtypes import DType
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Value
from graphir.shapes import Shape
from runtime.tracing.graph_trace import GraphTrace

CONSTRUCTION_CONTEXT = {"_construction_context": b"kEagerRuntime"}
"""The attribute of every function that is recorded from Python."""


def normalized(name: str) -> str:
    """A node's name as the name of an argument or a result, from its first letter on.

    >>> normalized("cond/Identity_1/x"), normalized("1/x"), normalized("12")
    ('cond_identity_1_x', 'x', 'unknown')
    """
    lowered = re.sub("[^a-z0-9_]", "_", name.lower())
    return lowered.lstrip("0123456789_") or "unknown"


class _Names:
    """Unique names; duplicates get ``_0``, ``_1`` and so on."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, names: Iterable[str]) -> None:
        """Reserves names."""
        self._taken.update(names)

    def unique(self, base: str) -> str:
        """The base name if it is unused, else with the first unused number."""
        name, number = base, 0
        while name in self._taken:
            name = f"{base}_{number}"
            number += 1
        self._taken.add(name)
        return name


def to_function(graph: Graph, name: str) -> Function:
    """The graph as a library function; its placeholders are renamed.

    Results are named first, so an argument that is returned unchanged gets ``_0``.
    """
    names = _Names()
    output_names = [names.unique(normalized(v.node.name)) for v in graph.outputs]
    arguments = [value.node for value in graph.inputs]
    names.take(node.name for node in graph if node not in set(arguments))
    new_names = [names.unique(normalized(node.name)) for node in arguments]
    changed = [pair for pair in zip(arguments, new_names) if pair[0].name != pair[1]]
    # by way of names that no argument can get: one may get the name another has now
    for node, _ in changed:
        graph.rename_node(node, graph.unique_name(f"{node.name}/renamed"))
    for node, new_name in changed:
        graph.rename_node(node, new_name)
    return Function(name, graph, output_names, dict(CONSTRUCTION_CONTEXT))


def add_body(trace: GraphTrace, outer: GraphTrace) -> Function:
    """Puts the finished trace of a branch or a loop into the library."""
    function = to_function(trace.graph, trace.name)
    outer.graph.functions.add(function)
    return function


def function_name(scope: str, role: str, number: int) -> str:
    """The name of a branch: ``cond_true_30`` in the scope ``cond/``."""
    return f"{scope}{role}_{number}".replace("/", "_")


def types_of(values: Sequence[Any]) -> list[DType]:
    """The dtype of each tensor or value."""
    return [value.dtype for value in values]


def shapes_of(values: Sequence[Value]) -> list[Shape]:
    """The shape of each value."""
    return [value.shape for value in values]
