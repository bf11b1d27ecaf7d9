"""Background: collectives that run in order while their caller goes on.

A thread runs them. Who waits for one that has not begun runs it: waking a thread, and
being woken, takes longer than a small collective does.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Final


class Task:
    """A collective that was handed over: it waits, runs, or has ended."""

    def __init__(self, tasks: _Tasks, work: Callable[[], Any]) -> None:
        self._tasks = tasks
        self._work: Callable[[], Any] | None = work
        self._context = copy_context()
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    @property
    def has_ended(self) -> bool:
        """Whether there is a result, or an error."""
        return self._ended.is_set()

    def run(self) -> None:
        """Runs it, in the context of who handed it over; keeps its error."""
        work, self._work = self._work, None
        assert work is not None
        try:
            self._result = self._context.run(work)
        except Exception as error:
            self._error = error
        except BaseException as error:  # Ctrl-C is for who waits, whatever it waits for
            self._error = error
            raise
        finally:
            self._ended.set()

    def wait(self) -> None:
        """Returns when it has ended, in one way or the other."""
        self._tasks.help(self)
        self._ended.wait()

    def result(self) -> Any:
        """What it gave, once it has ended; or its error is raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._result


class _Tasks:
    """The tasks that wait; one thread at a time runs them, in their order."""

    def __init__(self) -> None:
        self._waiting: deque[Task] = deque()
        self._turn = threading.Lock()
        self._runner = 0
        self.news: Final = threading.Semaphore(0)
        """Released for each task, and for the end."""
        self.is_ending = False

    def add(self, task: Task) -> None:
        """Adds a task behind the others."""
        self._waiting.append(task)
        self.news.release()

    def run_next(self, waits: bool) -> bool:
        """Runs the first; False without ``waits``, if another thread runs one now."""
        if not self._turn.acquire(blocking=waits):
            return False
        try:
            self._runner = threading.get_ident()
            if self._waiting:
                self._waiting.popleft().run()
            return True
        finally:
            self._runner = 0
            self._turn.release()

    def help(self, task: Task) -> None:
        """Runs what stands before a task, and the task, unless the thread does."""
        while not task.has_ended and self.run_next(waits=False):
            pass

    @property
    def is_running_here(self) -> bool:
        """Whether this is asked in a task."""
        return self._runner == threading.get_ident()


class Background:
    """One thread, made with the first task; tasks run in the order of their starts.

    >>> background = Background()
    >>> task = background.start(lambda: 7)
    >>> task.result()
    7
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks = _Tasks()
        self._thread: threading.Thread | None = None
        self._last: Task | None = None
        # who forgets the group without closing it leaves no thread behind
        weakref.finalize(self, _end, self._tasks).atexit = False

    def start(self, work: Callable[[], Any]) -> Task:
        """Hands over a task."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=_run_all, args=[self._tasks], name="collectives", daemon=True
                )
                self._thread.start()
            task = self._last = Task(self._tasks, work)
            self._tasks.add(task)
        return task

    def wait(self) -> None:
        """Returns when all tasks have ended; at once in a task."""
        last = self._last
        if last is not None and not self._tasks.is_running_here:
            last.wait()

    def end(self) -> None:
        """Ends the thread when the tasks have ended."""
        _end(self._tasks)


def _end(tasks: _Tasks) -> None:
    tasks.is_ending = True
    tasks.news.release()


def _run_all(tasks: _Tasks) -> None:
    while True:
        tasks.news.acquire()
        if tasks.is_ending:
            return
        tasks.run_next(waits=True)


__all__ = ["Background", "Task"]
