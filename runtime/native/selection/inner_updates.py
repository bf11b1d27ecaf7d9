"""Updates of variables inside regions: ``v -= d`` as ``v = v_read - d``.

The difference is then computed in the region that computes ``d``, while ``d`` is in the
cache. A step after the region replaces the value that was read by the new value. If the
variable has changed since the read (by another thread, or as the same variable under
two names), the step adds the difference between new and read value: no update is lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.native.selection.coverage import LARGE, REPLACEMENT, Coverage

_OPERATIONS: Final = {"AssignAddVariableOp": "AddV2", "AssignSubVariableOp": "Sub"}
_READS: Final = frozenset({"ReadVariableOp", "VariableShape", "VarIsInitializedOp"})
_DTYPES: Final[frozenset[DType]] = frozenset({dtypes.float32, dtypes.float64})

Ends = tuple[Graph, list[Value], list[Value], list[Node]]
"""A graph, its inputs, outputs and control outputs."""


def with_inner_updates(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
) -> Ends:
    """The graph, or a copy in which large updates are differences from a read value."""
    ends = list(inputs), list(outputs), list(control_outputs)
    found = _updates(graph)
    if not found:
        return graph, *ends
    copy = graph.copy()
    for name, read in found.items():
        _replace(copy, copy.node(name), copy.node(read).output)
    return (
        copy,
        [_twin(copy, value) for value in inputs],
        [_twin(copy, value) for value in outputs],
        [copy.node(node.name) for node in control_outputs],
    )


def _twin(copy: Graph, value: Value) -> Value:
    return copy.node(value.node.name).outputs[value.index]


def _updates(graph: Graph) -> dict[str, str]:
    """Large updates of variables, each with the read it starts from, by name."""
    latest: dict[Value, Node] = {}
    found: dict[str, str] = {}
    coverage = Coverage(graph.functions)
    for node in graph:
        if node.op == "ReadVariableOp":
            latest.setdefault(node.inputs[0], node)
        elif node.is_stateful and node.op not in _READS:
            read = latest.get(node.inputs[0]) if node.inputs else None
            if read is not None and _is_large_update(node, read, coverage):
                found[node.name] = read.name
            for value in node.inputs:
                latest.pop(value, None)
    return found


def _is_large_update(node: Node, read: Node, coverage: Coverage) -> bool:
    if node.op not in _OPERATIONS:
        return False
    delta, old = node.inputs[1], read.output
    is_known = delta.shape.is_fully_defined() and delta.shape == old.shape
    if not is_known or delta.dtype is not old.dtype or delta.dtype not in _DTYPES:
        return False
    is_made_here = delta.node.op not in ("Placeholder", "Const")
    is_large = math.prod(delta.shape.as_ints()) > LARGE
    return is_large and is_made_here and not coverage.refusal(delta.node)


def _replace(graph: Graph, node: Node, old: Value) -> None:
    """Puts a difference, and a replacement under the update's name, in its place."""
    resource, delta = node.inputs
    name, order = node.name, list(graph)
    place, before = order.index(node), node.control_inputs
    followers, origin = node.control_outputs, node.origin
    new = graph.add_node(
        _OPERATIONS[node.op],
        [old, delta],
        {"T": old.dtype},
        [(old.dtype, old.shape)],
        f"{name}/value",
        origin=origin,
    )
    replacement = graph.add_node(
        REPLACEMENT,
        [resource, old, new.output],
        {"kernel": cast(Attr, _put_in_place)},
        [],
        control_inputs=before,
        origin=origin,
    )
    for follower in followers:
        follower.add_control_input(replacement)
    was_wanted = node in graph.control_outputs
    graph.remove_node(node)
    graph.rename_node(replacement, name)
    if was_wanted:
        graph.control_outputs.append(replacement)
    order[place : place + 1] = [new, replacement]
    graph.reorder(order)


def _put_in_place(resource: Any, old: Any, new: Any) -> None:
    resource.change(lambda value: new if value is old else _changed(value, old, new))


def _changed(value: Any, old: Any, new: Any) -> Any:
    with np.errstate(all="ignore"):
        return value + (new - old)
