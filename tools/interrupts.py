"""Ctrl-C: ends a command at any moment, and never becomes another error.

C extensions turn an interrupt of their import into an ``ImportError``; so interrupts
wait while modules are imported, and one that was lost in another error is remembered.
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
        self.came = False
        """Whether there was an interrupt, whatever became of it."""
        self._waits = False

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
        """An interrupt inside is raised at the end."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
        if self.came:
            raise KeyboardInterrupt

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        if not self._waits:
            raise KeyboardInterrupt


def _is_ours_to_handle() -> bool:
    if threading.current_thread() is not threading.main_thread():
        return False
    # a parent may have turned interrupts off, and a test may count them
    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


__all__ = ["Interrupts"]
