"""`tensorflow.python.ops.control_flow_util`: the constructs around ops of a graph."""

from __future__ import annotations

from typing import Any, Final

ENABLE_CONTROL_FLOW_V2: Final = True
"""Branches and loops are single ops."""


def enable_control_flow_v2(graph: Any) -> bool:
    """Whether branches and loops of the graph are single ops: always."""
    return ENABLE_CONTROL_FLOW_V2


def graph_or_parents_in_xla_context(graph: Any) -> bool:
    """Whether the graph is for XLA: never."""
    return False


__all__ = [
    "ENABLE_CONTROL_FLOW_V2",
    "enable_control_flow_v2",
    "graph_or_parents_in_xla_context",
]
