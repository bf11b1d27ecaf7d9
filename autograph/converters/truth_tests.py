"""Who asks the truth of an `and`, an `or`, a chain of comparisons."""

from __future__ import annotations

import sys
from typing import Any

import gast

from autograph.converters.base import EXTRA_TEST, Converter
from autograph.syntax.nodes import Node
from autograph.syntax.truth_uses import TRUTH_USE, TruthUse

__all__ = ["TruthTests", "is_asked_in_parts", "mark_test"]

_VALUES_ARE_ASKED_AGAIN = sys.version_info >= (3, 12)
"""Whether Python asks the value of `a or b` again in `x = (a or b) and c`."""


class TruthTests(Converter, lowers=(gast.BoolOp, gast.Compare)):
    """Marks operands that a test asks, without changing their text.

    Python asks each operand of `if a or b:` once and goes on by the answer. So `or`
    runs as an operator that gives the answer there, not the operand:

        if a or b:          =>      if ag__.or_test(lambda: a, lambda: b):

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a, b):\\n    assert a or b", TruthTests))
    def f(a, b):
        assert a or b
    """

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_If(self, node: Node) -> Any:
        mark_test(node.test)
        return self.visit_children(node)

    visit_While = visit_Assert = visit_IfExp = visit_If

    def visit_For(self, node: Node) -> Any:
        test = EXTRA_TEST.get(node)
        if test is not None:
            mark_test(test)
        return self.visit_children(node)

    def visit_comprehension(self, node: Node) -> Any:
        for each in node.ifs:
            mark_test(each)
        return self.visit_children(node)

    def visit_match_case(self, node: Node) -> Any:
        if node.guard is not None:
            mark_test(node.guard)
        return self.visit_children(node)

    def visit_BoolOp(self, node: Node) -> Any:
        own = TRUTH_USE.get(node)
        if own is not TruthUse.TEST and not _VALUES_ARE_ASKED_AGAIN:
            is_pythons = own is TruthUse.PYTHON or self.moves_assignment(*node.values)
            use = TruthUse.PYTHON if is_pythons else TruthUse.ASKED
            for each in node.values[:-1]:
                _mark_asked(each, use, getattr(node, "lineno", None))
        return self.visit_children(node)


def mark_test(test: Node) -> None:
    """Note that a statement or expression goes on by the truth of `test`."""
    if isinstance(test, gast.BoolOp):
        TRUTH_USE.set(test, TruthUse.TEST)
        for each in test.values:
            mark_test(each)
    elif isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        mark_test(test.operand)
    elif isinstance(test, gast.IfExp):
        mark_test(test.body)
        mark_test(test.orelse)
    elif isinstance(test, gast.Compare) and len(test.ops) > 1:
        TRUTH_USE.set(test, TruthUse.TEST)


def _mark_asked(node: Node, use: TruthUse, line: int | None) -> None:
    """Note that an `and` or `or` which begins in `line` asks the value.

    Python's compiler lets it go on by what an operand in `node` has answered, if both
    begin in the same line, and no jump stands between them, as after the first side of
    a conditional expression.
    """
    if getattr(node, "lineno", None) != line:
        return
    if isinstance(node, gast.BoolOp):
        TRUTH_USE.set(node, use)
        _mark_asked(node.values[-1], use, line)
    elif isinstance(node, gast.IfExp):
        TRUTH_USE.set(node, use)
        _mark_asked(node.orelse, use, line)


def is_asked_in_parts(operand: Node, value: Node) -> bool:
    """Whether `value`, an `and` or `or`, goes on by what parts of its operand answer.

    The last operand is none: nobody asks it.
    """
    if _VALUES_ARE_ASKED_AGAIN or getattr(operand, "lineno", None) != value.lineno:
        return False
    if isinstance(operand, gast.IfExp):
        return is_asked_in_parts(operand.orelse, value)
    return isinstance(operand, gast.BoolOp)
