"""TensorFlow 1's control flow: nodes that may be dead, and frames of loops."""

from __future__ import annotations

from typing import Final

from graphir.graph import Graph
from graphir.node import Node

CONTROL_FLOW_OPS: Final = frozenset(
    prefix + name
    for prefix in ("", "Ref")
    for name in ("Switch", "Merge", "Enter", "Exit", "NextIteration")
) | {"LoopCond", "ControlTrigger", "_SwitchN", "_XlaMerge"}
"""Ops whose node decides whether, or in which frame, those after it run."""


def is_control_flow(node: Node) -> bool:
    """Whether the node decides if or where the nodes after it run."""
    return node.op in CONTROL_FLOW_OPS


def has_control_flow(graph: Graph) -> bool:
    """Whether a node may be skipped: then an input must not be dropped lightly.

    In such a graph a node without inputs always runs, in the outermost frame.
    """
    return any(node.op in CONTROL_FLOW_OPS for node in graph)
