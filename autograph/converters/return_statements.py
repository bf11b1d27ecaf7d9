"""`return`."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import (
    EXTRA_TEST,
    SCOPE_NAME,
    Converter,
    constant,
    guard,
    may_undo_jump,
)
from autograph.syntax.nodes import BLOCK_FIELDS, CHILD_BLOCKS, SCOPES, Block, Node
from autograph.syntax.templates import Template
from autograph.syntax.variable_roles import Role

__all__ = ["ReturnStatements"]

_RETURN = Template(
    """
    try:
        __flag__ = True
        __value__ = __result__
    except:
        __flag__ = False
        raise
    """
)
_BEFORE = Template(
    """
    __flag__ = False
    __value__ = ag__.UndefinedReturnValue()
    """
)
_AFTER = Template("return __scope__.ret(__value__, __flag__)")
_TEST = Template("not __flag__ and __test__")
_EXTRA_TEST = Template("not __flag__")


class ReturnStatements(
    Converter, lowers=(gast.Return,), makes=(gast.If, gast.BoolOp, gast.UnaryOp)
):
    """Lowers `return` to a flag and a value; the function ends in its only `return`.

        if a:                       if a:
            return b                    do_return, retval_ = True, b
        c                   =>      else:
                                        c

    Statements after an `if` with one branch that surely returns move into the other
    branch; statements after any other statement that may return are guarded by the
    flag.

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a):\\n    if a: return b\\n    c()", ReturnStatements))
    def f(a):
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        if a:
            try:
                do_return = True
                retval_ = b
            except:
                do_return = False
                raise
        else:
            c()
        return fscope.ret(retval_, do_return)
    """

    _fields = CHILD_BLOCKS

    _flag = ""
    _value = ""
    _is_used = False
    _is_after_return = False

    def visit_function(self, node: Node) -> Any:
        outer = self._flag, self._value, self._is_used
        self._flag = self.names.new("do_return", Role.RETURN)
        self._value = self.names.new("retval_", Role.RESULT)
        self._is_used = False
        holder = _scoped(node)
        body = self.visit_block(_with_rest_in_branches(holder.body))
        if self._is_used:
            names = {"flag": self._flag, "value": self._value}
            scope = SCOPE_NAME.get(node) or "fscope"
            body = _BEFORE.expand(node, **names) + body
            body += _AFTER.expand(node, scope=scope, **names)
        holder.body = body
        self._flag, self._value, self._is_used = outer
        return node

    def visit_Return(self, node: Node) -> Any:
        self._is_used = True
        result = constant(None) if node.value is None else node.value
        return _RETURN.expand(node, flag=self._flag, value=self._value, result=result)

    def visit_While(self, node: Node) -> Any:
        if self._loop(node):
            node.test = _TEST.expand_expression(flag=self._flag, test=node.test)
        return node

    def visit_For(self, node: Node) -> Any:
        if self._loop(node):
            extra = EXTRA_TEST.get(node)
            if extra is None:
                extra = _EXTRA_TEST.expand_expression(flag=self._flag)
            else:
                extra = _TEST.expand_expression(flag=self._flag, test=extra)
            EXTRA_TEST.set(node, extra)
        return node

    def visit_Try(self, node: Node) -> Any:
        """The `else` of a `try` runs only where its body came to its end."""
        outer, self._is_used = self._is_used, False
        node.body = self.visit_block(node.body)
        may_return = self._is_used
        node.orelse = self.visit_block(node.orelse)
        if may_return and node.orelse:
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

    def _loop(self, node: Node) -> bool:
        """Convert a loop; whether it must stop once the function has returned."""
        outer, self._is_used = self._is_used, False
        self.visit_children(node)
        in_loop = self._is_used
        self._is_used = outer or in_loop
        return in_loop or self._is_after_return

    def visit_all(self, items: list[Any]) -> list[Any]:
        if self._flag and items and isinstance(items[0], gast.stmt):
            return self.visit_block(items)
        return super().visit_all(items)

    def visit_block(self, statements: Block) -> Block:
        outer, self._is_after_return = self._is_after_return, False
        result = self._guarded(statements)
        self._is_after_return = outer
        return result

    def _guarded(self, statements: Block) -> Block:
        result: Block = []
        used_before = self._is_used
        for index, statement in enumerate(statements):
            self._is_used = False
            new = self.visit(statement)
            result += new if isinstance(new, list) else [new]
            is_used = self._is_used
            used_before = used_before or is_used
            rest = statements[index + 1 :]
            if is_used and rest:
                self._is_after_return = True
                result.append(guard(self._flag, self._guarded(rest), statement))
                break
        self._is_used = used_before or self._is_used
        return result


def _scoped(function: Node) -> Node:
    """The node that holds the statements: the `with` of the scope, if there is one."""
    last = function.body[-1]
    if SCOPE_NAME.get(function) and isinstance(last, gast.With):
        return last
    return function


def _with_rest_in_branches(statements: Block) -> Block:
    """Move the statements after an `if` with one returning branch into the other."""
    result: Block = []
    destination = result
    for statement in statements:
        for field in BLOCK_FIELDS:
            block = getattr(statement, field, None)
            if block and not isinstance(statement, SCOPES):
                setattr(statement, field, _with_rest_in_branches(block))
        for handler in getattr(statement, "handlers", ()):
            handler.body = _with_rest_in_branches(handler.body)
        destination.append(statement)
        if isinstance(statement, gast.If):
            destination = _destination(statement, destination)
    return result


def _destination(statement: Node, current: Block) -> Block:
    """Where the statements after an `if` go."""
    if _surely_returns(statement.body):
        return statement.orelse  # type: ignore[no-any-return]
    if _surely_returns(statement.orelse):
        return statement.body  # type: ignore[no-any-return]
    return current


def _surely_returns(statements: Block) -> bool:
    return any(_is_sure_return(statement) for statement in statements)


def _is_sure_return(statement: Node) -> bool:
    if isinstance(statement, gast.If):
        return _surely_returns(statement.body) and _surely_returns(statement.orelse)
    if isinstance(statement, (gast.With, gast.AsyncWith)):
        return _surely_returns(statement.body)
    return isinstance(statement, gast.Return)
