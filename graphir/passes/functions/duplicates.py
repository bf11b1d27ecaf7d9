"""Duplicate functions: of functions with equal bodies, one stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir.analysis.order import topological_order
from graphir.attributes import NOTES, attrs_key, with_function_names
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.watching import node_copied


def merge_equal(graph: Graph) -> int:
    """Makes callers of equal functions call the first of them; how many were merged.

    Functions with stateful nodes are left alone: two of them have two states.
    """
    library = graph.functions
    if len(library) < 2:
        return 0
    first: dict[Any, str] = {}
    twins: dict[str, str] = {}
    for function in library.values():
        if function.name in library.gradients or not _is_pure(function):
            continue
        name = first.setdefault(_key(function), function.name)
        if name != function.name:
            twins[function.name] = name
            for node, twin in zip(_ordered(function), _ordered(library[name])):
                node_copied(node, twin)
    if not twins:
        return 0
    changed = sum(_call_others(each.body, twins) for each in library.values())
    return changed + _call_others(graph, twins)


def _is_pure(function: Function) -> bool:
    return not any(node.is_stateful for node in function.body)


def _key(function: Function) -> Any:
    """Equal for functions that differ in the names of their nodes at most."""
    body = function.body
    given = {value.node for value in body.inputs}
    place = {node: index for index, node in enumerate(_ordered(function))}

    def at(value: Value) -> tuple[int, int]:
        return place[value.node], value.index

    return (
        # of two handles one may be a table, and tell no gradient of what it holds
        tuple(
            (value.dtype.name, str(value.shape), str(value.handle_data))
            for value in body.inputs
        ),
        tuple(_node_key(node, at, place) for node in place if node not in given),
        tuple(map(at, body.outputs)),
        frozenset(place[node] for node in body.control_outputs),
        attrs_key(function.attrs),
    )


def _ordered(function: Function) -> list[Node]:
    """The nodes, arguments first; alike in functions of one key."""
    inputs = [value.node for value in function.body.inputs]
    given = set(inputs)
    order = topological_order(function.body)
    return [*inputs, *[node for node in order if node not in given]]


def _node_key(
    node: Node, at: Callable[[Value], tuple[int, int]], place: dict[Node, int]
) -> Any:
    attrs = {name: node.attrs[name] for name in node.attrs if name not in NOTES}
    return (
        node.op,
        tuple(map(at, node.inputs)),
        frozenset(place[each] for each in node.control_inputs),
        attrs_key(attrs),
        node.device,
        len(node.outputs),
    )


def _call_others(graph: Graph, twins: dict[str, str]) -> int:
    """Replaces references; how many nodes changed."""
    changed = 0
    for node in graph:
        if node.op in twins:
            node.op = twins[node.op]
            changed += 1
        for name, value in node.attrs.items():
            replaced = with_function_names(value, twins)
            if replaced is not value:
                node.attrs[name] = replaced
                changed += 1
    return changed
