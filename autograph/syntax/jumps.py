"""The `return`, `break` and `continue` statements that leave a block."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from autograph.syntax.nodes import SCOPES, Block, Node, children, walk

__all__ = ["jumps_out_of_finally", "leaves_loop", "walk_block"]


def jumps_out_of_finally(function: Node) -> bool:
    """Whether a `return`, `break` or `continue` leaves a `finally` block.

    It stops an exception, as no flag can: such a function runs as Python has it.
    """
    return any(
        _may_leave(statement, in_loop=False)
        for found in walk(function, into_scopes=False)
        for statement in getattr(found, "finalbody", ())
    )


def leaves_loop(block: Block) -> bool:
    """Whether a `break` or `continue` in `block` belongs to a loop around it."""
    return any(_may_leave(each, False, by_return=False) for each in block)


def _may_leave(node: Node, in_loop: bool, by_return: bool = True) -> bool:
    if isinstance(node, gast.Return):
        return by_return
    if isinstance(node, (gast.Break, gast.Continue)):
        return not in_loop
    if isinstance(node, (*SCOPES, gast.expr)):
        return False
    if isinstance(node, (gast.For, gast.While, gast.AsyncFor)):
        return any(_may_leave(each, True, by_return) for each in node.body) or any(
            _may_leave(each, in_loop, by_return) for each in node.orelse
        )
    return any(_may_leave(each, in_loop, by_return) for each in children(node))


def walk_block(block: Block) -> Iterator[Node]:
    """All nodes of the statements, without inner functions, lambdas and classes."""
    for statement in block:
        if isinstance(statement, SCOPES):
            yield statement
        else:
            yield from walk(statement, into_scopes=False)
