"""Values of inner nodes: as results of the graph, and checked while it runs."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from graphir.builder import GraphBuilder
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node


def tap(graph: Graph, *patterns: str) -> list[str]:
    """Makes the values of nodes further results; the names of these, in order.

    A pattern is a name, in which ``*`` and ``?`` match.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%y) {
    ...       %a = Exp(%x)
    ...       %y = Neg(%a)
    ...     }''')
    >>> tap(graph, "a*"), [value.name for value in graph.outputs]
    (['a'], ['y', 'a'])

    Raises:
      InvalidGraphError: for a pattern that matches nothing.
    """
    found = [
        value
        for node in _matching(graph, patterns)
        for value in node.outputs
        if value.dtype.has_numpy and value not in graph.outputs
    ]
    graph.outputs = [*graph.outputs, *found]
    return [value.name for value in found]


def check_numbers(graph: Graph, *patterns: str) -> list[str]:
    """Stops a run at an infinite or NaN value; returns the names of the checked values.

    Values that are not floating-point numbers are left as they are. The message names
    the node.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Log(%x) }")
    >>> check_numbers(graph, "y")
    ['y']
    >>> print(graph.outputs[0].node.op)
    CheckNumerics

    Raises:
      InvalidGraphError: for a pattern that matches nothing.
    """
    build = GraphBuilder(graph)
    names = []
    for node in _matching(graph, patterns):
        for value in node.outputs:
            if not value.dtype.is_floating:
                continue
            readers = value.uses
            message = f"%{value.name} ({node.op})".encode()
            made = build.node(
                "CheckNumerics",
                [value],
                {"message": message},
                f"{node.name}/checked",
                origin=node.origin,
            )
            for use in readers:
                use.node.replace_input(use.input_index, made.output)
            graph.outputs = [
                made.output if each is value else each for each in graph.outputs
            ]
            names.append(value.name)
    return names


def _matching(graph: Graph, patterns: Iterable[str]) -> list[Node]:
    found: dict[Node, None] = {}
    for pattern in patterns:
        nodes = [node for node in graph if fnmatchcase(node.name, pattern)]
        if not nodes:
            raise InvalidGraphError(f"No node has a name like {pattern!r}.")
        found.update(dict.fromkeys(nodes))
    return list(found)


__all__ = ["check_numbers", "tap"]
