"""Loops and branches: those whose condition is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from graphir.analysis.constant_values import constant_value
from graphir.analysis.evaluation import Array, evaluate_node
from graphir.analysis.order import topological_order
from graphir.analysis.reachability import ancestors
from graphir.attributes import FunctionRef
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.base import Counts, Pass

BRANCHING: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})
LOOPING: Final = frozenset({"While", "StatelessWhile"})


@dataclass(frozen=True)
class Loops(Pass):
    """Decides branches and loops whose condition does not depend on the feeds.

    A branch that is always taken becomes a call of its function; a loop whose first
    test fails is what it was given.
    """

    name: ClassVar[str] = "loops"

    def apply(self, graph: Graph) -> Counts:
        """Decides what can be decided in one graph."""
        counts: Counts = Counter()
        for node in graph.nodes:
            if node.op in BRANCHING:
                counts["known_branch"] += _decide_branch(node)
            elif node.op in LOOPING:
                counts["loop_never_runs"] += _skip_loop(graph, node)
        return +counts


def _decide_branch(node: Node) -> int:
    condition = constant_value(node.inputs[0])
    if condition is None:
        return 0
    taken = _taken(node, condition)
    if taken is None:
        return 0
    values = node.inputs[1:]
    attrs = {
        "Tin": [value.dtype for value in values],
        "Tout": [value.dtype for value in node.outputs],
        "f": taken,
        "config": b"",
        "config_proto": b"",
        "executor_type": b"",
    }
    node.op = "StatefulPartitionedCall" if node.is_stateful else "PartitionedCall"
    node.attrs = attrs
    node.set_inputs(values)
    return 1


def _taken(node: Node, condition: Array) -> FunctionRef | None:
    """The function that will be called."""
    if "branches" in node.attrs:
        if condition.ndim:
            return None
        branches: list[FunctionRef] = node.attrs["branches"]
        index = int(condition)
        return branches[index if 0 <= index < len(branches) else -1]
    branch = "then_branch" if is_true(condition) else "else_branch"
    taken: FunctionRef = node.attrs[branch]
    return taken


def is_true(condition: Array) -> bool:
    """A scalar is true unless zero or empty, any other tensor unless it is empty."""
    if condition.ndim:
        return bool(condition.size)
    return bool(len(condition[()]) if condition.dtype == object else condition)


def _skip_loop(graph: Graph, node: Node) -> int:
    ref = node.attrs["cond"]
    function = graph.functions.get(ref.name)
    if function is None or ref.attrs or node in graph.control_outputs:
        return 0
    first = _first_test(function.body, node)
    if first is None or is_true(first) or node.control_inputs:
        return 0
    for value, source in zip(node.outputs, node.inputs, strict=True):
        if not source.shape.is_compatible_with(value.shape):
            return 0
    for value, source in zip(node.outputs, node.inputs, strict=True):
        value.replace_all_uses_with(source)
    sources = list(dict.fromkeys(value.node for value in node.inputs))
    for follower in node.control_outputs:
        follower.remove_control_input(node)
        for source_node in sources:
            follower.add_control_input(source_node)
    graph.remove_node(node)
    return 1


def _first_test(condition: Graph, loop: Node) -> Array | None:
    """What the condition says for the values the loop starts with, if known."""
    if condition.control_outputs:
        return None
    result = condition.outputs[0]
    needed = ancestors([result.node])
    known: dict[Value, Array] = {}
    for parameter, value in zip(condition.inputs, loop.inputs, strict=True):
        if parameter.node not in needed:
            continue
        array = constant_value(value)
        if array is None:
            return None
        known[parameter] = array
    try:
        for node in topological_order(condition):
            if node in needed and node.output not in known:
                arrays = [known[value] for value in node.inputs]
                results = map(np.asarray, evaluate_node(node, arrays))
                known.update(zip(node.outputs, results, strict=True))
    except Exception:
        # not pure, or refuses these inputs: decided when it runs
        return None
    return known[result]
