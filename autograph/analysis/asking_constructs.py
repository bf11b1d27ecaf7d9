"""The construct of a user's line that asks a value for its truth, or iterates over it.

It is found in the syntax tree of the user's file, at the position of the running
instruction; the text of a line is ambiguous (`name = "sum for x if y"; z = bool(a)`).
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import islice
from opcode import opname
from types import FrameType
from typing import Any, Final, NamedTuple

__all__ = ["Construct", "deciding_construct", "iterating_construct"]


class Construct(Enum):
    """A construct of Python that asks a value for its truth, or iterates over it."""

    ASSERTION = "assert"
    FILTER = "the `if` of a comprehension"
    COMPREHENSION = "the `for` of a comprehension"
    CONDITIONAL_ASSIGNMENT = "an operand before a `:=`"
    ALTERNATIVES = "alternatives of a `case` that take the subject apart"


class _Span(NamedTuple):
    """A stretch of text: its columns are None where only lines are known."""

    line: int
    column: int | None
    end_line: int
    end_column: int | None

    def is_in(self, other: _Span) -> bool:
        """Whether this span lies within `other`."""
        if self.column is None or self.end_column is None:
            return other.line <= self.line <= other.end_line
        start = (other.line, other.column or 0)
        end = (other.end_line, other.end_column or 0)
        inner = (self.line, self.column), (self.end_line, self.end_column)
        return start <= inner[0] and inner[1] <= end


@dataclass(frozen=True, eq=False)
class _Branch:
    """A node of a tree and the nodes around it."""

    node: ast.AST
    parent: _Branch | None
    children: list[_Branch]


_COMPREHENSIONS: Final = ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
_STRUCTURES: Final = ast.MatchSequence, ast.MatchMapping, ast.MatchClass


def deciding_construct(frame: FrameType) -> Construct | None:
    """The construct that asks for a truth value in the line that runs in `frame`.

    None for constructs without a name here (`if`, `while`, `bool(...)`, a call), and if
    the source is not available.
    """
    asks = _is_call if _instruction(frame).startswith("CALL") else _is_tested
    found = {_test_around(each) for each in _candidates(frame, asks)}
    return found.pop() if len(found) == 1 else None


def iterating_construct(frame: FrameType) -> Construct | None:
    """The comprehension that iterates in the line that runs in `frame`, or None."""
    if _instruction(frame) != "GET_ITER":
        return None
    found = {_iteration_at(each) for each in _candidates(frame, _is_iterated)}
    return Construct.COMPREHENSION if found == {True} else None


def _test_around(branch: _Branch) -> Construct | None:
    """The outermost construct to which the truth of a value at `branch` goes."""
    found = _own_test(branch.node)
    child, parent = branch, branch.parent
    while parent is not None:
        found = _construct_of(parent.node, child.node) or found
        if not _passes_truth(parent.node, child.node):
            break
        child, parent = parent, parent.parent
    return found


def _own_test(node: ast.AST) -> Construct | None:
    """Where the instruction of a test has the place of the whole construct."""
    if isinstance(node, ast.Assert):
        return Construct.ASSERTION
    if isinstance(node, _COMPREHENSIONS):
        return Construct.FILTER
    if isinstance(node, (ast.BoolOp, ast.IfExp)) and _assigns_later(node):
        return Construct.CONDITIONAL_ASSIGNMENT
    return None


def _construct_of(node: ast.AST, part: ast.AST) -> Construct | None:
    """The construct `node`, if it asks its `part` for the truth value."""
    if isinstance(node, ast.Assert) and part is node.test:
        return Construct.ASSERTION
    if isinstance(node, ast.comprehension) and part in node.ifs:
        return Construct.FILTER
    if isinstance(node, ast.BoolOp) and _assigns_later(node):
        return Construct.CONDITIONAL_ASSIGNMENT
    if isinstance(node, ast.IfExp) and part is node.test and _assigns_later(node):
        return Construct.CONDITIONAL_ASSIGNMENT
    if isinstance(node, ast.Match) and isinstance(part, ast.match_case):
        return Construct.ALTERNATIVES if _is_left_to_python(node) else None
    return None


def _passes_truth(node: ast.AST, part: ast.AST) -> bool:
    """Whether the truth of `part` is asked for by what asks `node` for its own."""
    if isinstance(node, ast.IfExp):
        return True
    if isinstance(node, ast.match_case):
        return part is node.pattern or part is node.guard
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, (ast.BoolOp, ast.NamedExpr, ast.pattern))


def _assigns_later(node: ast.BoolOp | ast.IfExp) -> bool:
    """Whether a part that may not be evaluated has a `:=`."""
    later = (
        node.values[1:] if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
    )
    return any(isinstance(found, ast.NamedExpr) for x in later for found in ast.walk(x))


def _is_left_to_python(statement: ast.Match) -> bool:
    alternatives = (
        found
        for case in statement.cases
        for found in ast.walk(case.pattern)
        if isinstance(found, ast.MatchOr)
    )
    return any(
        isinstance(found, _STRUCTURES)
        for each in alternatives
        for found in ast.walk(each)
    )


def _iteration_at(branch: _Branch) -> bool:
    """Whether a comprehension iterates: the place is its own or that of its values."""
    parent = branch.parent
    if isinstance(branch.node, _COMPREHENSIONS):
        return True
    inside = None if parent is None else parent.node
    return isinstance(inside, ast.comprehension) and inside.iter is branch.node


def _candidates(frame: FrameType, asks: Callable[[_Branch], bool]) -> list[_Branch]:
    """The innermost node at the instruction; without columns all that may ask there."""
    filename = frame.f_code.co_filename
    text = "".join(linecache.getlines(filename, frame.f_globals))
    tree = _tree(text) if text else None
    if tree is None:
        return []
    span = _span_of(frame)
    if span.column is None:
        return [each for each in _all(tree) if asks(each) and _is_at(each, span)]
    while inner := [x for x in tree.children if _is_around(x, span)]:
        tree = inner[0]
    return [tree]


def _instruction(frame: FrameType) -> str:
    return opname[frame.f_code.co_code[frame.f_lasti]]


def _is_call(branch: _Branch) -> bool:
    return isinstance(branch.node, ast.Call)


def _is_iterated(branch: _Branch) -> bool:
    around = None if branch.parent is None else branch.parent.node
    if isinstance(around, (ast.For, ast.AsyncFor, ast.comprehension)):
        return branch.node is around.iter
    return False


def _is_tested(branch: _Branch) -> bool:
    node = branch.node
    around = None if branch.parent is None else branch.parent.node
    if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return node is around.test
    if isinstance(around, ast.comprehension):
        return node in around.ifs
    is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
    is_operand = isinstance(around, (ast.BoolOp, ast.UnaryOp))
    return is_operand or is_chain or isinstance(node, ast.pattern)


def _is_at(branch: _Branch, span: _Span) -> bool:
    return _has_place(branch.node) and span.is_in(_place_of(branch.node))


def _is_around(branch: _Branch, span: _Span) -> bool:
    """Whether the node, or one in it where it has no place, reaches around `span`."""
    if _has_place(branch.node):
        return span.is_in(_place_of(branch.node))
    return any(_is_around(each, span) for each in branch.children)


def _has_place(node: ast.AST) -> bool:
    return hasattr(node, "lineno")


def _place_of(node: Any) -> _Span:
    end = node.end_lineno or node.lineno
    return _Span(node.lineno, node.col_offset, end, node.end_col_offset)


def _span_of(frame: FrameType) -> _Span:
    """The place of the instruction that runs; its line alone before Python 3.11."""
    code = frame.f_code
    positions = getattr(code, "co_positions", None)
    line: int = frame.f_lineno
    if positions is None:
        return _Span(line, None, line, None)
    # one entry per code unit of two bytes
    start, end, column, end_column = next(islice(positions(), frame.f_lasti // 2, None))
    return _Span(start or line, column, end or line, end_column)


def _all(tree: _Branch) -> Iterator[_Branch]:
    waiting = [tree]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += found.children


@lru_cache(maxsize=8)
def _tree(text: str) -> _Branch | None:
    try:
        parsed = ast.parse(text)
    except SyntaxError:
        return None  # a cell of a notebook, say, with commands that are not Python
    root = _Branch(parsed, None, [])
    waiting = [root]
    while waiting:
        each = waiting.pop()
        each.children[:] = [
            _Branch(child, each, []) for child in ast.iter_child_nodes(each.node)
        ]
        waiting += each.children
    return root
