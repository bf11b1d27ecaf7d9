"""Source texts: the files around the lines in use, and generated code."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from autograph import ConversionOptions
from autograph.api import python_function
from autograph.callees import user_functions_of
from autograph.errors import AutoGraphError
from autograph.pipeline import convert_function
from runtime.explorer.node_states import Files, Line

WHOLE_FILE: Final = 400
"""Longer files are shown only around the lines that are used."""

AROUND: Final = 25
"""So many lines before and after them."""


def generated_code(function: Any, files: Files) -> list[dict[str, Any]]:
    """The generated code of a function and of its callees, with each line's source.

    A function that is called as it is has none.
    """
    found = []
    try:
        plain, owner = python_function(function)
        others = user_functions_of(plain, owner)
    except (AutoGraphError, TypeError):
        return []
    asked = ConversionOptions(user_requested=True)
    for number, each in enumerate([plain, *others]):
        options = asked if number == 0 else ConversionOptions()
        part = _converted(each, options, files)
        if part is not None:
            found.append(part)
    return found


def _converted(
    function: FunctionType, options: ConversionOptions, files: Files
) -> dict[str, Any] | None:
    try:
        converted = convert_function(function, options)
        return {
            "name": function.__qualname__,
            "lines": converted.text.splitlines(),
            "from": {
                line: [files.number(origin.file), origin.line]
                for line, origin in converted.line_map.items()
            },
        }
    except (AutoGraphError, OSError, SyntaxError):
        return None  # it is called as it is


def source_texts(files: Files, used: Iterable[Line]) -> list[dict[str, Any]]:
    """The lines of each file, by number; of long files only the used part."""
    lines_of: dict[int, set[int]] = {}
    for number, line in used:
        lines_of.setdefault(number, set()).add(line)
    found = []
    for path, number in files.paths.items():
        texts = [each.rstrip("\n") for each in linecache.getlines(path)]
        wanted = lines_of.get(number, set())
        shown = range(1, len(texts) + 1)
        if len(texts) > WHOLE_FILE:
            near = {
                line + step for line in wanted for step in range(-AROUND, AROUND + 1)
            }
            shown_lines = sorted(near & set(shown))
        else:
            shown_lines = list(shown)
        found.append(
            {
                "name": Path(path).name,
                "path": path,
                "lines": [[line, texts[line - 1]] for line in shown_lines],
            }
        )
    return found
