"""`match`: comparisons become staged conditions, destructuring stays Python's."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Conversion, Converter, constant, name_of
from autograph.converters.patterns import Pattern
from autograph.syntax.nodes import (
    CHILD_BLOCKS,
    Block,
    Node,
    OwnName,
    copy_tree,
    place,
    walk,
)
from autograph.syntax.templates import Template

__all__ = ["MatchStatements"]

_SUBJECT = Template("__name__ = __value__")
_STRUCTURE = Template(
    """
    __flag__ = False
    match __subject__:
        case _:
            __flag__ = True
    """
)
_IF = Template(
    """
    if __test__:
        __body__
    """
)


class MatchStatements(
    Converter,
    lowers=(gast.Match,),
    makes=(gast.If, gast.Compare, gast.BoolOp),
):
    """Lowers a `match` that compares the subject, or parts of it, to `if` statements.

        match a:                    subject = a
            case 1 | 2:             if subject == 1 or subject == 2:
                b           =>          b
            case n if n > c:        else:
                d                       n = subject
                                        if n > c:
                                            d

    A pattern that destructures the subject stays in Python's `match`, with names in
    place of the values that it compares; an `if` compares them afterwards. A `match`
    that only destructures the subject is not changed.

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

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_Match(self, node: Node) -> Any:
        self.visit_children(node)
        for case in node.cases:
            case.body = self.visit_block(case.body)
        patterns = [Pattern(case.pattern, self.names) for case in node.cases]
        if any(each.needs_python for each in patterns) or not _compares(node, patterns):
            return node
        outer, self._subject = self._subject, self.names.new("subject")
        taken = _SUBJECT.expand(node, name=self._subject, value=node.subject)
        result = [*taken, *self._cases(list(zip(node.cases, patterns, strict=True)))]
        self._subject = outer
        return result

    def _cases(self, cases: list[tuple[Node, Pattern]]) -> Block:
        if not cases:
            return []
        case, pattern = cases[0]
        if pattern.takes_apart:
            return self._apart(case, pattern, cases[1:])
        test = pattern.test(self._subject)
        if pattern.captures:
            return self._captured(case, pattern, test, cases[1:])
        if case.guard is not None:
            test = _all(test, case.guard)
        if test is None:
            return list(case.body)
        return [self._branch(case, test, case.body, cases[1:])]

    def _captured(
        self, case: Node, pattern: Pattern, test: Any, rest: list[Any]
    ) -> Block:
        """The whole subject under a name, where nothing or a guard decides."""
        before = self._bindings(case, dict.fromkeys(pattern.captures, self._subject))
        if test is not None:
            guard, again = self._guarded(case, pattern, before)
            taken = _IF.expand(case.pattern, test=test, body=before)
            whole = _all(test, guard) if guard is not None else test
            return [
                *(taken if guard is not None else []),
                self._branch(case, whole, [*again, *case.body], rest),
            ]
        if case.guard is None:
            return [*before, *case.body]
        return [*before, self._branch(case, case.guard, case.body, rest)]

    def _apart(self, case: Node, pattern: Pattern, rest: list[Any]) -> Block:
        """Python's `match` for the structure, then a test for the values in it."""
        result: Block = []
        tests: list[Node] = []
        for each in pattern.alternatives or [pattern]:
            tests.append(self._taken_apart(case, each, result))
        test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.Or(), tests)
        bindings = self._bindings(case, pattern.captures)
        guard, again = self._guarded(case, pattern, bindings)
        if case.guard is not None:
            if bindings:
                result += _IF.expand(case.pattern, test=test, body=bindings)
            test = _all(test, guard)
        return [*result, self._branch(case, test, [*again, *case.body], rest)]

    def _guarded(
        self, case: Node, pattern: Pattern, bindings: Block
    ) -> tuple[Any, Block]:
        """The guard, and the bindings that the body begins with.

        Both use our names, which have a value where a stage decides the pattern; but
        what the guard itself assigns is the user's variable from there on.
        """
        if case.guard is not None and any(
            isinstance(found, gast.NamedExpr) and found.target.id in pattern.captures
            for found in walk(case.guard)
        ):
            return case.guard, []
        guard = pattern.with_parts(case.guard, self._subject)
        again = [copy_tree(each) for each in bindings]
        return guard, again

    def _taken_apart(self, case: Node, pattern: Pattern, result: Block) -> Node:
        """The test for a pattern; Python's `match`, if it needs one, joins `result`."""
        if not pattern.takes_apart:
            test = pattern.test(self._subject)
            return constant(True) if test is None else test
        fits = self.names.new("fits")
        structure = {"flag": fits, "subject": self._subject}
        result += _STRUCTURE.expand(case.pattern, **structure)
        result[-1].cases[0].pattern = pattern.structure
        return _all(OwnName(fits), pattern.test(self._subject))

    def _bindings(self, case: Node, captures: dict[str, str]) -> Block:
        return [
            place(
                gast.Assign([name_of(name, gast.Store)], OwnName(part), None),
                case.pattern,
            )
            for name, part in captures.items()
        ]

    def _branch(self, case: Node, test: Node, body: Block, rest: list[Any]) -> Node:
        return place(gast.If(test, body, self._cases(rest)), case.pattern)


def _all(*tests: Any) -> Any:
    """The conjunction of the tests; an empty one is true."""
    found = [
        each
        for test in tests
        if test is not None
        for each in (test.values if _is_and(test) else [test])
    ]
    if len(found) < 2:
        return found[0] if found else None
    return gast.BoolOp(gast.And(), found)


def _is_and(test: Node) -> bool:
    return isinstance(test, gast.BoolOp) and isinstance(test.op, gast.And)


def _compares(node: Node, patterns: list[Pattern]) -> bool:
    """Whether a stage could decide: by a value in a pattern, or by a guard."""
    if not any(each.takes_apart for each in patterns):
        return True
    return any(case.guard is not None for case in node.cases) or any(
        each.has_values for each in patterns
    )
