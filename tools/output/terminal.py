"""The terminal: whether there is one, how wide it is, and colours by meaning."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import Final

MEANINGS: Final = {
    "heading": "1",  # bold
    "name": "0",
    "op": "36",  # cyan
    "dtype": "32",  # green
    "place": "2",  # faint
    "source": "33",  # yellow
    "added": "32",
    "removed": "31",  # red
    "changed": "33",
    "note": "35",  # magenta
    "total": "1",
}
"""Meaning -> colour of the terminal's own palette, which reads on any background."""

_ESCAPES: Final = re.compile(r"\x1b\[[\d;]*m")
_MARKS: Final = {"+": "added", "-": "removed", "~": "changed", "!": "note"}


def is_terminal() -> bool:
    """Whether the output is read by a person: lines are fitted to the window."""
    return sys.stdout is not None and sys.stdout.isatty()


def columns() -> int | None:
    """The width of the terminal; None for piped output, which is not cut."""
    return shutil.get_terminal_size().columns if is_terminal() else None


def has_colour() -> bool:
    """Whether output is coloured: on a terminal, unless the environment decides.

    ``NO_COLOR`` with any text forbids it, ``FORCE_COLOR`` enables it in a pipe too.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return is_terminal() and os.environ.get("TERM") != "dumb"


def painted(text: str, meaning: str, colour: bool = True) -> str:
    """The text in the colour of its meaning.

    >>> painted("Relu", "op"), painted("Relu", "op", colour=False)
    ('\\x1b[36mRelu\\x1b[0m', 'Relu')
    """
    code = MEANINGS[meaning]
    if not colour or not text or code == "0":
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def painted_changes(text: str) -> str:
    """Lines that begin with ``+``, ``-``, ``~`` or ``!``, in their colours."""
    lines = []
    for line in text.split("\n"):
        meaning = _MARKS.get(line.strip()[:1])
        lines.append(painted(line, meaning) if meaning else line)
    return "\n".join(lines)


def plain(text: str) -> str:
    """The text without colours.

    >>> plain(painted("Relu", "op"))
    'Relu'
    """
    return _ESCAPES.sub("", text)


def cut_within(text: str, width: int) -> str:
    """The text; if it is wider than ``width``, an ellipsis replaces its middle.

    For names, which often differ at their end.

    >>> cut_within("while/strided_slice/stack_1", 15)
    'whil…ce/stack_1'
    """
    if len(text) <= width:
        return text
    end = (max(width - 1, 0) * 2 + 2) // 3
    return text[: max(width - 1 - end, 0)] + "…" + text[len(text) - end :]


def cut(text: str, width: int) -> str:
    """The text; if it is wider than ``width``, an ellipsis replaces its end.

    >>> cut("accumulate", 5), cut("sum", 5)
    ('accu…', 'sum')
    """
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
