"""What the user's line does with a tensor that has no value while it is traced."""

from __future__ import annotations

import sys
from typing import Final

from autograph import logs
from runtime.origins import is_ours

_WARNED: Final[set[tuple[str, int]]] = set()


def warn_of_text() -> None:
    """Warn, once a line, that the user's text describes a tensor without its value."""
    frame = sys._getframe(2)
    filename, line = frame.f_code.co_filename, frame.f_lineno
    if is_ours(filename) or (filename, line) in _WARNED:
        return
    _WARNED.add((filename, line))
    logs.warn(
        f"{filename}, line {line}: the text is made while a graph is traced, so it "
        "describes the tensor and does not hold its value; use tf.strings.format, or "
        "tf.print."
    )


def is_in_filter() -> bool:
    """Whether the line that asks for the truth of a tensor filters a comprehension."""
    import linecache

    frame = sys._getframe(2)
    text = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
    is_statement = text.startswith(("for ", "if ", "while ", "elif "))
    return not is_statement and " for " in text and " if " in text
