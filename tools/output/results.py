"""Output of a verb: plain text, a table or JSON; to the screen or a file."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, Protocol

from ..failures import BAD_INPUT, Failure, cannot
from . import terminal
from .files import write_whole
from .terminal import cut, painted, painted_changes

_LEAST_PROSE: Final = 24
"""A column of sentences has so much room, or what it needs."""
_LEAST_CELL: Final = 8
"""A column is not cut to less; then the last of them are left out."""


class Part(Protocol):
    """A part of output whose lines may be fitted to a width."""

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The text, in lines of at most ``width`` characters if there is one."""


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural unless it is 1.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@dataclass(frozen=True)
class Code:
    """Python text: never cut, for it is copied; in the colours of its syntax."""

    text: str

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The text; terminals wrap long lines."""
        return _highlighted(self.text) if colour else self.text


@dataclass(frozen=True)
class Changes:
    """Lines of additions, removals and changes."""

    text: str

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The text; terminals wrap long lines."""
        return painted_changes(self.text) if colour else self.text


@dataclass(frozen=True)
class Lines:
    """Lines that may be cut at the end to fit the screen."""

    text: str

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The lines, each cut to the width."""
        if width is None:
            return self.text
        return "\n".join(cut(line, width) for line in self.text.split("\n"))


@dataclass(frozen=True)
class Table:
    """Rows under headings; numbers are right-aligned."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    total: tuple[Any, ...] | None = None
    prose: bool = False
    """The last column holds sentences: they wrap, for they are read to their end."""

    def as_data(self) -> list[dict[str, Any]]:
        """A dictionary a row, for ``--json``."""
        return [dict(zip(self.headings, row)) for row in self.rows]

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """Columns padded to their widest cell; the widest are cut, the last left out.

        Headings that are wider than all of their cells take several lines first.

        >>> table = Table(("op", "nodes"), (("Const", 3), ("Add", 12)))
        >>> print(table.as_text())
        op     nodes
        Const      3
        Add       12
        >>> print(Table(("n", "text"), ((1, "as long as it is"),)).as_text(12))
        n  text
        1  as long…
        """
        body = [*self.rows, *([self.total] if self.total else [])]
        cells = [[_cell(value) for value in row] for row in body]
        is_number = self.has_numbers()
        inner = [
            max((len(row[column]) for row in cells), default=0)
            for column in range(len(self.headings))
        ]
        widths = list(map(max, inner, map(len, self.headings)))
        if width is not None:
            widths = _with_folded_headings(widths, inner, self.headings, width - 1)
            fits = _with_prose if self.prose else _narrowed
            widths = fits(widths, is_number, width - 1)
        shown = len(widths)
        heads = map(_wrapped, self.headings, widths)
        lines = [
            painted(_padded(row, widths, is_number).rstrip(), "heading", colour)
            for row in zip_longest(*heads, fillvalue="")
        ]
        for row in cells:
            last = row[shown - 1]
            is_wrapped = self.prose and width is not None
            texts = _wrapped(last, widths[-1]) if is_wrapped else []
            first, *more = texts or [last]
            line = [*row[: shown - 1], first]
            lines.append(_padded(line, widths, is_number).rstrip())
            start = " " * (sum(widths[:-1]) + 2 * (shown - 1))
            lines += [start + each for each in more]
        if self.total:
            lines[-1] = painted(lines[-1], "total", colour)
        return "\n".join(lines)

    def has_numbers(self) -> list[bool]:
        """For each column, whether it holds numbers alone."""
        return [
            all(isinstance(row[column], (int, float)) for row in self.rows)
            for column in range(len(self.headings))
        ]


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines, broken between words: names have hyphens, commands too."""
    return wrap(text, max(width, 1), break_on_hyphens=False)


def _cell(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _padded(cells: Sequence[str], widths: list[int], is_number: list[bool]) -> str:
    parts = [
        cell.rjust(width) if right else cut(cell, width).ljust(width)
        for cell, width, right in zip(cells, widths, is_number)
    ]
    return "  ".join(parts)


def _with_folded_headings(
    widths: list[int], inner: list[int], headings: Sequence[str], room: int
) -> list[int]:
    """The widths, where there is too little room those of headings in several lines."""
    over = sum(widths) + 2 * (len(widths) - 1) - room
    if over <= 0:
        return widths
    words = [max(map(len, each.split()), default=0) for each in headings]
    least = list(map(max, inner, words))
    found = list(widths)
    while over > 0:
        wide = [at for at, width in enumerate(found) if width > least[at]]
        if not wide:
            break
        found[max(wide, key=lambda at: found[at])] -= 1
        over -= 1
    return found


def _with_prose(widths: list[int], is_number: list[bool], room: int) -> list[int]:
    """The widths with the last column in the room that the others leave."""
    *others, last = widths
    rest = room - sum(others) - 2 * len(others)
    if rest < min(last, _LEAST_PROSE):
        least = [
            width if number else min(width, _LEAST_CELL)
            for width, number in zip(others, is_number)
        ]
        narrow = room - _LEAST_PROSE - 2
        fits = sum(least) + 2 * (len(least) - 1) <= narrow
        others = _narrowed(others, is_number, narrow) if fits else least
        rest = room - sum(others) - 2 * len(others)
    return [*others, max(_LEAST_CELL, min(last, rest))]


def _narrowed(widths: list[int], is_number: list[bool], room: int) -> list[int]:
    """The widths of as many columns as there is room for, texts cut evenly."""
    found = list(widths)

    def over() -> int:
        return sum(found) + 2 * (len(found) - 1) - room

    while over() > 0:
        wide = [
            column
            for column, width in enumerate(found)
            if not is_number[column] and width > _LEAST_CELL
        ]
        if wide:
            widest = max(wide, key=lambda column: found[column])
            found[widest] -= 1
        elif len(found) > 1:
            found.pop()
        else:
            break
    return found


def show(args: Namespace, *parts: str | Part) -> None:
    """Prints text and tables in order, or writes them to ``-o FILE``.

    On a terminal tables and listings are fitted to its width; elsewhere they are whole.
    """
    is_written = args.output is not None
    width = None if is_written else terminal.columns()
    colour = not is_written and terminal.has_colour()
    texts = [
        part if isinstance(part, str) else part.as_text(width, colour=colour)
        for part in parts
    ]
    write(args, "\n".join(text.rstrip("\n") for text in texts) + "\n")


def show_json(args: Namespace, data: Any) -> None:
    """Prints or writes data as JSON: no ``NaN`` in it, which is JavaScript."""
    content = json.dumps(_as_json(data), indent=2, default=_as_json_text)
    write(args, content + "\n")


def show_written(args: Namespace, **facts: Any) -> None:
    """Prints JSON about the file of ``-o``, which has another format."""
    path, args.output = args.output, None
    show_json(args, {"file": path, **facts})


def _as_json(value: Any) -> Any:
    """The value; numbers that JSON lacks are texts, as in protobuf's JSON.

    >>> _as_json([1.5, float("-inf"), {("a", 1): float("nan")}])
    [1.5, '-Infinity', {"('a', 1)": 'NaN'}]
    """
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    if isinstance(value, (list, tuple)):
        return [_as_json(each) for each in value]
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else str(key): _as_json(each)
            for key, each in value.items()
        }
    return value


def _as_json_text(value: Any) -> Any:
    """What JSON has no form for: bytes as their text, if they are one.

    >>> _as_json_text("né".encode()), _as_json_text(b"\\xff\\x00")
    ('né', {'bytes': '/wA='})
    """
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"bytes": b64encode(value).decode()}


def write(args: Namespace, content: str | bytes) -> None:
    """Writes to ``-o FILE``, else to standard output.

    Raises:
      Failure: if the file cannot be written, or bytes would go to a terminal.
    """
    if args.output is not None:
        try:
            write_whole(Path(args.output), content)
        except OSError as error:
            raise cannot("write", args.output, error) from error
        return
    if sys.stdout is None:
        raise Failure("standard output is closed: give a file with -o FILE.", BAD_INPUT)
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise Failure("binary output: give a file with -o FILE.", BAD_INPUT)
    try:
        if isinstance(content, str):
            sys.stdout.write(content)
        else:
            sys.stdout.buffer.write(content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(error) from error


def unwritable(error: OSError) -> Failure:
    """The failure of a write to the output, for example on a full disk."""
    return Failure(f"cannot write the output: {error.strerror or error}.", BAD_INPUT)


def _highlighted(code: str) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.syntax import Syntax

    # colours of the terminal's own palette, which can be read on any background
    syntax = Syntax("", "python", theme="ansi_dark", background_color="default")
    file = StringIO()
    console = Console(file=file, force_terminal=True, color_system="standard")
    console.print(syntax.highlight(code.rstrip("\n")), soft_wrap=True, end="")
    return file.getvalue()
