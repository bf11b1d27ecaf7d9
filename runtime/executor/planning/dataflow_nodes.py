"""Nodes prepared for the dataflow interpreter: bound kernels and lists of consumers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from graphir.errors import MissingKernelError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.registry import op_has
from runtime.executor.kernels.kernels import (
    Bind,
    bind_kernel,
    refusing,
    returns_sequence,
)
from runtime.executor.planning.call_graph import called_functions
from runtime.executor.planning.plan import needed_nodes

_FRAME_CHANGES: Final = ("enters_frame", "leaves_frame", "next_iteration")
"""Traits of ops whose result belongs to another iteration than their input."""

Runner = Callable[..., Sequence[Any]]
"""Maps the flat inputs of a node to its flat outputs."""

CompileNode = Callable[[Graph, Node], Runner]
"""Makes the runner of a node that calls functions."""


class _Dead:
    """The token of a branch that does not run."""

    def __repr__(self) -> str:
        return "DEAD"


DEAD: Final = _Dead()


class Item:
    """A node with its kernel and its consumers."""

    __slots__ = (
        "control_count",
        "followers",
        "frame",
        "frame_change",
        "input_count",
        "is_constant",
        "is_merge",
        "needs_caller_context",
        "node",
        "number",
        "output_count",
        "readers",
        "run",
    )

    def __init__(self, number: int, node: Node) -> None:
        self.number = number
        self.node = node
        self.frame_change = next(filter(node.has_trait, _FRAME_CHANGES), None)
        self.is_merge = op_has(node.op, "any_input_runs")
        self.frame: bytes = node.attrs.get("frame_name", b"")
        self.is_constant = bool(node.attrs.get("is_constant", False))
        self.input_count = len(node.inputs)
        self.output_count = len(node.outputs)
        self.control_count = 0
        self.readers: list[list[tuple[Item, int]]] = [[] for _ in node.outputs]
        self.followers: list[Item] = []
        self.needs_caller_context = False
        self.run: Runner | None = None
        """Inputs to a sequence of outputs; None hands the inputs on."""


class ItemIndex:
    """Items by node, and the readers of fed values."""

    def __init__(self) -> None:
        self.items: dict[Node, Item] = {}
        self.fed: dict[Value, list[tuple[Item, int]]] = {}

    def readers(self, value: Value) -> list[tuple[Item, int]]:
        """The consumers of a fed value."""
        return self.fed.get(value, [])


def make_items(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    compile_node: CompileNode,
    bind: Bind = bind_kernel,
) -> tuple[list[Item], ItemIndex]:
    """The nodes that the outputs need, linked to their readers."""
    given = set(inputs)
    needed = needed_nodes(given, outputs, control_outputs)
    index = ItemIndex()
    items = [
        Item(number, node)
        for number, node in enumerate(each for each in graph if each in needed)
    ]
    index.items = {item.node: item for item in items}
    for item in items:
        _link(item, index, given)
        item.run = _runner(item, graph, compile_node, bind)
    return items, index


def _link(item: Item, index: ItemIndex, given: set[Value]) -> None:
    for position, value in enumerate(item.node.inputs):
        if value in given:
            index.fed.setdefault(value, []).append((item, position))
        else:
            index.items[value.node].readers[value.index].append((item, position))
    for node in item.node.control_inputs:
        before = index.items.get(node)
        if before is not None:
            before.followers.append(item)
            item.control_count += 1


def _runner(
    item: Item, graph: Graph, compile_node: CompileNode, bind: Bind
) -> Runner | None:
    node = item.node
    if node.has_trait("chooses_output"):
        count = len(node.outputs)
        return _switch if count == 2 else partial(_switch_to, count)
    if node.has_trait("of_frames") or node.has_trait("value_preserving"):
        return None
    if item.is_merge:
        return _merge
    if node.op == "Const":
        array = node.attrs["value"].array
        return lambda: (array,)
    if called_functions(node):
        return compile_node(graph, node)
    return _kernel_runner(item, bind)


def _kernel_runner(item: Item, bind: Bind) -> Runner:
    node = item.node
    try:
        kernel = bind(node, node.attrs)
    except MissingKernelError as error:
        message = str(error)
        kernel = refusing(lambda: MissingKernelError(message))
    item.needs_caller_context = getattr(kernel, "needs_caller_context", False)
    if not node.outputs:

        def run_for_effect(*arrays: Any) -> Sequence[Any]:
            kernel(*arrays)
            return ()

        return run_for_effect
    if returns_sequence(node.op, len(node.outputs)):
        return kernel
    return lambda *arrays: (kernel(*arrays),)


def _switch(data: Any, condition: Any) -> Sequence[Any]:
    return (DEAD, data) if condition else (data, DEAD)


def _switch_to(count: int, data: Any, index: Any) -> Sequence[Any]:
    place = int(index) if 0 <= index < count else count - 1
    return [data if each == place else DEAD for each in range(count)]


def _merge(value: Any, index: int) -> Sequence[Any]:
    return value, np.int32(index)
