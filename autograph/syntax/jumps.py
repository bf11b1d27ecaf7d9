"""Statements that leave a block: `return`, `break`, `continue`; and `yield`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import (
    SCOPES,
    Block,
    Node,
    children,
    walk,
)
from autograph.syntax.statements import walk_statements

__all__ = [
    "is_generator",
    "jump_out_of",
    "jumps_out_of_finally",
    "leaves_loop",
    "runs_as_it_is",
    "walk_block",
]

_GROUP_HANDLERS = kinds("TryStar") if hasattr(ast, "TryStar") else ()
_LOWERED = kinds("If", "While", "For", "Match")
_RAISE = kinds("Raise")
_RETURN = kinds("Return")
_LOOP_JUMPS = kinds("Break", "Continue")
_LOOPS = kinds("For", "While", "AsyncFor")
_YIELDS = kinds("Yield", "YieldFrom")
_FUNCTIONS = kinds("FunctionDef", "AsyncFunctionDef", "Lambda")


def runs_as_it_is(function: Node) -> bool:
    """Whether a function must keep Python's own control flow: it cannot be lowered."""
    return jumps_out_of_finally(function) or _raises_group_again(function)


def _raises_group_again(function: Node) -> bool:
    """Whether a branch or loop in an `except*` has a `raise` of what was caught.

    Python tells that it is the same group by its traceback, to which another frame
    would be added.
    """
    if not _GROUP_HANDLERS:
        return False
    return any(
        isinstance(raised, _RAISE) and raised.exc is None
        for found in walk_statements(function, into_scopes=False)
        if isinstance(found, _GROUP_HANDLERS)
        for handler in found.handlers
        for lowered in walk_block(handler.body)
        if isinstance(lowered, _LOWERED)
        for raised in walk(lowered, into_scopes=False)
    )


def jumps_out_of_finally(function: Node) -> bool:
    """Whether a `return`, `break` or `continue` leaves a `finally` block.

    The jump discards an exception, which no flag can do: the function is not lowered.
    """
    return any(
        _may_leave(statement, in_loop=False)
        for found in walk_statements(function, into_scopes=False)
        for statement in getattr(found, "finalbody", ())
    )


def jump_out_of(block: Block) -> Node | None:
    """The first statement of `block` by which a jump may leave it."""
    return next((each for each in block if _may_leave(each, in_loop=False)), None)


def leaves_loop(block: Block) -> bool:
    """Whether a `break` or `continue` in `block` belongs to a loop around it."""
    return any(_may_leave(each, False, by_return=False) for each in block)


def _may_leave(node: Node, in_loop: bool, by_return: bool = True) -> bool:
    if isinstance(node, _RETURN):
        return by_return
    if isinstance(node, _LOOP_JUMPS):
        return not in_loop
    if isinstance(node, (*SCOPES, ast.expr)):
        return False
    if isinstance(node, _LOOPS):
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


def is_generator(function: Node) -> bool:
    """Whether the function has a `yield` of its own.

    A `yield` in its own decorators and defaults belongs to the enclosing frame; a
    `yield` in decorators and defaults of nested functions and classes is its own.
    """
    stack = list(function.body)
    while stack:
        found = stack.pop()
        if isinstance(found, _YIELDS):
            return True
        if isinstance(found, _FUNCTIONS):
            stack += [found.args, *getattr(found, "decorator_list", ())]
        else:
            stack += children(found)
    return False
