"""`continue`."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, guard, may_undo_jump
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node
from autograph.syntax.templates import Template
from autograph.syntax.variable_roles import Role

__all__ = ["ContinueStatements"]

_BEFORE = Template("__flag__ = False")
_CONTINUE = Template("__flag__ = True")


class ContinueStatements(
    Converter, lowers=(gast.Continue,), makes=(gast.If, gast.UnaryOp)
):
    """Lowers `continue` to a flag tested by the statements after it.

        while a:                    while a:
            if b:                       continue_ = False
                continue    =>          if b:
            c                               continue_ = True
                                        if not continue_:
                                            c

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass('''
    ... def f(a):
    ...     for i in a:
    ...         if i:
    ...             continue
    ...         g(i)
    ... ''', ContinueStatements))
    def f(a):
        for i in a:
            continue_ = False
            if i:
                continue_ = True
            if not continue_:
                g(i)
    """

    _fields = CHILD_BLOCKS

    _flag = ""
    _is_used = False

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_function(self, node: Node) -> Any:
        outer = self._flag, self._is_used
        self._flag, self._is_used = "", False
        self.visit_children(node)
        self._flag, self._is_used = outer
        return node

    def visit_Continue(self, node: Node) -> Any:
        self._is_used = True
        return _CONTINUE.expand(node, flag=self._flag)

    def visit_While(self, node: Node) -> Any:
        return self._loop(node)

    def visit_For(self, node: Node) -> Any:
        return self._loop(node)

    def visit_AsyncFor(self, node: Node) -> Any:
        return self._loop(node)

    def visit_Try(self, node: Node) -> Any:
        """The `else` of a `try` runs only where its body came to its end."""
        outer, self._is_used = self._is_used, False
        node.body = self.visit_block(node.body)
        may_jump = self._is_used
        node.orelse = self.visit_block(node.orelse)
        if may_jump and node.orelse:
            node.orelse = [guard(self._flag, node.orelse, node)]
        node.handlers = self.visit_all(node.handlers)
        node.finalbody = self.visit_block(node.finalbody)
        if self._is_used:
            may_undo_jump(node, self._flag)
        self._is_used = self._is_used or outer
        return node

    visit_TryStar = visit_Try

    def visit_With(self, node: Node) -> Any:
        outer, self._is_used = self._is_used, False
        self.visit_children(node)
        if self._is_used:
            may_undo_jump(node, self._flag)
        self._is_used = self._is_used or outer
        return node

    def _loop(self, node: Node) -> Node:
        outer = self._flag, self._is_used
        self._flag, self._is_used = self.names.new("continue_", Role.JUMP), False
        node.body = self.visit_block(node.body)
        if self._is_used:
            node.body = _BEFORE.expand(node, flag=self._flag) + node.body
        self._flag, self._is_used = outer
        return node

    def visit_all(self, items: list[Any]) -> list[Any]:
        if self._flag and items and isinstance(items[0], gast.stmt):
            return self.visit_block(items)
        return super().visit_all(items)

    def visit_block(self, statements: Block) -> Block:
        result: Block = []
        used_before = self._is_used
        for index, statement in enumerate(statements):
            self._is_used = False
            new = self.visit(statement)
            result += new if isinstance(new, list) else [new]
            used_before, is_used = used_before or self._is_used, self._is_used
            rest = statements[index + 1 :]
            if is_used and rest:
                result.append(guard(self._flag, self.visit_block(rest), statement))
                break
        self._is_used = used_before or self._is_used
        return result
