"""Copies: nodes whose results are their inputs, for any inputs."""

from __future__ import annotations

from graphir.node import Node


def is_copy(node: Node) -> bool:
    """Whether the node's results are its inputs, unchanged and unchecked.

    Readers of its results may read its inputs instead. A node whose result has a more
    specific shape than its input (``EnsureShape``) is no copy: it may reject the input.
    """
    if not node.has_trait("value_preserving"):
        return False
    return all(
        given.shape.is_subtype_of(result.shape)
        for given, result in zip(node.inputs, node.outputs, strict=True)
    )
