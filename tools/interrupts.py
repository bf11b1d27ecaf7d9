"""Ctrl-C: ends a command at any moment, and never becomes another error.

C extensions turn an interrupt of their import into an ``ImportError``; so interrupts
wait while modules are imported. Elsewhere an error tells of the interrupt that it came
from: one that the user's code handled is nothing of a later error's.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Interrupts:
    """The interrupts of one command; counts none where Python does not handle them."""

    def __init__(self) -> None:
        self._waits = False
        self._came = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watches for interrupts, on the main thread of a program that allows them."""
        if not _is_ours_to_handle():
            yield
            return
        before: Any = signal.signal(signal.SIGINT, self._handle)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """An interrupt inside is raised at the end, in place of any other error."""
        self._waits, self._came = True, False
        try:
            yield
        except Exception as error:
            if self._came:
                raise KeyboardInterrupt from error
            raise
        finally:
            self._waits = False
        if self._came:
            raise KeyboardInterrupt

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self._waits:
            raise KeyboardInterrupt
        self._came = True


def is_interrupt(error: BaseException) -> bool:
    """Whether an error came from an interrupt: it is one, or has one among its causes.

    >>> try:
    ...     try:
    ...         raise KeyboardInterrupt
    ...     except KeyboardInterrupt:
    ...         raise ImportError("the reader of images") from None
    ... except ImportError as error:
    ...     print(is_interrupt(error), is_interrupt(ImportError("it is absent")))
    True False
    """
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        if isinstance(each, KeyboardInterrupt):
            return True
        seen.add(id(each))
        waiting += [each.__cause__, each.__context__]
    return False


def _is_ours_to_handle() -> bool:
    if threading.current_thread() is not threading.main_thread():
        return False
    # a parent may have turned interrupts off, and a test may count them
    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


__all__ = ["Interrupts", "is_interrupt"]
