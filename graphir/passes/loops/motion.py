"""Loop-invariant code motion: hoists computations out of loops.

A loop may run no iteration at all, so only nodes that cannot fail are moved out of its
body, unless its first test is known to be true.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphir.analysis.evaluation import can_evaluate
from graphir.analysis.order import topological_order
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.origin import merged_origin
from graphir.passes.loops.loop import Loop
from graphir.watching import node_copied


def hoist(loop: Loop, runs: bool) -> int:
    """Hoists nodes that depend only on unchanged variables; returns their number.

    ``runs``: at least one turn is known to be made.
    """
    count = _hoist_from(loop, is_test=True, may_fail=True)
    return count + _hoist_from(loop, is_test=False, may_fail=runs)


def _hoist_from(loop: Loop, is_test: bool, may_fail: bool) -> int:
    body = loop.cond.body if is_test else loop.body.body
    found = _invariant_nodes(body, loop.unchanged, may_fail)
    if not any(node.op != "Const" for node in found):
        return 0
    loop.make_own()
    # the copies have the same names
    body = loop.cond.body if is_test else loop.body.body
    moved = [body.node(node.name) for node in found]
    outside = _copy_outside(loop, body, moved)
    border = _border(body, moved)
    pairs = loop.add_variables([outside[value] for value in border])
    for value, pair in zip(border, pairs):
        value.replace_all_uses_with(pair[0] if is_test else pair[1])
    # constants may be read by what stays; the others are dead, as are some of these
    body.remove_nodes([node for node in moved if node.op != "Const"])
    return sum(node.op != "Const" for node in found)


def _invariant_nodes(
    body: Graph, unchanged: Iterable[int], may_fail: bool
) -> set[Node]:
    """Nodes that compute the same in every turn; constants only if these read them."""
    fixed = {body.inputs[index] for index in unchanged}
    fixed = {value for value in fixed if value.dtype.has_numpy}
    if not fixed:
        return set()
    varying, found = set(fixed), set()
    for node in topological_order(body):
        if node.op == "Const" and not node.control_inputs:
            fixed.add(node.output)
            continue
        is_fixed = all(value in fixed for value in node.inputs)
        if is_fixed and _may_move(node, body) and (may_fail or cannot_fail(node)):
            fixed.update(node.outputs)
            found.add(node)
    constants = {
        value.node for node in found for value in node.inputs if value not in varying
    }
    return found | {node for node in constants if node.op == "Const"}


def _may_move(node: Node, body: Graph) -> bool:
    if not node.inputs or node.control_inputs or node.control_outputs:
        return False
    if node in body.control_outputs or not can_evaluate(node):
        return False
    return all(value.dtype.has_numpy for value in node.outputs)


def cannot_fail(node: Node) -> bool:
    """Whether the node has a result for all inputs."""
    values = (*node.inputs, *node.outputs)
    if not all(value.shape.is_fully_defined() for value in values):
        return False
    if node.has_trait("infallible"):
        return True
    if not node.has_trait("elementwise"):
        return False
    is_integer = any(value.dtype.is_integer for value in node.inputs)
    return not (is_integer and node.has_trait("refuses_integers"))


def _copy_outside(loop: Loop, body: Graph, moved: list[Node]) -> dict[Value, Value]:
    graph, call = loop.graph, loop.node
    known = dict(zip(body.inputs, call.inputs))
    wanted = set(moved)
    for node in topological_order(body):
        if node not in wanted:
            continue
        twin = graph.add_node(
            node.op,
            [known[value] for value in node.inputs],
            node.attrs,
            output_types(node),
            f"{call.name}/{node.name}",
            device=node.device,
            origin=merged_origin(node.origin, call.origin),
        )
        for value, copy in zip(node.outputs, twin.outputs):
            copy.handle_data = value.handle_data
            known[value] = copy
        node_copied(node, twin)
    return known


def _border(body: Graph, moved: list[Node]) -> list[Value]:
    """The moved values that something that stays reads; constants stay anyway."""
    inside = set(moved)
    return [
        value
        for node in moved
        if node.op != "Const"
        for value in node.outputs
        if value in body.outputs or any(use.node not in inside for use in value.uses)
    ]
