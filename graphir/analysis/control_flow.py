"""Analysis of TensorFlow 1's control flow: dead tokens, and the frames of loops."""

from __future__ import annotations

from graphir.graph import Graph
from graphir.node import Node


def is_control_flow(node: Node) -> bool:
    """Whether the node decides if or where the nodes after it run."""
    return node.has_trait("decides_run")


def has_control_flow(graph: Graph) -> bool:
    """Whether nodes may be skipped (by ``Switch``): then inputs carry control as well.

    In such a graph a node without inputs always runs, in the outermost frame.
    """
    return any(map(is_control_flow, graph))
