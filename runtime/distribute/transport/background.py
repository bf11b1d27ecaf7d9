"""Background: a thread that runs collectives in order while their caller goes on."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from typing import Any


class Task:
    """A collective that was handed over: it waits, runs, or has ended."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work: Callable[[], Any] | None = work
        self._context = copy_context()
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Runs it, in the context of who handed it over; keeps its error."""
        work, self._work = self._work, None
        assert work is not None
        try:
            self._result = self._context.run(work)
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()

    def wait(self) -> None:
        """Returns when it has ended, in one way or the other."""
        self._ended.wait()

    def result(self) -> Any:
        """What it gave, once it has ended; or its error is raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._result


class Background:
    """One thread, made with the first task; tasks run in the order of their starts.

    >>> background = Background()
    >>> task = background.start(lambda: 7)
    >>> task.result()
    7
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: SimpleQueue[Task | None] | None = None
        self._thread: threading.Thread | None = None
        self._last: Task | None = None

    def start(self, work: Callable[[], Any]) -> Task:
        """Hands over a task."""
        with self._lock:
            if self._tasks is None:
                self._tasks = SimpleQueue()
                self._thread = threading.Thread(
                    target=_run_all, args=[self._tasks], name="collectives", daemon=True
                )
                self._thread.start()
                # who forgets the group without closing it leaves no thread behind
                weakref.finalize(self, self._tasks.put, None).atexit = False
            task = self._last = Task(work)
            self._tasks.put(task)
        return task

    def wait(self) -> None:
        """Returns when all tasks have ended; at once in the thread that runs them."""
        last = self._last
        if last is not None and threading.current_thread() is not self._thread:
            last.wait()

    def end(self) -> None:
        """Ends the thread when the tasks have ended."""
        with self._lock:
            if self._tasks is not None:
                self._tasks.put(None)
            self._tasks = self._thread = None


def _run_all(tasks: SimpleQueue[Task | None]) -> None:
    while (task := tasks.get()) is not None:
        task.run()


__all__ = ["Background", "Task"]
