"""`LooperThread`: a thread that calls a function again and again until all stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.queues.coordinator import Coordinator


class LooperThread(threading.Thread):
    """Calls a function every so many seconds, until its coordinator asks for the end.

    Args:
      coord: the coordinator, which is told of errors and waits for the thread.
      timer_interval_secs: seconds between two calls; None for no pause.
      target: the function; without one, override ``run_loop``.

    Raises:
      ValueError: for another object than a coordinator.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        self._coord, self._interval = coord, timer_interval_secs
        self._function = target
        self._positional, self._named = tuple(args or ()), dict(kwargs or {})
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """Makes a thread and starts it."""
        made = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        made.start()
        return made

    def run(self) -> None:
        """The thread itself."""
        with self._coord.stop_on_exception():
            self.start_loop()
            self._repeat()
            self.stop_loop()

    def _repeat(self) -> None:
        if self._interval is None:
            while not self._coord.should_stop():
                self.run_loop()
            return
        due = time.monotonic()
        while not self._coord.wait_for_stop(max(0.0, due - time.monotonic())):
            due += self._interval
            self.run_loop()

    def start_loop(self) -> None:
        """Is called before the first call."""

    def stop_loop(self) -> None:
        """Is called after the last call."""

    def run_loop(self) -> None:
        """Calls the function."""
        if self._function is not None:
            self._function(*self._positional, **self._named)


__all__ = ["LooperThread"]
