"""Builds graph nodes from messages whose edges are resolved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphir.dtypes import DType
from graphir.errors import OpError
from graphir.graph import Graph
from graphir.node import HandleData, Node, Value
from graphir.shapes import UNKNOWN, Shape
from graphir.wire.edges import reading_order
from graphir.wire.node_reading import ReadNode

_SCALAR_MEANS_UNKNOWN_BEFORE: Final = 24
"""Older producers could not write a Placeholder's unknown shape."""


def add_nodes(graph: Graph, nodes: Sequence[ReadNode]) -> list[Node]:
    """Makes the nodes and puts them into an empty graph, in the order of the list.

    Raises:
      InvalidGraphError: for a cycle, or shapes that do not fit an op.
    """
    made: list[Node | None] = [None] * len(nodes)
    late: list[int] = []
    order = reading_order(nodes)
    for position in order:
        read = nodes[position]
        sources = [(made[before], slot) for before, slot in read.sources]
        inputs = [node.outputs[slot] for node, slot in sources if node is not None]
        controls = [made[each] for each in read.controls]
        present = [node for node in controls if node is not None]
        if len(inputs) < len(sources) or len(present) < len(controls):
            late.append(position)
        made[position] = _make_node(graph, read, inputs, present)
    result = [node for node in made if node is not None]
    for position in late:
        _complete_inputs(result, position, nodes[position])
    if not isinstance(order, range):
        graph.reorder(result)
    return result


def _complete_inputs(made: list[Node], position: int, read: ReadNode) -> None:
    node = made[position]
    node.set_inputs([made[before].outputs[slot] for before, slot in read.sources])
    for before in read.controls:
        node.add_control_input(made[before])


def _make_node(
    graph: Graph, read: ReadNode, inputs: list[Value], controls: list[Node]
) -> Node:
    is_whole = len(inputs) == len(read.sources)
    try:
        shapes = _shapes(read, inputs) if is_whole else [UNKNOWN] * _count(read)
    except (OpError, TypeError, ValueError) as error:
        raise read.wrong(error) from error
    if read.op == "Placeholder" and graph.producer < _SCALAR_MEANS_UNKNOWN_BEFORE:
        shapes = [UNKNOWN if shape.rank == 0 else shape for shape in shapes]
    types = list(zip(read.types.outputs, shapes, strict=True))
    node = graph.add_named_node(read.name, read.op, read.attrs, types)
    # the node has its own copy: a large graph need not hold both
    read.attrs = node.attrs
    node.set_inputs(inputs)
    node.set_control_inputs(controls)
    node.device = read.device
    _note_handles(node, read)
    return node


def _count(read: ReadNode) -> int:
    return len(read.types.outputs)


def _shapes(read: ReadNode, inputs: list[Value]) -> Sequence[Shape]:
    """What the op's rule says, and what the message itself says of the outputs."""
    inferred: Sequence[Shape] = [UNKNOWN] * _count(read)
    declaration = None if read.facts is None else read.facts.declaration
    if declaration is not None:
        inferred = declaration.rule_shapes(inputs, read.attrs)
        if len(inferred) != _count(read):
            raise TypeError(
                f"its attributes stand for {len(inferred)} results in one place, and "
                f"for {_count(read)} in another."
            )
    told = read.attrs.get("_output_shapes")
    if not told or len(told) != len(inferred) or not isinstance(told[0], Shape):
        return inferred
    return [
        ours.merge_with(theirs) if ours.is_compatible_with(theirs) else ours
        for ours, theirs in zip(inferred, told, strict=True)
    ]


def _note_handles(node: Node, read: ReadNode) -> None:
    for value in node.outputs:
        if not value.dtype.has_numpy:
            value.handle_data = _handle_data(node, read)


def _handle_data(node: Node, read: ReadNode) -> HandleData:
    dtype, shape = node.attrs.get("dtype"), node.attrs.get("shape")
    if isinstance(dtype, DType) and dtype.has_numpy and isinstance(shape, Shape):
        return ((dtype, shape),)
    if read.facts is not None and read.facts.passes_handles and node.inputs:
        return node.inputs[0].handle_data
    return ()
