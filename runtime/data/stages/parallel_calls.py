"""Calls of one function for successive elements, on threads where that pays.

A call that is shorter than handing it to a thread would be runs on the caller's thread.
Results come in the order of the elements in any case.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, Final

from runtime.data.stages.stage import Element
from runtime.tensors.quiet import run_quietly

WORTH_A_THREAD: Final = 200e-6
"""Seconds that a call must take."""

_WEIGHT: Final = 0.25
"""Of the newest call, in the running average."""


class _Workers:
    """Threads that make calls; an exit of the interpreter does not wait for them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._started = 0
        self._tasks: SimpleQueue[Any] = SimpleQueue()
        self.process = os.getpid()

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Queues a call for a thread; returns its future result."""
        future: Future[Any] = Future()
        self._tasks.put((future, function, args))
        if self._started < self._count:
            self._started += 1
            name = f"tf_data_{self._started}"
            Thread(target=_work, args=(self._tasks,), name=name, daemon=True).start()
        return future

    def close(self) -> None:
        """Ends the threads after their current calls; queued calls are dropped."""
        try:
            while True:
                self._tasks.get_nowait()
        except Empty:
            pass
        for _ in range(self._started):
            self._tasks.put(None)


def _work(tasks: SimpleQueue[Any]) -> None:
    while (task := tasks.get()) is not None:
        future, function, args = task
        try:
            future.set_result(function(*args))
        except BaseException as error:  # the one who asks for the result raises it
            future.set_exception(error)
        # no element is kept while the thread waits
        del task, future, args


class ParallelCalls:
    """Calls that run ahead of the consumer, at most ``workers`` at a time."""

    def __init__(
        self, function: Callable[..., Element], workers: int, limit: int = 0
    ) -> None:
        count = workers if workers > 0 else (os.cpu_count() or 1)
        self._workers = min(count, limit) if limit else count
        self._function = function
        self._seconds = 0.0
        self._pool: _Workers | None = None
        self._ahead: deque[tuple[Element, Future[Element]]] = deque()
        self._given: deque[Element] = deque()
        self._is_at_end = False
        self._failed: Exception | None = None

    def following(self, source: Iterator[Element]) -> Element:
        """The result for the next element.

        Raises:
          StopIteration: at the end.
        """
        if self._ahead or (self._seconds > WORTH_A_THREAD and self._workers > 1):
            return self._from_threads(source)
        if self._failed is not None:
            failed, self._failed = self._failed, None
            raise failed
        element = self._given.popleft() if self._given else next(source)
        begun = perf_counter()
        result = self._function(*element)
        self._note(perf_counter() - begun)
        return result

    def _note(self, seconds: float) -> None:
        self._seconds += _WEIGHT * (seconds - self._seconds)

    def _from_threads(self, source: Iterator[Element]) -> Element:
        if self._pool is not None and self._pool.process != os.getpid():
            # forked: threads stay with the parent, and their calls are made again
            self._pool = None
            self.start_with(self.waiting())
        while len(self._ahead) < self._workers and self._failed is None:
            try:
                element = self._given.popleft() if self._given else next(source)
            except StopIteration:
                break
            except Exception as error:
                # what comes before it is given first
                self._failed = error
                break
            self._ahead.append((element, self._submit(element)))
        if not self._ahead:
            if self._failed is not None:
                failed, self._failed = self._failed, None
                raise failed
            raise StopIteration
        _, future = self._ahead.popleft()
        return future.result()

    def _submit(self, element: Element) -> Future[Element]:
        if self._pool is None:
            self._pool = _Workers(self._workers)
        return self._pool.submit(run_quietly, self._timed, element)

    def _timed(self, element: Element) -> Element:
        begun = perf_counter()
        try:
            return self._function(*element)
        finally:
            self._note(perf_counter() - begun)

    def waiting(self) -> list[Element]:
        """Elements that were read, without their results returned yet."""
        return [element for element, _ in self._ahead] + list(self._given)

    def start_with(self, elements: list[Element]) -> None:
        """Puts elements before the remaining elements of the source."""
        self._ahead.clear()
        self._given = deque(elements)

    def close(self) -> None:
        """Ends the threads; queued calls are dropped."""
        self._ahead.clear()
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def __del__(self) -> None:
        self.close()
