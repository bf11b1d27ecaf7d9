"""Pipeline stages in a graph, and their replacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir.attributes import Attr
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.datasets.families import OfScalars


def stages(graph: Graph) -> list[Node]:
    """The nodes that make datasets."""
    return [node for node in graph if is_stage(node)]


def is_stage(node: Node) -> bool:
    """Whether the node makes a dataset from other datasets or from tensors."""
    declaration = node.declaration
    if declaration is None or not issubclass(declaration, OfScalars):
        return False
    return "output_types" in node.attrs or "Toutput_types" in node.attrs


def view(node: Node) -> Any:
    """The arguments of a stage by name."""
    return node.call()


def source_of(node: Node) -> Node | None:
    """The stage whose elements a stage reads, if it has no other reader."""
    if not node.inputs or "input_dataset" not in _argument_names(node):
        return None
    value: Value = view(node).input_dataset
    graph = node.graph
    assert graph is not None
    if len(value.uses) != 1 or value in graph.outputs or not is_stage(value.node):
        return None
    has_order = value.node.control_outputs or value.node.control_inputs
    return None if has_order else value.node


def _argument_names(node: Node) -> list[str]:
    declaration = node.declaration
    assert declaration is not None
    return [arg.name for arg in declaration.declared().inputs]


def arguments(node: Node) -> list[Any]:
    """The arguments of a stage as declared, a list where several tensors are one."""
    found = view(node)
    return [getattr(found, name) for name in _argument_names(node)]


def add_stage(
    graph: Graph,
    like: Node,
    op: str,
    given: Sequence[Any],
    attrs: Mapping[str, Attr],
) -> Node:
    """A stage with the arguments ``given`` and the origin of the stage ``like``."""
    flat: list[Value] = []
    for each in given:
        flat += each if isinstance(each, list) else [each]
    declaration = GraphBuilder(graph)
    return declaration.node(op, flat, attrs, op, origin=like.origin)


def replace_stage(graph: Graph, node: Node, made: Node) -> None:
    """Replaces a stage by another, and removes nodes without readers."""
    for before in node.control_inputs:
        made.add_control_input(before)
    for follower in node.control_outputs:
        follower.add_control_input(made)
    pass_over(graph, node, made.output)


def pass_over(graph: Graph, node: Node, value: Value) -> None:
    """Makes the readers of a stage read another value, and removes the stage."""
    node.output.replace_all_uses_with(value)
    doomed = [node]
    while doomed:
        each = doomed.pop()
        if any(v.is_used or v in graph.outputs for v in each.outputs):
            continue
        if each.control_outputs and each is not node:
            continue
        if each in graph.control_outputs or each.graph is None:
            continue
        before = [v.node for v in each.inputs if is_stage(v.node)]
        graph.remove_node(each)
        doomed += before


def element_attrs(node: Node) -> dict[str, Attr]:
    """The attributes of a stage that describe its elements."""
    return {name: node.attrs[name] for name in ("output_types", "output_shapes")}
