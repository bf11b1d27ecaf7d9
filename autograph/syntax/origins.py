"""Source maps: the user's source line behind a line of generated code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import gast

from autograph.syntax.nodes import FUNCTIONS, Node, walk

__all__ = ["Origin", "Span", "function_spans", "line_map_of"]

Span = tuple[int, int, str]
"""First and last line of a function, and its name."""


class Origin(NamedTuple):
    """A place in the user's file."""

    file: str
    line: int
    column: int
    function: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}: {self.text.strip()}"


def line_map_of(
    lines: Sequence[int],
    filename: str,
    source_lines: Sequence[str],
    spans: Sequence[Span],
) -> dict[int, Origin]:
    """The origin of each generated line, from 1.

    `lines` holds the number of the user's line that each generated one carries;
    `spans`, the functions in the user's tree.
    """
    found: dict[int, Origin] = {}
    made: dict[int, Origin] = {}
    for number, line in enumerate(lines, 1):
        origin = made.get(line)
        if origin is None:
            text = source_lines[line - 1] if line <= len(source_lines) else ""
            text = text.rstrip("\n")
            column = len(text) - len(text.lstrip())
            name = _innermost(spans, line)
            origin = made[line] = Origin(filename, line, column, name, text)
        found[number] = origin
    return found


def function_spans(function: Node) -> list[Span]:
    """The functions in a tree, outer functions first."""
    spans: list[Span] = []
    for node in walk(function):
        if isinstance(node, FUNCTIONS):
            spans.append((node.lineno, node.end_lineno, node.name))
        elif isinstance(node, gast.Lambda) and node is function:
            spans.append((node.lineno, node.end_lineno, "<lambda>"))
    return spans


def _innermost(spans: Sequence[Span], line: int) -> str:
    name = spans[0][2]
    for start, end, inner in spans:
        if start <= line <= end:
            name = inner
    return name
