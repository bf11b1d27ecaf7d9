"""`break`, and the `else` of a loop."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import EXTRA_TEST, Converter, guard, may_undo_jump
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, place
from autograph.syntax.templates import Template
from autograph.syntax.variable_roles import Role

__all__ = ["BreakStatements"]

_BREAK = Template(
    """
    __flag__ = True
    continue
    """
)
_BEFORE = Template("__flag__ = False")
_MENTION = Template("(__flag__,)")
_TEST = Template("not __flag__ and __test__")
_EXTRA_TEST = Template("not __flag__")


class BreakStatements(
    Converter,
    lowers=(gast.While, gast.For),
    makes=(gast.Continue, gast.If, gast.BoolOp, gast.UnaryOp),
):
    """Lowers `break` to a flag that the loop tests, and the `else` of loops to an `if`.

        while a:                    break_ = False
            if b:                   while not break_ and a:
                break       =>          if b:
            c                               break_ = True
                                            continue
                                        c

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass('''
    ... def f(a):
    ...     while a:
    ...         break
    ...     else:
    ...         g()
    ... ''', BreakStatements))
    def f(a):
        break_ = False
        while not break_ and a:
            break_ = True
            continue
        if not break_:
            g()
    """

    _fields = CHILD_BLOCKS

    _flag = ""
    _is_used = False

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_function(self, node: Node) -> Any:
        outer = self._flag, self._is_used
        self.visit_children(node)
        self._flag, self._is_used = outer
        return node

    def visit_Break(self, node: Node) -> Any:
        self._is_used = True
        return _BREAK.expand(node, flag=self._flag)

    def visit_While(self, node: Node) -> Any:
        flag = self._body(node)
        if flag is None:
            return self._with_else(node, None)
        node.test = _TEST.expand_expression(flag=flag, test=node.test)
        return self._with_else(node, flag)

    def visit_For(self, node: Node) -> Any:
        flag = self._body(node)
        if flag is None:
            return self._with_else(node, None)
        # Reading the flag makes it state of the loop, whose test reads it.
        node.body = _MENTION.expand(node, flag=flag) + node.body
        EXTRA_TEST.set(node, _EXTRA_TEST.expand_expression(flag=flag))
        return self._with_else(node, flag)

    def visit_Try(self, node: Node) -> Any:
        outer, self._is_used = self._is_used, False
        self.visit_children(node)
        if self._is_used:
            may_undo_jump(node, self._flag)
        self._is_used = self._is_used or outer
        return node

    visit_TryStar = visit_With = visit_Try

    def _body(self, node: Node) -> str | None:
        """Convert the body; the flag, if there is a `break` of this loop in it."""
        outer = self._flag, self._is_used
        self._flag, self._is_used = self.names.new("break_", Role.JUMP), False
        node.body = self.visit_block(node.body)
        flag = self._flag if self._is_used else None
        self._flag, self._is_used = outer
        return flag

    def _with_else(self, node: Node, flag: str | None) -> Any:
        # A `break` in the `else` belongs to the loop around this one.
        orelse: Block = self.visit_block(node.orelse)
        node.orelse = []
        if flag is None:
            return [node, *orelse] if orelse else node
        result = [*_BEFORE.expand(node, flag=flag), node]
        if orelse:
            result.append(place(guard(flag, orelse, node), node))
        return result
