"""`match` by values: literals, alternatives, captures and guards."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Conversion, Converter, name_of
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, OwnName, place
from autograph.syntax.templates import Template

__all__ = ["MatchStatements"]

_SUBJECT = Template("__name__ = __value__")


class MatchStatements(
    Converter,
    lowers=(gast.Match,),
    makes=(gast.If, gast.Compare, gast.BoolOp),
):
    """Lowers a `match` whose patterns only compare the subject to an `if`.

        match a:                    subject = a
            case 1 | 2:             if subject == 1 or subject == 2:
                b           =>          b
            case n if n > c:        else:
                d                       n = subject
                                        if n > c:
                                            d

    A `match` with a pattern that takes the subject apart stays Python's.

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass('''
    ... def f(a):
    ...     match a:
    ...         case 1:
    ...             b = 2
    ...         case _:
    ...             b = 3
    ... ''', MatchStatements))
    def f(a):
        subject = a
        if subject == 1:
            b = 2
        else:
            b = 3
    """

    _fields = CHILD_BLOCKS

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self._subject = ""

    def visit_Match(self, node: Node) -> Any:
        self.visit_children(node)
        for case in node.cases:
            case.body = self.visit_block(case.body)
        if not all(map(_only_compares, node.cases)):
            return node
        self._subject = self.names.new("subject")
        taken = _SUBJECT.expand(node, name=self._subject, value=node.subject)
        return [*taken, *self._cases(node.cases)]

    def _cases(self, cases: list[Node]) -> Block:
        if not cases:
            return []
        case, pattern = cases[0], cases[0].pattern
        captured = pattern.name if isinstance(pattern, gast.MatchAs) else None
        if captured is None:
            test = self._test(pattern)
            if case.guard is not None:
                test = _both(test, case.guard)
            if test is None:
                return list(case.body)
            return [self._branch(case, test, cases[1:])]
        target = name_of(captured, gast.Store)
        value = OwnName(self._subject)
        before = [place(gast.Assign([target], value, None), pattern)]
        if case.guard is None:
            return [*before, *case.body]
        return [*before, self._branch(case, case.guard, cases[1:])]

    def _branch(self, case: Node, test: Node, rest: list[Node]) -> Node:
        return place(gast.If(test, case.body, self._cases(rest)), case.pattern)

    def _test(self, pattern: Node) -> Any:
        """What holds where the pattern fits; None where it always does."""
        if isinstance(pattern, gast.MatchAs):
            return None
        subject = OwnName(self._subject)
        if isinstance(pattern, gast.MatchValue):
            return gast.Compare(subject, [gast.Eq()], [pattern.value])
        if isinstance(pattern, gast.MatchSingleton):
            value = gast.Constant(pattern.value, None)
            return gast.Compare(subject, [gast.Is()], [value])
        tests = [self._test(each) for each in pattern.patterns]
        return None if None in tests else gast.BoolOp(gast.Or(), tests)


def _both(test: Any, guard: Node) -> Node:
    return guard if test is None else gast.BoolOp(gast.And(), [test, guard])


def _only_compares(case: Node) -> bool:
    pattern = case.pattern
    if isinstance(pattern, gast.MatchAs):
        return pattern.pattern is None
    return _is_comparison(pattern)


def _is_comparison(pattern: Node) -> bool:
    if isinstance(pattern, gast.MatchOr):
        return all(
            _is_comparison(each) or _is_wildcard(each) for each in pattern.patterns
        )
    return isinstance(pattern, (gast.MatchValue, gast.MatchSingleton))


def _is_wildcard(pattern: Node) -> bool:
    return (
        isinstance(pattern, gast.MatchAs)
        and pattern.pattern is None
        and pattern.name is None
    )
