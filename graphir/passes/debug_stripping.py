"""Debug stripping: removes assertions and prints, if the user enables it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied

WITHOUT_RESULT: Final = frozenset({"Assert", "PrintV2"})
PASSING_ON: Final = "passing_check"
"""Trait of checks whose first input is their result."""


@dataclass(frozen=True)
class DebugStripping(Pass):
    """Removes assertions, checks for NaN and infinity, and prints.

    Their messages and errors are lost, so the pass is off by default. Nodes that waited
    for a check then wait for the nodes of its inputs and control inputs.
    """

    name: ClassVar[str] = "debug_stripper"
    rewrites: ClassVar[Mapping[str, str]] = {
        "check_removed": "an Assert or PrintV2",
        "check_passed_over": "a CheckNumerics or Print whose input is read instead",
    }

    def apply(self, graph: Graph) -> Counts:
        """Strips one graph."""
        counts: Counts = Counter()
        for node in graph.nodes:
            if node.op in WITHOUT_RESULT:
                _make_idle(node)
                counts["check_removed"] += 1
                rule_applied(graph, "check_removed", node)
            elif node.has_trait(PASSING_ON):
                _make_copy(node)
                counts["check_passed_over"] += 1
                rule_applied(graph, "check_passed_over", node)
        return counts


def _make_idle(node: Node) -> None:
    """Turns a node into a NoOp with its inputs as control inputs."""
    before = dict.fromkeys(value.node for value in node.inputs)
    node.set_inputs(())
    node.set_control_inputs([*before, *node.control_inputs])
    node.op, node.attrs = "NoOp", {}


def _make_copy(node: Node) -> None:
    value = node.inputs[0]
    before = dict.fromkeys(each.node for each in node.inputs[1:])
    node.set_inputs([value])
    node.set_control_inputs([*node.control_inputs, *before])
    node.op, node.attrs = "Identity", {"T": value.dtype}
