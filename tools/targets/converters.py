"""The converters that rewrote a line of the user's, and their output."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any


@dataclass(frozen=True)
class Rewriting:
    """The conversion of one source line."""

    converters: tuple[str, ...]
    """The converters that changed what the line became, in order."""
    generated: tuple[str, ...]
    """The lines it became in the end."""


def rewriting_of(target: Any, filename: str, line: int) -> Rewriting | None:
    """The conversion of the line; None if no function that is found contains it.

    Looks at the target, and at the functions of the modules around it.
    """
    from autograph.errors import AutoGraphError

    function = _function_around(target, filename, line)
    if function is None:
        return None
    try:
        return _rewriting(function, line)
    except (AutoGraphError, OSError, SyntaxError):
        return None  # it was called as it is


def _rewriting(function: FunctionType, line: int) -> Rewriting:
    from autograph import ConversionOptions
    from autograph.pipeline import convert_function, passes_until

    options = ConversionOptions(user_requested=True)
    previous: tuple[str, ...] | None = None
    found: list[str] = []
    for stage in passes_until(None, options):
        current = _lines(convert_function(function, options, stage.name), line)
        # the first one wraps the whole function: it rewrites no line in particular
        if previous is not None and current != previous:
            found.append(stage.name)
        previous = current
    return Rewriting(tuple(found), previous or ())


def _lines(converted: Any, line: int) -> tuple[str, ...]:
    texts = converted.text.splitlines()
    found = (
        texts[number - 1].strip()
        for number, origin in sorted(converted.line_map.items())
        if origin.line == line and number <= len(texts)
    )
    # an empty line between definitions is no rewriting
    return tuple(filter(None, found))


def _function_around(target: Any, filename: str, line: int) -> FunctionType | None:
    """The innermost function at hand whose code holds the line."""
    found: tuple[int, FunctionType] | None = None
    for function in _functions(target):
        code = function.__code__
        first, last = _extent(code)
        if code.co_filename == filename and first <= line <= last:
            size = last - first
            if found is None or size < found[0]:
                found = size, function
    return None if found is None else found[1]


def _functions(target: Any) -> Iterator[FunctionType]:
    function = inspect.unwrap(getattr(target, "python_function", target))
    if inspect.ismethod(function):
        function = function.__func__
    if not isinstance(function, FunctionType):
        return
    yield function
    for value in function.__globals__.values():
        members = vars(value).values() if isinstance(value, type) else (value,)
        for each in members:
            plain = getattr(each, "python_function", each)
            if isinstance(plain, FunctionType):
                yield plain


def _extent(code: CodeType) -> tuple[int, int]:
    lines = [line for _, _, line in code.co_lines() if line]
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    ends = [_extent(each)[1] for each in inner]
    return code.co_firstlineno, max([code.co_firstlineno, *lines, *ends])
