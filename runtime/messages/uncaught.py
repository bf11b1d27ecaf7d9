"""Uncaught errors: their tracebacks show only the user's frames.

Python adds a frame for each function that an error passes, so this library's frames
cannot be removed where the error is raised; the hook that shows an uncaught error omits
them from what it writes. It is installed where a program is this library's to run, with
`python -m runtime`, and on request; `import runtime` changes nothing of the process.
"""

from __future__ import annotations

import os
import sys
import threading
from traceback import StackSummary, TracebackException
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
    """The switch and the hooks that omit this library's frames from tracebacks."""

    def __init__(self) -> None:
        self.is_enabled = True

    def install(self) -> None:
        """Installs the hooks, unless the program or the notebook has its own."""
        if sys.excepthook is sys.__excepthook__:
            sys.excepthook = self._show
        if threading.excepthook is threading.__excepthook__:
            threading.excepthook = self._show_of_thread
        shell = _notebook_shell()
        if shell is not None and not shell.custom_exceptions:
            shell.set_custom_exc((Exception,), self._show_in_notebook)

    def _show(
        self,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
    ) -> None:
        whole = TracebackException(kind, error, traceback, compact=True)
        part = shown(error, traceback) if self._is_asked_to_filter() else whole
        if part == whole or sys.stderr is None:
            sys.__excepthook__(kind, error, traceback)
        else:
            print(*part.format(), sep="", end="", file=sys.stderr)

    def _show_of_thread(self, given: threading.ExceptHookArgs) -> None:
        error = given.exc_value
        if error is None or isinstance(error, SystemExit) or sys.stderr is None:
            threading.__excepthook__(given)
            return
        name = threading.get_ident() if given.thread is None else given.thread.name
        print(f"Exception in thread {name}:", file=sys.stderr)
        self._show(given.exc_type, error, given.exc_traceback)

    def _show_in_notebook(
        self,
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
        tb_offset: int | None = None,
    ) -> None:
        _hide_packages()
        if self._is_asked_to_filter() and not _is_our_mistake(error):
            traceback = users_part(traceback)
        shell.showtraceback((kind, error, traceback), tb_offset=tb_offset)

    def _is_asked_to_filter(self) -> bool:
        return self.is_enabled and not os.environ.get("AUTOGRAPH_FULL_TRACEBACKS")


def _notebook_shell() -> Any:
    """IPython's shell, if this process has one."""
    notebook = sys.modules.get("IPython")
    return None if notebook is None else notebook.get_ipython()


def shown(error: BaseException, traceback: TracebackType | None) -> TracebackException:
    """What is shown of an error: the user's frames, and the causes that have any.

    The error itself stays as it is. One that tells of a mistake in this library is
    shown with all frames, and so is what is below it.
    """
    _hide_packages()
    made = TracebackException(type(error), error, traceback, compact=True)
    waiting = [(made, error, traceback)]
    while waiting:
        each, live, frames = waiting.pop()
        if _is_our_mistake(live):
            continue
        each.stack = _stack_of(users_part(frames))
        for name in ("__cause__", "__context__"):
            below = _first_outside(getattr(each, name), getattr(live, name))
            setattr(each, name, below and below[0])
            if below is not None:
                waiting.append((*below, below[1].__traceback__))
        parts = getattr(each, "exceptions", None) or ()
        for part, its in zip(parts, getattr(live, "exceptions", ())):
            waiting.append((part, its, its.__traceback__))
    return made


def _first_outside(
    shown: TracebackException | None, error: BaseException | None
) -> tuple[TracebackException, BaseException] | None:
    """A cause, or the first one below it that left this library."""
    while shown is not None and error is not None:
        if not _is_inside(error):
            return shown, error
        if shown.__cause__ is not None:
            shown, error = shown.__cause__, error.__cause__
        else:
            shown, error = shown.__context__, error.__context__
    return None


def _stack_of(traceback: TracebackType | None) -> StackSummary:
    # of an error that has neither causes nor a message to work on
    return TracebackException(Exception, Exception(), traceback).stack


def _hide_packages() -> None:
    # only then: most programs do without the package that rewrites functions
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
    """Whether an error never left this library: NumPy refused what a kernel gave it.

    One without frames was never raised here: another process sent it, or the user
    made it as a cause.
    """
    from autograph.tracebacks.hiding import is_hidden

    arrays = os.path.dirname(str(sys.modules["numpy"].__file__)) + os.sep
    frames = _frames(error.__traceback__)
    return bool(frames) and all(
        is_hidden(each.tb_frame) or each.tb_frame.f_code.co_filename.startswith(arrays)
        for each in frames
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
