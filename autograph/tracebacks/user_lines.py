"""An error in a few lines: what it says, then the user's lines that led to it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from traceback import extract_tb
from typing import Final

from autograph.tracebacks.frames import UserFrame
from autograph.tracebacks.hiding import is_hidden
from autograph.tracebacks.rewriting import record_of
from autograph.tracebacks.suggestions import suggestion

__all__ = ["message_of", "user_lines"]

_MOST: Final = 4
"""So many lines that led to the error are shown; a recursion has thousands."""
_STANDARD: Final = os.path.dirname(os.__file__) + os.sep


def message_of(error: BaseException) -> str:
    """The public name of the error's class and its message, without user lines.

    >>> message_of(KeyError("x"))
    "KeyError: 'x'"
    """
    record = record_of(error)
    if record is not None:
        return record.cause.lstrip("_")
    kinds = type(error).__mro__
    kind = next(each.__name__ for each in kinds if not each.__name__.startswith("_"))
    text = str(error)
    return f"{kind}: {text}{suggestion(error)}" if text else kind


def user_lines(error: BaseException, ours: tuple[str, ...] = ()) -> list[str]:
    """A line for each place in the user's code, the place that failed first.

    Files in the folders ``ours``, in the packages that hide their frames and in
    Python's library are left out.

    >>> user_lines(ValueError("never raised"))
    []
    """
    record = record_of(error)
    frames = list(record.frames) if record is not None else _frames(error)
    times = Counter((each.filename, each.line, each.function) for each in frames)
    # a comprehension was a function of its own until Python 3.12: one line is one place
    places = {(each.filename, each.line): each for each in reversed(frames)}
    # of one line the outermost function is the one that the user wrote
    shown = [
        each
        for each in places.values()
        if not each.filename.startswith(("<frozen", _STANDARD, *ours))
    ]
    lines = [
        _line(each, "from" if index else "at")
        + _repeated(times[each.filename, each.line, each.function])
        for index, each in enumerate(shown)
    ]
    if len(lines) > _MOST:
        left_out = len(lines) - _MOST + 1
        lines[_MOST - 2 : -1] = [f"  ... {left_out} more"]
    return lines


def _repeated(count: int) -> str:
    return f"  ({count - 1} more times)" if count > _MOST else ""


def _frames(error: BaseException) -> list[UserFrame]:
    return list(_plain_frames(error))


def _plain_frames(error: BaseException) -> Iterator[UserFrame]:
    entry = error.__traceback__
    texts = extract_tb(entry)
    for text in texts:
        if entry is not None and not is_hidden(entry.tb_frame):
            yield UserFrame(
                text.filename, text.lineno or 0, text.name, text.line or "", ""
            )
        entry = None if entry is None else entry.tb_next


def _line(frame: UserFrame, link: str) -> str:
    within = "" if frame.function.startswith("<") else f" in {frame.function}"
    text = "" if frame.text == "<source unavailable>" else frame.text
    code = f": {text}" if text else ""
    return f"  {link} {frame.filename}:{frame.line}{within}{code}"
