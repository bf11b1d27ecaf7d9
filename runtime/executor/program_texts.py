"""Source text of programs, registered for tracebacks while the program is alive."""

from __future__ import annotations

import linecache
import weakref
from collections import deque
from typing import Any, Final

_UNUSED: Final[deque[str]] = deque()
"""File names of programs that are gone."""


def keep_text(program: Any, filename: str, text: str) -> None:
    """Lets ``linecache`` know a text under a file name while the program lives."""
    _drop_unused()
    # None for the time of change: linecache keeps the entry until it is taken out
    entry = (len(text), None, text.splitlines(keepends=True), filename)
    linecache.cache[filename] = entry
    # taken out later, not by the finalizer: that may run in the midst of linecache's
    # loop over its entries, which then fails for the one that is gone
    weakref.finalize(program, _UNUSED.append, filename)


def _drop_unused() -> None:
    while True:
        try:
            filename = _UNUSED.popleft()
        except IndexError:
            return
        linecache.cache.pop(filename, None)
