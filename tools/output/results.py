"""Output of a verb: plain text, a table or JSON; to the screen or a file."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..failures import BAD_INPUT, Failure
from .files import write_whole


@dataclass(frozen=True)
class Table:
    """Rows under headings; numbers are right-aligned."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    total: tuple[Any, ...] | None = None

    def as_data(self) -> list[dict[str, Any]]:
        """A dictionary a row, for ``--json``."""
        return [dict(zip(self.headings, row)) for row in self.rows]

    def as_text(self) -> str:
        """Columns padded to their widest cell.

        >>> print(Table(("op", "nodes"), (("Const", 3), ("Add", 12))).as_text())
        op     nodes
        Const      3
        Add       12
        """
        body = [*self.rows, *([self.total] if self.total else [])]
        cells = [[_cell(value) for value in row] for row in body]
        widths = [
            max([len(heading), *(len(row[column]) for row in cells)])
            for column, heading in enumerate(self.headings)
        ]
        is_number = self.has_numbers()
        lines = [_padded(self.headings, widths, is_number)]
        lines += [_padded(row, widths, is_number) for row in cells]
        return "\n".join(line.rstrip() for line in lines)

    def has_numbers(self) -> list[bool]:
        """For each column, whether it holds numbers alone."""
        return [
            all(isinstance(row[column], (int, float)) for row in self.rows)
            for column in range(len(self.headings))
        ]


def _cell(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _padded(cells: Sequence[str], widths: list[int], is_number: list[bool]) -> str:
    parts = [
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, is_number)
    ]
    return "  ".join(parts)


def show(args: Namespace, *parts: str | Table) -> None:
    """Prints text and tables in order, or writes them to ``-o FILE``."""
    if args.output is None and is_drawn():
        _draw(parts)
        return
    texts = [part.as_text() if isinstance(part, Table) else part for part in parts]
    write(args, "\n".join(text.rstrip("\n") for text in texts) + "\n")


def show_json(args: Namespace, data: Any) -> None:
    """Prints or writes data as JSON."""
    write(args, json.dumps(data, indent=2, default=str) + "\n")


def write(args: Namespace, content: str | bytes) -> None:
    """Writes to ``-o FILE``, else to standard output.

    Raises:
      Failure: if the file cannot be written, or bytes would go to a terminal.
    """
    if args.output is not None:
        try:
            write_whole(Path(args.output), content)
        except OSError as error:
            raise Failure(f"cannot write {args.output}: {error}", BAD_INPUT) from error
        return
    if isinstance(content, str):
        sys.stdout.write(content)
        return
    if sys.stdout.isatty():
        raise Failure("binary output: give a file with -o FILE", BAD_INPUT)
    sys.stdout.buffer.write(content)


def is_drawn() -> bool:
    """Whether tables are drawn with colour: on a terminal, without NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _fits(table: Table, width: int) -> bool:
    return all(len(line) < width for line in table.as_text().splitlines())


def _draw(parts: Sequence[str | Table]) -> None:
    from rich.console import Console
    from rich.syntax import Syntax
    from rich.table import Table as DrawnTable
    from rich.text import Text

    console = Console()
    # colours of the terminal's own palette, which can be read on any background
    syntax = Syntax("", "python", theme="ansi_dark", background_color="default")
    for part in parts:
        # soft_wrap: the terminal breaks long lines, and nothing is cut off
        if isinstance(part, str):
            text = syntax.highlight(part.rstrip("\n"))
            console.print(text, soft_wrap=True, end="")
            continue
        if not _fits(part, console.width):
            console.print(part.as_text(), soft_wrap=True, markup=False, highlight=False)
            continue
        drawn = DrawnTable(box=None, header_style="bold")
        for heading, is_number in zip(part.headings, part.has_numbers()):
            drawn.add_column(heading, justify="right" if is_number else "left")
        # as Text: brackets in a cell are no markup
        for row in part.rows:
            drawn.add_row(*(Text(_cell(value)) for value in row))
        if part.total:
            total = (Text(_cell(value)) for value in part.total)
            drawn.add_row(*total, style="bold")
        console.print(drawn)
