"""Which functions of a file can be staged, and why others cannot."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import NamedTuple

from autograph.errors import AutoGraphError, ConversionError
from autograph.options import ConversionOptions
from autograph.pipeline import convert_function
from autograph.syntax.jumps import runs_as_it_is
from autograph.syntax.source import parse_function

YES = "yes"
NO = "no"
AS_IT_IS = "as it is"
"""It is called and not converted: what it does to tensors is recorded all the same."""
_MARKS = frozenset(("do_not_convert", "unconverted"))
_GENERIC = "<generic parameters"


class Stageable(NamedTuple):
    """One function of a file, and whether it has a staged form."""

    filename: str
    line: int
    """Of the function, or of what cannot be staged in it."""
    name: str
    staged: str
    """`yes`, `no`, or `as it is`."""
    reason: str


def stageable_functions(path: str | Path) -> list[Stageable]:
    """Every function and method of a Python file; inner functions belong to theirs.

    The file is compiled and its functions are converted, but no line of it runs.

    Raises:
        OSError: the file cannot be read.
        SyntaxError: it is no Python.
        ValueError: it is no text.
    """
    filename = str(path)
    source = Path(path).read_bytes()
    marked = set(_marked_lines(ast.parse(source, filename)))
    module = compile(source, filename, "exec", dont_inherit=True)
    found = [
        _judged(code, name, code.co_firstlineno in marked)
        for name, code in _functions_of(module, "")
    ]
    return sorted(found, key=lambda each: (each.line, each.name))


def _marked_lines(tree: ast.Module) -> Iterator[int]:
    """The first lines of functions whose decorators keep them from conversion."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = {_last_name(each) for each in node.decorator_list}
            if names & _MARKS:
                yield min(each.lineno for each in node.decorator_list)


def _last_name(decorator: ast.expr) -> str:
    """`do_not_convert` of ``@tf.autograph.experimental.do_not_convert()``."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(named).rpartition(".")[2]


def _functions_of(code: CodeType, prefix: str) -> Iterator[tuple[str, CodeType]]:
    for each in code.co_consts:
        if not isinstance(each, CodeType):
            continue
        if each.co_name.startswith(_GENERIC):
            yield from _functions_of(each, prefix)
        elif not each.co_flags & inspect.CO_OPTIMIZED:  # the body of a class
            yield from _functions_of(each, f"{prefix}{each.co_name}.")
        elif not each.co_name.startswith("<"):
            yield f"{prefix}{each.co_name}", each


def _judged(code: CodeType, name: str, is_marked: bool) -> Stageable:
    place = code.co_filename, code.co_firstlineno, name
    if is_marked:
        return Stageable(*place, AS_IT_IS, "it is marked do_not_convert")
    cells = tuple(CellType() for _ in code.co_freevars)
    function = FunctionType(code, {"__name__": "examined"}, code.co_name, None, cells)
    function.__qualname__ = name
    try:
        convert_function(function, ConversionOptions(user_requested=True))
        if runs_as_it_is(parse_function(function).tree):
            why = (
                "a jump out of `finally`, or a group that is raised again, is Python's"
            )
            return Stageable(*place, AS_IT_IS, why)
    except ConversionError as error:
        first = str(error).splitlines()[0]
        line = error.line or code.co_firstlineno
        return Stageable(code.co_filename, line, name, NO, first)
    except AutoGraphError as error:
        return Stageable(*place, NO, str(error).splitlines()[0])
    return Stageable(*place, YES, "")
