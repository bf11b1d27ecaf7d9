"""The Python source in a program or a notebook, with the lines that users see."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NOTEBOOK = ".ipynb"
_COMMAND = re.compile(
    r"""\s*(?: %{1,2}[A-Za-z_]      # a magic; `% x` is a remainder
             | !(?!=) | \?          # a command of the shell, or help
             | [\w.]+\?{1,2}\s*$   # help, after the name
             | [\w,\s]+=\s*[!%] )  # what one of them gives, kept
    """,
    re.VERBOSE,
)
"""Lines of a notebook that are no Python."""


class UnreadableError(Exception):
    """A file that is no program, notebook or graph."""


@dataclass
class Source:
    """The text of a program; of a notebook that of all cells, one after the other."""

    file: Path
    text: str | bytes
    cells: list[tuple[int, int]] = field(default_factory=list)
    """Of a notebook: number of a cell, and the line of the text where it begins."""

    def place_of(self, line: int) -> tuple[Path, int]:
        """The file (for a notebook with the cell's number), and the line in it."""
        before = [each for each in self.cells if each[1] <= line]
        if not before:
            return self.file, line
        number, start = before[-1]
        return self.file.with_name(f"{self.file.name}[{number}]"), line - start + 1


def read_program(file: Path) -> Source:
    """The source of a program or a notebook.

    Raises:
      OSError: for a file that cannot be opened.
      UnreadableError: for a ``.ipynb`` file that is no notebook.
    """
    content = file.read_bytes()
    if file.suffix != NOTEBOOK:
        return Source(file, content)
    try:
        notebook = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"it is no notebook: {error}") from error
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise UnreadableError("it is no notebook: it has no list of cells.")
    lines: list[str] = []
    starts: list[tuple[int, int]] = []
    for number, cell in enumerate(cells, 1):
        starts.append((number, len(lines) + 1))
        lines += _code_of(cell)
    return Source(file, "\n".join(lines), starts)


def _code_of(cell: Any) -> list[str]:
    """The lines of a cell of code; commands of the notebook itself are left blank."""
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return []
    source = cell.get("source")
    if isinstance(source, list):
        source = "".join(each for each in source if isinstance(each, str))
    if not isinstance(source, str):
        return []
    lines = source.split("\n")
    if lines[0].startswith("%%"):
        return []  # the whole cell is in another language
    return [_without_command(each) for each in lines]


def _without_command(line: str) -> str:
    start = line.lstrip()
    indent = line[: len(line) - len(start)]
    return f"{indent}pass" if _COMMAND.match(line) else line


__all__ = ["Source", "UnreadableError", "read_program"]
