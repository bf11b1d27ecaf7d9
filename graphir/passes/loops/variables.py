"""Loop variables: removal of invariant, constant and unused variables."""

from __future__ import annotations

from typing import Final

from graphir.analysis.order import predecessors
from graphir.analysis.reachability import ancestors, needed_nodes
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.contract.function_bodies import put_in, small_constant
from graphir.passes.loops.loop import Loop

MAX_CONSTANT_BYTES: Final = 4096
"""Larger constants are not copied into the functions of a loop."""


def read_unchanged_from_outside(loop: Loop) -> int:
    """Makes readers of an unchanging variable read its initial value."""
    count = 0
    for index in loop.unchanged:
        result, source = loop.node.outputs[index], loop.node.inputs[index]
        if not result.dtype.has_numpy or result.shape.sizes is None:
            continue
        if not source.shape.is_subtype_of(result.shape):
            continue
        readers = [use for use in result.uses if not use.node.is_stateful]
        for use in readers:
            use.node.replace_input(use.input_index, source)
        if result in loop.graph.outputs and not loop.node.is_stateful:
            outputs = loop.graph.outputs
            loop.graph.outputs = [source if v is result else v for v in outputs]
            count += 1
        count += len(readers)
    return count


def put_in_constants(loop: Loop) -> int:
    """Variables that are one small constant all the time become one inside."""
    count = 0
    for index in loop.unchanged:
        constant = loop.node.inputs[index].node
        if small_constant(constant, MAX_CONSTANT_BYTES) is None:
            continue
        bodies = [loop.cond.body, loop.body.body]
        if not any(_is_read(body.inputs[index]) for body in bodies):
            continue
        loop.make_own()
        for body in (loop.cond.body, loop.body.body):
            _replace_argument(body, index, constant)
        count += 1
    return count


def _is_read(argument: Value) -> bool:
    return bool(argument.node.control_outputs) or argument.is_used


def _replace_argument(body: Graph, index: int, constant: Node) -> None:
    argument = body.inputs[index]
    if argument.is_used:
        twin = put_in(argument, constant)
        for use in argument.uses:
            use.node.replace_input(use.input_index, twin)


def drop_unneeded(loop: Loop) -> int:
    """Removes variables that neither the test nor a used result needs."""
    needed = _needed_variables(loop)
    dropped = set(range(len(loop.node.inputs))) - needed
    if not dropped or any(_feeds_rest(loop, index) for index in dropped):
        return 0
    loop.make_own()
    _cut_out(loop.body.body, dropped)
    _drop_dead(loop.cond.body)
    loop.drop_variables(dropped)
    return len(dropped)


def _feeds_rest(loop: Loop, index: int) -> bool:
    """Whether a node waits for the argument, without reading it."""
    bodies = (loop.cond.body, loop.body.body)
    return any(body.inputs[index].node.control_outputs for body in bodies)


def _needed_variables(loop: Loop) -> set[int]:
    graph, node = loop.graph, loop.node
    needed = {
        index
        for index, value in enumerate(node.outputs)
        if value.is_used or value in graph.outputs
    }
    test = loop.cond.body
    reached = ancestors([test.outputs[0].node, *test.control_outputs])
    needed |= {i for i, value in enumerate(test.inputs) if value.node in reached}
    return _closed(loop.body.body, needed)


def _closed(body: Graph, needed: set[int]) -> set[int]:
    """With the variables whose old values the needed new ones are made of."""
    places = {value.node: index for index, value in enumerate(body.inputs)}
    seen: set[Node] = set()
    open_nodes = [*body.control_outputs]
    open_nodes += [body.outputs[index].node for index in needed]
    result = set(needed)
    while open_nodes:
        node = open_nodes.pop()
        if node in seen:
            continue
        seen.add(node)
        open_nodes += predecessors(node)
        index = places.get(node)
        if index is not None and index not in result:
            result.add(index)
            open_nodes.append(body.outputs[index].node)
    return result


def _cut_out(body: Graph, dropped: set[int]) -> None:
    """Removes nodes that only the dropped results need."""
    for index in dropped:
        # each argument stands for its own result until both go
        body.outputs[index] = body.inputs[index]
    _drop_dead(body)


def _drop_dead(body: Graph) -> None:
    needed = needed_nodes(body)
    body.remove_nodes([node for node in body if node not in needed])
