"""The `try` and `with` blocks around running code that would catch an exception.

A stage that records both branches of an `if` cannot raise for one of them: here it
learns how the user's program would have handled the exception.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, NamedTuple

from autograph.kept_modules import is_converted_module
from autograph.syntax.jumps import jump_out_of
from autograph.tracebacks.hiding import is_hidden

__all__ = ["Handler", "Place", "cleanups_around", "handler_for", "place_of_raise"]


class Place(NamedTuple):
    """A line of the user's."""

    filename: str
    line: int

    @property
    def text(self) -> str:
        """The source of the line, without a comment after it and space around it."""
        text = linecache.getline(self.filename, self.line)
        return text.partition("  #")[0].strip()

    def __str__(self) -> str:
        return f"{self.filename}, line {self.line}"


class Handler(NamedTuple):
    """An `except`, a `with` that swallows exceptions, or a `finally`.

    A `finally` that a jump leaves swallows them too: it is told by the jump.
    """

    place: Place
    last_line: int
    """Of the statements in it."""


_Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_Try: tuple[type, ...] = (ast.Try,)
if hasattr(ast, "TryStar"):
    _Try += (ast.TryStar,)
_SWALLOWING = frozenset(("suppress", "raises", "assertRaises", "assertRaisesRegex"))


def place_of_raise(error: BaseException) -> Place:
    """Where `error` was raised."""
    entry = error.__traceback__
    assert entry is not None, "an error that was never raised"
    while entry.tb_next is not None:
        entry = entry.tb_next
    return Place(entry.tb_frame.f_code.co_filename, entry.tb_lineno)


def handler_for(
    error: BaseException, frame: FrameType | None, boundary: CodeType | None
) -> Handler | None:
    """The handler that would catch `error` if it left `frame`, or None.

    Frames are searched outwards, up to the outermost one of the code `boundary`.
    """
    for around in _frames(frame, boundary):
        for statement in _statements_around(around):
            found = _catching(statement, error, around)
            if found is not None:
                return _handler(around, found)
    return None


def cleanups_around(
    frame: FrameType | None, boundary: CodeType | None
) -> Iterator[Handler]:
    """The `finally` blocks that would run if an exception left `frame`."""
    for around in _frames(frame, boundary):
        for statement in _statements_around(around):
            block = getattr(statement, "finalbody", ())
            if block:
                place = Place(around.f_code.co_filename, block[0].lineno)
                yield Handler(place, block[-1].end_lineno)


def _frames(
    frame: FrameType | None, boundary: CodeType | None
) -> tuple[FrameType, ...]:
    """`frame` and its callers, inside the outermost frame of `boundary`."""
    found: list[FrameType] = []
    inside = 0
    while frame is not None:
        if frame.f_code is boundary:
            inside = len(found)
        elif _is_users(frame):
            found.append(frame)
        frame = frame.f_back
    return tuple(found[:inside])


def _is_users(frame: FrameType) -> bool:
    if frame.f_code.co_name.startswith("<") or is_hidden(frame):
        return False
    return is_converted_module(str(frame.f_globals.get("__name__", "")))


def _handler(frame: FrameType, found: Any) -> Handler:
    place = Place(frame.f_code.co_filename, found.lineno)
    return Handler(place, found.end_lineno)


def _catching(statement: ast.stmt, error: BaseException, frame: FrameType) -> Any:
    """The clause or statement that catches; None if there is none."""
    if isinstance(statement, _Try):
        for clause in statement.handlers:  # type: ignore[attr-defined]
            if clause.type is None or _fits(error, _value_of(clause.type, frame)):
                return clause
        return jump_out_of(statement.finalbody)  # type: ignore[attr-defined]
    assert isinstance(statement, (ast.With, ast.AsyncWith))
    for item in statement.items:
        call = item.context_expr
        if not isinstance(call, ast.Call) or _last_name(call.func) not in _SWALLOWING:
            continue
        if any(_fits(error, _value_of(each, frame)) for each in call.args):
            return statement
    return None


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _fits(error: BaseException, kinds: Any) -> bool:
    """Whether `except kinds` catches `error`; it is supposed to where that is unknown.

    `except*` is taken as `except`.
    """
    try:
        return isinstance(error, kinds)
    except TypeError:
        return True


def _value_of(expression: ast.expr, frame: FrameType) -> Any:
    """The value of a name, a dotted name or a tuple of them; None if unknown."""
    if isinstance(expression, ast.Tuple):
        return tuple(_value_of(each, frame) for each in expression.elts)
    if isinstance(expression, ast.Attribute):
        return getattr(_value_of(expression.value, frame), expression.attr, None)
    if not isinstance(expression, ast.Name):
        return None
    for names in (frame.f_locals, frame.f_globals, vars(builtins)):
        if expression.id in names:
            return names[expression.id]
    return None


def _statements_around(frame: FrameType) -> list[ast.stmt]:
    """The `try` and `with` statements whose body runs in `frame`, innermost first."""
    filename, line = frame.f_code.co_filename, frame.f_lineno
    text = "".join(linecache.getlines(filename, frame.f_globals))
    if not text:
        return []
    found: list[ast.stmt] = []
    for node in _guarding(text):
        if isinstance(node, _Function):
            if node.lineno <= line <= (node.end_lineno or line):
                found.clear()
        elif _is_in_block(node.body, line):  # type: ignore[attr-defined]
            found.insert(0, node)
        elif _is_only_cleaned_up(node, line):
            found.insert(0, _cleanup_only(node))
    return found


def _is_in_block(block: list[ast.stmt], line: int) -> bool:
    return block[0].lineno <= line <= (block[-1].end_lineno or line)


def _is_only_cleaned_up(node: Any, line: int) -> bool:
    return bool(getattr(node, "finalbody", ())) and any(
        _is_in_block(part, line) for part in _other_parts(node)
    )


def _other_parts(node: Any) -> Iterator[list[ast.stmt]]:
    """The blocks of a `try` that its handlers don't guard, but its `finally` does."""
    if getattr(node, "orelse", ()):
        yield node.orelse
    for clause in getattr(node, "handlers", ()):
        yield clause.body


def _cleanup_only(node: Any) -> ast.stmt:
    return ast.Try(body=node.body, handlers=[], orelse=[], finalbody=node.finalbody)


@lru_cache(maxsize=32)
def _guarding(text: str) -> tuple[ast.stmt, ...]:
    """Functions, `try` and `with` statements of a file, the outer ones first."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ()  # a cell of a notebook, say, with commands that are not Python
    kinds = (*_Function, *_Try, ast.With, ast.AsyncWith)
    found: list[ast.stmt] = []
    _collect(tree, kinds, found)
    return tuple(found)


def _collect(node: ast.AST, kinds: tuple[type, ...], found: list[ast.stmt]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, kinds):
            found.append(child)  # type: ignore[arg-type]
        if not isinstance(child, ast.expr):
            _collect(child, kinds, found)
