"""Progress of work that takes longer than a second: one line on the error stream."""

from __future__ import annotations

import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphir.watching import Watcher

Tell = Callable[[str, int, int | None], None]
"""Takes what is being done, how much is done, and of how much, if that is known."""

PATIENCE: Final = 1.0
"""So many seconds nothing is shown."""
_PAUSE: Final = 0.1
_TICK: Final = 0.5
"""The seconds of a step that cannot say how far it is are shown this often."""
_CLEAR: Final = "\r\x1b[K"


def tell_nothing(what: str, done: int, total: int | None) -> None:
    """Ignores progress."""


class ProgressLine:
    """The line; rewritten while the work goes on, and removed at its end."""

    def __init__(
        self, stream: Any, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._begun = self._last = clock()
        self._what, self._what_begun = "", self._begun
        self._is_shown = False
        self._turns = threading.Lock()

    def tell(self, what: str, done: int, total: int | None) -> None:
        """Shows how much of the work is done, and an estimate of the remaining time."""
        with self._turns:
            now = self._clock()
            if what != self._what:
                self._what, self._what_begun = what, now
            if now - self._last >= _PAUSE:
                self._show(self._text(done, total, now - self._what_begun), now)

    def tick(self, what: str) -> None:
        """Shows the seconds so far, unless the work itself tells how far it is."""
        with self._turns:
            now = self._clock()
            if now - self._last >= PATIENCE:
                self._show(f"{what}: {now - self._begun:.0f} s", now, counts=False)

    def end(self) -> None:
        """Removes the line."""
        with self._turns:
            if self._is_shown:
                self._stream.write(_CLEAR)
                self._stream.flush()

    def _show(self, text: str, now: float, counts: bool = True) -> None:
        if now - self._begun < PATIENCE:
            return
        if counts:
            self._last = now
        self._is_shown = True
        self._stream.write(_CLEAR + text)
        self._stream.flush()

    def _text(self, done: int, total: int | None, seconds: float) -> str:
        if total is None:
            return f"{self._what}: {done}"
        left = seconds / done * (total - done) if done else None
        rest = "" if left is None else f", about {left:.0f} s left"
        return f"{self._what}: {done} of {total}{rest}"


@contextmanager
def progress(args: Namespace) -> Iterator[Tell]:
    """A reporter of progress: a line on a terminal, silent in a pipe or with -q."""
    if args.quiet or sys.stderr is None or not sys.stderr.isatty():
        yield tell_nothing
        return
    line = ProgressLine(sys.stderr)
    try:
        yield line.tell
    finally:
        line.end()


@contextmanager
def working(args: Namespace) -> Iterator[Tell]:
    """As ``progress``; while nothing is reported, the target and its seconds so far."""
    with progress(args) as tell:
        line = getattr(tell, "__self__", None)
        if line is None:
            yield tell
            return
        ended = threading.Event()
        name = getattr(args, "target", None) or args.verb

        def tick() -> None:
            while not ended.wait(_TICK):
                line.tick(name)

        ticker = threading.Thread(target=tick, daemon=True)
        ticker.start()
        try:
            yield tell
        finally:
            ended.set()
            ticker.join()


class PassProgress(Watcher):
    """Reports each pass of a pipeline as progress."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._runs = 0

    def pass_started(self, each: Any, graph: Any, round_number: int) -> None:
        """Reports the pass and its round."""
        self._runs += 1
        self._tell(f"round {round_number}, {each.name}, passes run", self._runs, None)
