"""Statements of a tree, without the expressions in them."""

from __future__ import annotations

from collections.abc import Iterator

from autograph.syntax.nodes import CHILD_BLOCKS, SCOPES, Node

__all__ = ["walk_statements"]


def walk_statements(node: Node, into_scopes: bool = True) -> Iterator[Node]:
    """`node`, and all statements and clauses below it: a small part of `walk`'s nodes.

    With `into_scopes=False`, statements inside nested functions and classes are
    skipped.
    """
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        if into_scopes or found is node or not isinstance(found, SCOPES):
            held = found.__dict__
            for field in reversed(CHILD_BLOCKS[found.__class__]):
                stack += reversed(held[field])
