"""Finds and parses the source of a live function.

The tree carries the line and column numbers of the user's file.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

from autograph.errors import ConversionError, SourceUnavailableError
from autograph.syntax.lambdas import lambdas_of_code
from autograph.syntax.nodes import FUNCTIONS, Node, copy_tree
from autograph.syntax.reading import from_python_ast
from autograph.syntax.repeated_warnings import without_repeated_warnings

__all__ = ["FunctionSource", "guard_against_depth", "parse_as_python", "parse_function"]


_MOST_FILES: Final = 256
_READ: Final[dict[str, None]] = {}
_READING: Final = Lock()


class FunctionSource(NamedTuple):
    """The tree of a function, and the text it was parsed from."""

    tree: Node
    """A `FunctionDef`, `AsyncFunctionDef` or `Lambda` that may be changed."""
    filename: str
    text: str
    """The lines of the function, as they stand in the file."""
    lines: list[str]
    """All lines of the file."""


@contextmanager
def guard_against_depth(filename: str, line: int) -> Iterator[None]:
    """Turns a `RecursionError` over the function at `line` into a ConversionError."""
    try:
        yield
    except RecursionError:
        raise ConversionError(
            "the function is nested too deeply to convert; split it", filename, line
        ) from None


def parse_function(function: FunctionType) -> FunctionSource:
    """The syntax tree of a Python function, of gast's classes.

    Raises:
        SourceUnavailableError: there is no source text, or it has changed since the
            function was made.

    >>> import textwrap
    >>> parse_function(textwrap.dedent).tree.name
    'dedent'
    """
    source = _parse(function)
    return source._replace(tree=from_python_ast(source.tree))


def parse_as_python(function: FunctionType) -> FunctionSource:
    """The source and tree of a function, as nodes of Python's `ast`.

    Raises:
        SourceUnavailableError: there is no source text.
    """
    source = _parse(function)
    is_kept = isinstance(source.tree, ast.Lambda)
    return source._replace(tree=copy_tree(source.tree)) if is_kept else source


def _parse(function: FunctionType) -> FunctionSource:
    code = function.__code__
    lines = _lines_of(function)
    if code.co_name == "<lambda>":
        tree, start, end = _parse_lambda(code, lines)
    else:
        tree, start, end = _parse_def(code, lines)
    return FunctionSource(tree, code.co_filename, "".join(lines[start:end]), lines)


def _lines_of(function: FunctionType) -> list[str]:
    code = function.__code__
    linecache.checkcache(code.co_filename)
    is_new = code.co_filename not in linecache.cache
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if is_new:
        _note_read(code.co_filename)
    if len(lines) >= code.co_firstlineno > 0:
        return lines
    raise _without_text(code)


def _note_read(filename: str) -> None:
    """Let `linecache` forget the file that was read first, when too many are kept.

    Only files that it has read because of us, and can read again.
    """
    with _READING:
        _READ[filename] = None
        if len(_READ) <= _MOST_FILES:
            return
        oldest = next(iter(_READ))
        del _READ[oldest]
    linecache.cache.pop(oldest, None)


def _without_text(code: CodeType) -> SourceUnavailableError:
    return _unavailable(
        code,
        "there is no source text for it (code from a prompt, `exec` or `eval` has "
        "none); put it in a file and import it from there",
    )


def _unavailable(code: CodeType, why: str) -> SourceUnavailableError:
    name = getattr(code, "co_qualname", code.co_name)
    return SourceUnavailableError(
        f"cannot convert {name}: {why}", code.co_filename, code.co_firstlineno
    )


def _changed(code: CodeType) -> SourceUnavailableError:
    if code.co_filename.startswith("<"):
        # Python 3.13 keeps the text of `python -c` under the name of all `exec`s.
        return _without_text(code)
    return _unavailable(
        code,
        "its file has changed since it was imported; import it again (restart, or "
        "`importlib.reload`)",
    )


def _parse_def(code: CodeType, lines: list[str]) -> tuple[Node, int, int]:
    start = code.co_firstlineno - 1
    indent = _indent_of(lines[start])
    for end in _possible_ends(code, lines, indent):
        # Blank lines in front make the positions those of the file; `if` makes an
        # indented function a program, without touching the text of its strings.
        blank = "\n" * (start - 1) + "if 1:\n" if indent else "\n" * start
        try:
            with without_repeated_warnings():
                module: Any = ast.parse(blank + "".join(lines[start:end]))
        except SyntaxError:
            continue
        node = module.body[0].body[0] if indent else module.body[0]
        if isinstance(node, FUNCTIONS) and _is_tree_of(node, code):
            return node, start, end
        break
    raise _changed(code)


def _is_tree_of(node: Node, code: CodeType) -> bool:
    arguments = node.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    count = code.co_argcount + code.co_kwonlyargcount
    found = [argument.arg for argument in names]
    if node.name != code.co_name or len(found) != count:
        return False
    # A private name of a class is longer in the code: `__x` is `_Class__x` there.
    return all(map(str.endswith, code.co_varnames[:count], found))


def _indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def _possible_ends(code: CodeType, lines: list[str], indent: int) -> Iterator[int]:
    """Where the function may end: before a line that is not indented deeper."""
    last = _last_line_with_code(code)
    for number in range(last, len(lines)):
        line = lines[number]
        text = line.strip()
        if text and not text.startswith("#") and _indent_of(line) <= indent:
            yield number
    yield len(lines)


def _last_line_with_code(code: CodeType) -> int:
    last = code.co_firstlineno
    for _, _, line in code.co_lines():
        if line is not None and line > last:
            last = line
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            last = max(last, _last_line_with_code(constant))
    return last


def _parse_lambda(code: CodeType, lines: list[str]) -> tuple[Node, int, int]:
    try:
        candidates = lambdas_of_code("".join(lines), code)
    except SyntaxError as error:
        raise _changed(code) from error
    if not candidates:
        raise _changed(code)
    node = candidates[0]
    return node, node.lineno - 1, node.end_lineno or node.lineno
