"""Automatic control dependencies: side effects keep program order in a graph.

Operations with side effects run in program order. Operations on a resource, such as a
variable, are ordered only among operations on the same resource, and its reads are not
ordered among each other. The results of a graph depend on all side effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.node import Node, Value
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tracing.graph_trace import GraphTrace

_EFFECTS: Final[dict[str, bool]] = {}
"""Declared op -> whether it has an effect, as far as was asked."""


def has_effect(node: Node) -> bool:
    """Whether a node has a side effect, so that it must run, in program order."""
    op = node.op
    known = _EFFECTS.get(op)
    if known is None:
        known = node.is_stateful and not node.has_trait("unordered")
        if node.declaration is not None:
            _EFFECTS[op] = known
    return known


def changes_state(node: Node) -> bool:
    """Whether running the node changes a resource, or can be observed outside."""
    return not node.has_trait("reads_resource") and has_effect(node)


def is_stateful(trace: GraphTrace) -> bool:
    """Whether any node of the trace has an effect, or draws random numbers."""
    return any(node.is_stateful for node in trace.graph)


def read_only_resources(node: Node) -> list[int]:
    """The positions of the resource inputs that the node only reads."""
    if node.has_trait("reads_pass"):
        return [0]
    positions = node.attrs.get("_read_only_resource_inputs", ())
    # the condition, or branch index, is counted in the inputs but not by the list
    return list(positions)


def resources_only_read(trace: GraphTrace) -> set[Value]:
    """The resource inputs of the trace's graph that none of its nodes change."""
    read: set[Value] = set()
    for value in trace.graph.inputs:
        if value.dtype is not dtypes.resource:
            continue
        if all(use.input_index in read_only_resources(use.node) for use in value.uses):
            read.add(value)
    return read


def order_effects(trace: GraphTrace, outputs: Sequence[SymbolicTensor]) -> None:
    """Adds the control edges, and lets the outputs wait for all effects."""
    must_run: list[Node] = []
    last: dict[Any, Node] = {}
    readers: dict[Any, list[Node]] = {}
    for node in trace.graph:
        if not has_effect(node):
            continue
        must_run.append(node)
        resources = _resources(node)
        if not resources:
            _follow(node, last.get(None))
            last[None] = node
        for value, only_read in resources.items():
            _follow(node, last.get(value))
            if only_read:
                readers.setdefault(value, []).append(node)
                continue
            for reader in readers.pop(value, ()):
                _follow(node, reader)
            last[value] = node
    trace.graph.control_outputs = must_run
    if must_run and outputs:
        _gate(trace, must_run, outputs)
    for node in trace.graph:
        if len(node._control_inputs) > 1:
            # in the order in which TensorFlow writes them
            node.set_control_inputs(sorted(node.control_inputs, key=_name))


def _name(node: Node) -> str:
    return node.name


def _resources(node: Node) -> dict[Value, bool]:
    only_read = read_only_resources(node)
    found = {
        value: index in only_read
        for index, value in enumerate(node.inputs)
        if value.dtype is dtypes.resource
    }
    for value in node.inputs:
        if value.dtype is dtypes.variant:
            _add_resources_of_datasets(value.node, found)
    return found


def _add_resources_of_datasets(node: Node, found: dict[Value, bool]) -> None:
    """Adds what the functions of a pipeline use: they run when it is gone over."""
    waiting, seen = [node], {node}
    while waiting:
        each = waiting.pop()
        if not each.has_trait("makes_dataset"):
            continue
        for value in each.inputs:
            if value.dtype is dtypes.resource:
                found[value] = False
            elif value.dtype is dtypes.variant and value.node not in seen:
                seen.add(value.node)
                waiting.append(value.node)


def _follow(node: Node, earlier: Node | None) -> None:
    if earlier is not None and earlier is not node:
        node.add_control_input(earlier)


def _gate(
    trace: GraphTrace, must_run: list[Node], outputs: Sequence[SymbolicTensor]
) -> None:
    name = trace.graph.unique_name(trace.scope + "NoOp")
    gate = trace.graph.add_named_node(name, "NoOp", {}, ())
    for node in sorted(must_run, key=lambda node: node.name):
        gate.add_control_input(node)
    for tensor in outputs:
        tensor.value.node.add_control_input(gate)
