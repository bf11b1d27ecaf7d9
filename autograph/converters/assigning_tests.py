"""`:=` in conditions and operands that conversion would move into a function."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, guard, name_of
from autograph.syntax.jumps import walk_block
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, place
from autograph.syntax.templates import Template
from autograph.syntax.variable_roles import Role

__all__ = ["AssigningTests"]

_LOOP = Template(
    """
    while True:
        if __test__:
            __body__
        else:
            __orelse__
    """
)
_BREAK = Template("break")
_SET = Template("__flag__ = True")
_CLEAR = Template("__flag__ = False")
_ASSIGN = Template("__flag__ = __value__")
_IF = Template(
    """
    if __test__:
        __body__
    """
)
_IF_ELSE = Template(
    """
    if __test__:
        __body__
    else:
        __orelse__
    """
)
_NEGATED = Template("not __value__")


class AssigningTests(
    Converter,
    lowers=(gast.NamedExpr,),
    makes=(gast.If, gast.Break, gast.UnaryOp),
):
    """Splits tests and values that contain `:=` into statements.

    `and` becomes nested `if`s, `or` a variable; the test of a loop moves into the loop
    and becomes a `break`. If the value of a statement is a conditional expression,
    `and` or `or`, a statement before it evaluates the value.

        if a and (b := c):          if a:
            d               =>          if (b := c):
                                            d

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass('''
    ... def f(b):
    ...     while (a := b()):
    ...         break
    ... ''', AssigningTests))
    def f(b):
        while True:
            if (a := b()):
                break
            else:
                break
    """

    _fields = CHILD_BLOCKS

    def visit_While(self, node: Node) -> Any:
        self.visit_children(node)
        if not self.moves_assignment(node.test):
            return node
        if not (self._is_apart(node.test) or _is_left_by_jump(node)):
            return node
        after = _BREAK.expand(node)
        flag = self.names.new("ended") if node.orelse else ""
        if flag:
            after = _SET.expand(node, flag=flag) + after
        loop = _LOOP.expand(node, test=node.test, body=node.body, orelse=after)[0]
        loop.body = self._if(loop.body[0])
        if not flag:
            return loop
        ended = _IF.expand(node, test=flag, body=node.orelse)
        return [*_CLEAR.expand(node, flag=flag), loop, *ended]

    def visit_If(self, node: Node) -> Any:
        self.visit_children(node)
        return self._if(node)

    def visit_Assign(self, node: Node) -> Any:
        return self._with_value_before(node)

    def visit_AnnAssign(self, node: Node) -> Any:
        return self._with_value_before(node)

    def visit_Expr(self, node: Node) -> Any:
        return self._with_value_before(node)

    def visit_Return(self, node: Node) -> Any:
        return self._with_value_before(node)

    def _with_value_before(self, node: Node) -> Any:
        self.visit_children(node)
        if not self._is_value_apart(node.value):
            return node
        name = self.names.new("value")
        block = self._evaluated(node.value, name, node)
        node.value = name_of(name)
        return [*block, node]

    def _is_value_apart(self, value: Node | None) -> bool:
        if isinstance(value, gast.IfExp):
            return self.moves_assignment(value.body, value.orelse)
        if isinstance(value, gast.BoolOp):
            return self.moves_assignment(*value.values[1:])
        return False

    def _evaluated(self, value: Node, name: str, origin: Node) -> Block:
        """Statements that give a variable the value."""
        if not self._is_value_apart(value):
            return _ASSIGN.expand(origin, flag=name, value=value)
        if isinstance(value, gast.IfExp):
            body = self._evaluated(value.body, name, origin)
            orelse = self._evaluated(value.orelse, name, origin)
            return self._if(
                _IF_ELSE.expand(origin, test=value.test, body=body, orelse=orelse)[0]
            )
        first, *others = value.values
        result = self._evaluated(first, name, origin)
        for each in others:
            test = name_of(name)
            if isinstance(value.op, gast.Or):
                test = _NEGATED.expand_expression(value=test)
            block = self._evaluated(each, name, origin)
            result += _IF.expand(origin, test=test, body=block)
        return result

    def _is_apart(self, test: Node) -> bool:
        """Whether the operands of an `and` or `or` must become statements."""
        return isinstance(test, gast.BoolOp) and self.moves_assignment(test)

    def _if(self, node: Node) -> Block:
        if not self._is_apart(node.test):
            return [node]
        if isinstance(node.test.op, gast.Or):
            return self._either(node)
        return self._both(node)

    def _both(self, node: Node) -> Block:
        """Nested `if`s, and the `else` after them."""
        flag = self.names.new("passed_", Role.JUMP) if node.orelse else ""
        body: Block = node.body
        if flag:
            body = _SET.expand(node, flag=flag) + body
        for value in reversed(node.test.values):
            body = self._if(place(gast.If(value, body, []), node))
        if not flag:
            return body
        before: Block = _CLEAR.expand(node, flag=flag)
        return [*before, *body, guard(flag, node.orelse, node)]

    def _either(self, node: Node) -> Block:
        """A variable that is assigned the operands one after the other."""
        first, *others = node.test.values
        flag = self.names.new("test")
        result: Block = _ASSIGN.expand(node, flag=flag, value=first)
        for value in others:
            tested = _NEGATED.expand_expression(value=flag)
            block = _ASSIGN.expand(node, flag=flag, value=value)
            result += _IF.expand(node, test=tested, body=block)
        taken = _IF.expand(node, test=flag, body=node.body)[0]
        taken.orelse = node.orelse
        return [*result, taken]


def _is_left_by_jump(loop: Node) -> bool:
    return any(
        isinstance(found, (gast.Break, gast.Return)) for found in walk_block(loop.body)
    )
