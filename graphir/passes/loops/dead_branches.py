"""Switch nodes with a known condition: the dead branch is removed."""

from __future__ import annotations

import numpy as np

from graphir.analysis.constant_values import constant_value
from graphir.analysis.control_flow import is_control_flow
from graphir.attributes import TensorValue
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.watching import rule_applied


def remove_dead_branches(graph: Graph) -> int:
    """Removes the dead side of switches with a known condition; returns their number.

    None is removed if a dead node belongs to a loop or is fetched, or if a merge would
    still have several live inputs: these cases need a deeper analysis.
    """
    decided = {node: side for node in graph if (side := _side(node)) is not None}
    if not decided:
        return 0
    dead = {node.outputs[1 - side] for node, side in decided.items()}
    nodes = _dead_nodes(dead)
    merges = _half_dead_merges(nodes, dead)
    if merges is None or not _may_go(graph, nodes, merges):
        return 0
    for merge, alive in merges.items():
        _replace_merge(graph, merge, alive)
    graph.remove_nodes(nodes)
    for switch, side in decided.items():
        rule_applied(graph, "dead_branch", switch)
        _pass_on(graph, switch, side)
    return len(decided)


def _side(node: Node) -> int | None:
    """The output of a switch that is alive, if known."""
    if node.op != "Switch":
        return None
    condition = constant_value(node.inputs[1])
    return None if condition is None or condition.ndim else int(bool(condition))


def _dead_nodes(dead: set[Value]) -> set[Node]:
    """The nodes that never run; their results join the dead values."""
    nodes: set[Node] = set()
    open_nodes = [use.node for value in dead for use in value.uses]
    while open_nodes:
        node = open_nodes.pop()
        if node in nodes or not _is_dead(node, nodes, dead):
            continue
        nodes.add(node)
        dead.update(node.outputs)
        open_nodes += node.control_outputs
        open_nodes += [use.node for value in node.outputs for use in value.uses]
    return nodes


def _is_dead(node: Node, nodes: set[Node], dead: set[Value]) -> bool:
    if any(before in nodes for before in node.control_inputs):
        return True
    is_merge = node.op == "Merge"
    found = [value in dead for value in node.inputs]
    return all(found) if is_merge else any(found)


def _half_dead_merges(nodes: set[Node], dead: set[Value]) -> dict[Node, Value] | None:
    """Merges with one side left, and that side; None if one has several."""
    merges: dict[Node, Value] = {}
    for value in dead:
        for use in value.uses:
            if use.node in nodes or use.node in merges:
                continue
            alive = [each for each in use.node.inputs if each not in dead]
            if len(alive) != 1 or use.node.op != "Merge":
                return None
            merges[use.node] = alive[0]
    return merges


def _may_go(graph: Graph, nodes: set[Node], merges: dict[Node, Value]) -> bool:
    fetched = {value.node for value in graph.outputs} | set(graph.control_outputs)
    fetched |= {value.node for value in graph.inputs}
    if fetched & nodes or any(node.has_trait("of_frames") for node in nodes):
        return False
    in_loops = any(node.has_trait("of_frames") for node in graph)
    counted = any(merge.outputs[1].is_used for merge in merges)
    waited_for = any(
        is_control_flow(merge.inputs[0].node) and merge.control_outputs
        for merge in merges
    )
    return not (counted and in_loops) and not waited_for


def _replace_merge(graph: Graph, merge: Node, alive: Value) -> None:
    value, index = merge.outputs
    if index.is_used or index in graph.outputs:
        number = np.array(merge.inputs.index(alive), np.int32)
        attrs = {"value": TensorValue(number), "dtype": index.dtype}
        types = [(index.dtype, index.shape)]
        before = [alive.node]
        twin = graph.add_node("Const", (), attrs, types, control_inputs=before)
        index.replace_all_uses_with(twin.output)
    value.replace_all_uses_with(alive)
    for follower in merge.control_outputs:
        follower.remove_control_input(merge)
        follower.add_control_input(alive.node)
    graph.control_outputs = [
        alive.node if each is merge else each for each in graph.control_outputs
    ]
    graph.remove_node(merge)


def _pass_on(graph: Graph, switch: Node, side: int) -> None:
    """Makes readers of a switch read its input."""
    source = switch.inputs[0]
    switch.outputs[side].replace_all_uses_with(source)
    before = [source.node, *switch.control_inputs]
    for follower in switch.control_outputs:
        follower.remove_control_input(switch)
        for each in before:
            follower.add_control_input(each)
    if switch.control_inputs or any(v in graph.outputs for v in switch.outputs):
        # it waits for something, so it stays as what waits
        return
    if switch not in graph.control_outputs:
        graph.remove_node(switch)
