"""Reachability: the nodes that a result depends on, and the nodes that depend on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphir.analysis.order import predecessors, successors
from graphir.attributes import Attr, FunctionRef
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node


def needed_nodes(graph: Graph) -> set[Node]:
    """The ancestors of the outputs, the control outputs and the inputs."""
    roots = [value.node for value in (*graph.outputs, *graph.inputs)]
    return ancestors([*roots, *graph.control_outputs])


def ancestors(nodes: Iterable[Node]) -> set[Node]:
    """The nodes and everything they read or wait for, however far back."""
    return _closure(nodes, predecessors)


def descendants(nodes: Iterable[Node]) -> set[Node]:
    """The nodes and all their transitive readers, by data or control edges."""
    return _closure(nodes, successors)


def _closure(
    nodes: Iterable[Node], neighbours: Callable[[Node], Iterator[Node]]
) -> set[Node]:
    seen = set(nodes)
    open_nodes = list(seen)
    while open_nodes:
        for each in neighbours(open_nodes.pop()):
            if each not in seen:
                seen.add(each)
                open_nodes.append(each)
    return seen


def function_names(attr: Attr) -> Iterator[str]:
    """The functions that an attribute value names, also in nested attributes."""
    if isinstance(attr, FunctionRef):
        yield attr.name
        for each in attr.attrs.values():
            yield from function_names(each)
    elif isinstance(attr, (list, tuple)):
        for each in attr:
            yield from function_names(each)


def called_functions(graph: Graph) -> set[str]:
    """The names of the library functions that the graph may call, at any depth."""
    library = graph.functions
    seen: set[str] = set()
    waiting = list(_direct_calls(graph, library))
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += _direct_calls(library[name].body, library)
        gradient = library.gradients.get(name)
        if gradient is not None and gradient in library:
            waiting.append(gradient)
    return seen


def _direct_calls(graph: Graph, library: FunctionLibrary) -> Iterator[str]:
    for node in graph:
        if node.op in library:
            # a function's name may be used as an op
            yield node.op
        for attr in node.attrs.values():
            for name in function_names(attr):
                if name in library:
                    yield name
