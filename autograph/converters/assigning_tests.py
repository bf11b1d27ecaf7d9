"""`:=` in conditions and operands that conversion would move into a function."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, guard, name_of
from autograph.converters.truth_tests import is_asked_in_parts
from autograph.syntax.jumps import walk_block
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, OwnName, place
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

    `and` becomes nested `if`s, `or` sets a variable; the test of a loop moves into the
    loop and becomes a `break`. If the value of a statement is a conditional expression,
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
        *asked, last = value.values
        result = self._evaluated(last, name, origin)
        for each in reversed(asked):
            result = self._going_on(each, name, value, result)
        return result

    def _going_on(self, operand: Node, name: str, value: Node, rest: Block) -> Block:
        """Statements that give a variable the operand, then `rest` if it goes on.

        An operand that has asked its own parts is not asked again where Python's
        compiler goes on by their answers.
        """
        if not is_asked_in_parts(operand, value):
            before = self._evaluated(operand, name, value)
            test = _going_on_if(value, name_of(name))
        else:
            flag = self.names.new("passed_", Role.JUMP)
            before = self._evaluated_and_asked(operand, name, flag, value)
            test = _going_on_if(value, OwnName(flag))
        return before + _IF.expand(value, test=test, body=rest)

    def _evaluated_and_asked(
        self, operand: Node, name: str, flag: str, value: Node
    ) -> Block:
        """Statements that give one variable the operand, and another one its truth."""
        if not is_asked_in_parts(operand, value):
            return self._asked(operand, name, flag)
        if isinstance(operand, gast.IfExp):
            sides = (
                self._asked(operand.body, name, flag),
                self._evaluated_and_asked(operand.orelse, name, flag, value),
            )
            return self._if(place(gast.If(operand.test, *sides), operand))
        *asked, last = operand.values
        result = self._evaluated_and_asked(last, name, flag, value)
        for each in reversed(asked):
            before = self._evaluated_and_asked(each, name, flag, value)
            test = _going_on_if(operand, OwnName(flag))
            result = before + _IF.expand(operand, test=test, body=result)
        return result

    def _asked(self, value: Node, name: str, flag: str) -> Block:
        result: Block = _CLEAR.expand(value, flag=flag)
        result += self._evaluated(value, name, value)
        return result + _IF.expand(
            value, test=name_of(name), body=_SET.expand(value, flag=flag)
        )

    def _is_apart(self, test: Node) -> bool:
        """Whether the operands in a test must become statements."""
        if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
            return self._is_apart(test.operand)
        if isinstance(test, gast.IfExp):
            return self.moves_assignment(test.body, test.orelse)
        return isinstance(test, gast.BoolOp) and self.moves_assignment(test)

    def _if(self, node: Node) -> Block:
        test = node.test
        if not self._is_apart(test):
            return [node]
        if isinstance(test, gast.UnaryOp):
            body = node.orelse or [place(gast.Pass(), node)]
            return self._if(place(gast.If(test.operand, body, node.body), node))
        if isinstance(test, gast.BoolOp) and isinstance(test.op, gast.And):
            return self._both(node)
        return self._either(node)

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
        """A variable that says whether one of the operands was true."""
        flag = self.names.new("passed_", Role.JUMP)
        result: Block = _CLEAR.expand(node, flag=flag)
        result += self._passing(node.test, flag, node)
        taken = _IF.expand(node, test=flag, body=node.body)[0]
        taken.orelse = node.orelse
        return [*result, taken]

    def _passing(self, test: Node, flag: str, origin: Node) -> Block:
        """Statements that set the variable if the test is true."""
        if isinstance(test, gast.IfExp) and self._is_apart(test):
            sides = [self._passing(x, flag, origin) for x in (test.body, test.orelse)]
            return self._if(place(gast.If(test.test, *sides), origin))
        if not isinstance(test, gast.BoolOp) or isinstance(test.op, gast.And):
            body = _SET.expand(origin, flag=flag)
            return self._if(place(gast.If(test, body, []), origin))
        result: Block = []
        for each in reversed(test.values):
            body = _SET.expand(origin, flag=flag)
            result = self._if(place(gast.If(each, body, result), origin))
        return result


def _going_on_if(value: Node, truth: Node) -> Node:
    """The test under which an `and` or `or` takes its next operand."""
    is_or = isinstance(value.op, gast.Or)
    return _NEGATED.expand_expression(value=truth) if is_or else truth


def _is_left_by_jump(loop: Node) -> bool:
    return any(
        isinstance(found, (gast.Break, gast.Return)) for found in walk_block(loop.body)
    )
