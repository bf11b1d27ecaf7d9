"""Copies: nodes whose results are their inputs, for any inputs."""

from __future__ import annotations

from graphir.node import Node


def is_copy(node: Node) -> bool:
    """Whether the node gives its inputs as they are, and checks nothing of them.

    Readers of its results may read its inputs instead. A node that says more of the
    shape than is known of its input (``EnsureShape``) is no copy: it may refuse one.
    """
    if not node.has_trait("value_preserving"):
        return False
    return all(
        given.shape.is_subtype_of(result.shape)
        for given, result in zip(node.inputs, node.outputs, strict=True)
    )
