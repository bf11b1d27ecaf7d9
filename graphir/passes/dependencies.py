"""Control dependency optimization: removes redundant control edges and their NoOps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from graphir.analysis.control_flow import is_control_flow
from graphir.analysis.copies import is_copy
from graphir.analysis.order import leads_back, predecessors, topological_order
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied

MAX_STEPS: Final = 200
"""How many nodes a search for another way between two nodes may visit."""


@dataclass(frozen=True)
class Dependencies(Pass):
    """Removes control edges without effect.

    * an edge from a constant or an input: they are always available;
    * a node that does nothing, or whose results have no reader: nodes that waited for
      it wait for the nodes of its inputs and control inputs instead;
    * a copy with control inputs: its readers wait for them instead;
    * an edge between two nodes with a longer path between them.

    No case adds edges. Control outputs of the graph stay as they are.
    """

    name: ClassVar[str] = "dependencies"
    rewrites: ClassVar[Mapping[str, str]] = {
        "needless_edge": "a control edge from a node that always runs first",
        "idle_node": "a node that did nothing but wait",
        "waiting_copy": "a copy whose readers wait instead",
        "second_way": "a control edge beside a longer way",
    }

    def apply(self, graph: Graph) -> Counts:
        """Simplifies the control edges of one graph."""
        counts: Counts = Counter()
        if not any(node.control_inputs for node in graph):
            return counts
        kept = set(graph.control_outputs) | {value.node for value in graph.inputs}
        # backwards: what a node waited for may then be idle itself
        for node in reversed(topological_order(graph)):
            _count(graph, counts, "needless_edge", node, _drop_needless(node, kept))
            if node in kept:
                continue
            if _is_idle(graph, node):
                _count(graph, counts, "idle_node", node, _bypass_idle(node))
            elif node.control_inputs and _copies_one(node):
                _count(graph, counts, "waiting_copy", node, _bypass_copy(graph, node))
        position = {node: i for i, node in enumerate(topological_order(graph))}
        for node in graph:
            dropped = _drop_redundant_edges(node, position)
            _count(graph, counts, "second_way", node, dropped)
        return +counts


def _count(graph: Graph, counts: Counts, rule: str, node: Node, number: int) -> None:
    counts[rule] += number
    if number:
        rule_applied(graph, rule, node)


def _drop_needless(node: Node, kept: set[Node]) -> int:
    needless = [
        before for before in node.control_inputs if _is_always_available(before, kept)
    ]
    for before in needless:
        node.remove_control_input(before)
    return len(needless)


def _is_always_available(node: Node, kept: set[Node]) -> bool:
    if node.control_inputs or node.inputs:
        return False
    is_input = node in kept and bool(node.outputs) and not node.is_stateful
    return node.op == "Const" or is_input


def _is_idle(graph: Graph, node: Node) -> bool:
    """Whether only control edges lead on from a node without effect."""
    if node.is_stateful or is_control_flow(node):
        return False
    return not any(value.is_used or value in graph.outputs for value in node.outputs)


def _bypass_idle(node: Node) -> int:
    sources = dict.fromkeys(predecessors(node))
    followers = node.control_outputs
    if not followers or any(_decides(source) for source in _data_sources(node)):
        return 0
    if len(sources) * len(followers) > len(sources) + len(followers):
        return 0
    for follower in followers:
        follower.remove_control_input(node)
        for source in sources:
            follower.add_control_input(source)
    return 1


def _data_sources(node: Node) -> list[Node]:
    return [value.node for value in node.inputs]


def _decides(node: Node) -> bool:
    """Whether a control edge could not say which of its outputs is meant."""
    return is_control_flow(node) and len(node.outputs) > 1


def _joins(node: Node) -> bool:
    """Whether the node runs as soon as one of its inputs is there: a merge."""
    return is_control_flow(node) and len(node.inputs) > 1 and len(node.outputs) > 1


def _copies_one(node: Node) -> bool:
    return len(node.inputs) == 1 and is_copy(node)


def _bypass_copy(graph: Graph, node: Node) -> int:
    value, source = node.output, node.inputs[0]
    if value in graph.outputs or node.control_outputs or source.dtype.is_ref:
        return 0
    readers = list(dict.fromkeys(use.node for use in value.uses))
    before = node.control_inputs
    if not readers or len(readers) * len(before) > len(readers) + len(before):
        return 0
    if any(_joins(reader) for reader in readers):
        # it must not wait for what only one of its branches makes
        return 0
    value.replace_all_uses_with(source)
    for reader in readers:
        for each in before:
            reader.add_control_input(each)
    node.set_control_inputs(())
    return 1


def _drop_redundant_edges(node: Node, position: dict[Node, int]) -> int:
    dropped = 0
    for before in node.control_inputs:
        if _has_longer_path(before, node, position):
            node.remove_control_input(before)
            dropped += 1
    return dropped


def _has_longer_path(first: Node, last: Node, position: dict[Node, int]) -> bool:
    """Whether the last node also waits for the first through its other inputs."""
    if leads_back(first):
        return False
    if any(value.node is first for value in last.inputs):
        return True
    seen: set[Node] = {last}
    open_nodes = [each for each in predecessors(last) if each is not first]
    steps = 0
    while open_nodes and steps < MAX_STEPS:
        node = open_nodes.pop()
        steps += 1
        if node is first:
            return True
        # a merge runs although the branch it did not take is dead
        if node in seen or is_control_flow(node) or position[node] < position[first]:
            continue
        seen.add(node)
        open_nodes += predecessors(node)
    return False
