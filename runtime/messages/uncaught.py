"""Uncaught errors of ops: their tracebacks show only the user's frames.

Python adds a frame for each function that an error passes, so this library's frames
cannot be removed where the error is raised; the hook that shows an uncaught error omits
them. The first error of an op installs it as `sys.excepthook`, unless another hook is
installed.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType

from graphir.errors import OpError


class TracebackFilter:
    """The switch and the hook that omit this library's frames from tracebacks."""

    def __init__(self) -> None:
        self.is_enabled = True

    def install(self) -> None:
        """Installs the hook, unless the program has its own `sys.excepthook`."""
        if sys.excepthook is sys.__excepthook__:
            sys.excepthook = self._show

    def _show(
        self,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
    ) -> None:
        if self.is_enabled and isinstance(error, OpError):
            traceback = users_part(traceback)
            error = error.with_traceback(traceback)
        sys.__excepthook__(kind, error, traceback)


def users_part(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback without this library's frames, or unchanged if it has no others."""
    # not with `import runtime`, which does without the package that rewrites functions
    from autograph.tracebacks.frames import hide_frames_in, is_hidden

    for package in ("graphir", "runtime"):
        hide_frames_in(os.path.dirname(str(sys.modules[package].__file__)))
    kept = []
    entry = traceback
    while entry is not None:
        if not is_hidden(entry.tb_frame):
            kept.append(entry)
        entry = entry.tb_next
    found: TracebackType | None = None
    for each in reversed(kept):
        found = TracebackType(found, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return found or traceback


FILTER = TracebackFilter()
"""The filter of this process."""
