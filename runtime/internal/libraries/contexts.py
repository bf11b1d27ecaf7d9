"""`tensorflow.python.ops.control_flow_util`: the constructs around ops of a graph."""

from __future__ import annotations

from typing import Any, Final

ENABLE_CONTROL_FLOW_V2: Final = True
"""Branches and loops are single ops."""


def enable_control_flow_v2(graph: Any) -> bool:
    """Always True: branches and loops of a graph are single ops."""
    return ENABLE_CONTROL_FLOW_V2


def graph_or_parents_in_xla_context(graph: Any) -> bool:
    """Always False: no graph is compiled by XLA."""
    return False


__all__ = [
    "ENABLE_CONTROL_FLOW_V2",
    "enable_control_flow_v2",
    "graph_or_parents_in_xla_context",
]
