"""Uncaught errors: their tracebacks show only the user's frames.

Python adds a frame for each function that an error passes, so this library's frames
cannot be removed where the error is raised; the hook that shows an uncaught error omits
them. `import runtime` installs it as `sys.excepthook`, and in a notebook as the handler
of errors, unless there is another one.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any, Final

from graphir.errors import OpError

_MISTAKES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
)
"""Raised by this library, they are rather its own mistakes than refused arguments."""


class TracebackFilter:
    """The switch and the hook that omit this library's frames from tracebacks."""

    def __init__(self) -> None:
        self.is_enabled = True

    def install(self) -> None:
        """Installs the hook, unless the program or the notebook has its own."""
        if sys.excepthook is sys.__excepthook__:
            sys.excepthook = self._show
        shell = _notebook_shell()
        if shell is not None and not shell.custom_exceptions:
            shell.set_custom_exc((Exception,), self._show_in_notebook)

    def _show(
        self,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
    ) -> None:
        sys.__excepthook__(kind, error, self._shown_part(error, traceback))

    def _show_in_notebook(
        self,
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
        tb_offset: int | None = None,
    ) -> None:
        given = kind, error, self._shown_part(error, traceback)
        shell.showtraceback(given, tb_offset=tb_offset)

    def _shown_part(
        self, error: BaseException, traceback: TracebackType | None
    ) -> TracebackType | None:
        if not self.is_enabled or os.environ.get("AUTOGRAPH_FULL_TRACEBACKS"):
            return traceback
        error.__traceback__ = traceback
        omit_our_frames(error)
        return error.__traceback__


def _notebook_shell() -> Any:
    """IPython's shell, if this process has one."""
    notebook = sys.modules.get("IPython")
    return None if notebook is None else notebook.get_ipython()


def omit_our_frames(error: BaseException) -> None:
    """Leaves the user's frames in an error, and the causes that have any.

    An error that tells of a mistake in this library keeps all.
    """
    _hide_packages()
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen and not _is_our_mistake(each):
        seen.add(id(each))
        each.__traceback__ = users_part(each.__traceback__)
        below = each.__cause__ or each.__context__
        while below is not None and _is_inside(below):
            below = below.__cause__ or below.__context__
        if each.__cause__ is not None:
            each.__cause__ = below
        elif not each.__suppress_context__:
            each.__context__ = below
        each = below


def _hide_packages() -> None:
    # not with `import runtime`, which does without the package that rewrites functions
    from autograph.tracebacks.hiding import hide_frames_in

    for package in ("graphir", "runtime"):
        hide_frames_in(os.path.dirname(str(sys.modules[package].__file__)))


def _is_our_mistake(error: BaseException) -> bool:
    from autograph.tracebacks.hiding import is_hidden

    if isinstance(error, OpError) or not isinstance(error, _MISTAKES):
        return False
    frames = _frames(error.__traceback__)
    return bool(frames) and is_hidden(frames[-1].tb_frame)


def _is_inside(error: BaseException) -> bool:
    """Whether an error never left this library: NumPy refused what a kernel gave it."""
    from autograph.tracebacks.hiding import is_hidden

    arrays = os.path.dirname(str(sys.modules["numpy"].__file__)) + os.sep
    return all(
        is_hidden(each.tb_frame) or each.tb_frame.f_code.co_filename.startswith(arrays)
        for each in _frames(error.__traceback__)
    )


def _frames(traceback: TracebackType | None) -> list[TracebackType]:
    found = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    return found


def users_part(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback without this library's frames, or unchanged if it has no others.

    Of a converted function and the parts that it was divided into, the innermost stays.
    """
    from autograph.tracebacks.frames import is_part
    from autograph.tracebacks.hiding import is_hidden

    _hide_packages()
    kept: list[TracebackType] = []
    for each in _frames(traceback):
        if is_hidden(each.tb_frame):
            continue
        code = each.tb_frame.f_code
        if kept and is_part(code) and _is_same_line(kept[-1], each):
            kept.pop()
        kept.append(each)
    found: TracebackType | None = None
    for each in reversed(kept):
        found = TracebackType(found, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return found or traceback


def _is_same_line(outer: TracebackType, inner: TracebackType) -> bool:
    files = [each.tb_frame.f_code.co_filename for each in (outer, inner)]
    return files[0] == files[1] and outer.tb_lineno == inner.tb_lineno


FILTER = TracebackFilter()
"""The filter of this process."""
