"""Function simplification: the pass that merges duplicates and lightens calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir.analysis.control_flow import has_control_flow
from graphir.analysis.order import topological_order
from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.contract.function_calls import callees
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.functions import arguments, branch_conditions, results
from graphir.passes.functions.calls import find_call
from graphir.passes.functions.duplicates import merge_equal
from graphir.watching import rule_applied


@dataclass(frozen=True)
class Functions(Pass):
    """Specialises functions for their calls, and merges equal functions.

    Constant arguments of a call or a branch become part of its functions, and so does
    the condition of a branch; arguments that no function reads and results without
    readers are removed; readers of a result that is a constant, an argument or the
    condition read it from outside.
    """

    name: ClassVar[str] = "functions"
    rewrites: ClassVar[Mapping[str, str]] = {
        "equal_function": "a node that calls the first of several equal functions",
        "negated_condition": "If(not c, x, f, g) = If(c, x, g, f)",
        "known_condition": "a condition that its branches are given, now known there",
        "known_result": "a constant, an argument or the condition, read outside",
        "unread_result": "a result that nobody reads",
        "constant_argument": "a constant argument, now part of the functions",
        "equal_arguments": "an argument that is given the value of another one",
        "unread_argument": "an argument that no function reads",
    }

    def run(self, graph: Graph) -> Counts:
        """Merges equal functions, then looks at each call."""
        merged = merge_equal(graph)
        counts = Counter(equal_function=merged) if merged else Counter()
        return counts + super().run(graph)

    def apply(self, graph: Graph) -> Counts:
        """Lightens the calls of one graph."""
        counts: Counts = Counter()
        calls = [
            node for node in graph if callees(node.op) and not node.has_trait("looping")
        ]
        if not calls or has_control_flow(graph):
            return counts
        for node in calls:
            _lighten(graph, node, counts)
        if counts:
            graph.reorder(topological_order(graph))
        return +counts


def _lighten(graph: Graph, node: Node, counts: Counts) -> None:
    call = find_call(graph, node)
    if call is None:
        return
    for rule, step in (
        ("negated_condition", branch_conditions.remove_negation),
        ("known_condition", branch_conditions.substitute_condition),
        ("known_result", results.read_from_outside),
        ("unread_result", results.drop_unread),
        ("constant_argument", arguments.put_in_constants),
        ("equal_arguments", arguments.join_equal),
        ("unread_argument", arguments.drop_unread),
    ):
        count = step(call)
        if count:
            counts[rule] += count
            rule_applied(graph, rule, call.node)
