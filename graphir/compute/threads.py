"""Worker threads for the parts of a large array, or for steps of a graph.

NumPy releases the interpreter lock while it computes, so threads share a large array.
Each thread takes one part after another: if another process occupies a core, the other
threads compute more parts, and the caller never waits for a thread that did not start.
"""

from __future__ import annotations

import os
import sys
import threading
from _thread import get_ident
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

LEAST_PARTS: Final = 4
"""With fewer parts than these, waking a thread costs more than it gives."""
MOST_AT_BLOCKS: Final = 4
"""Each needs the interpreter between two operations on a block."""


class _Settings:
    """Settings of the process; 0 means one thread per core."""

    __slots__ = ("for_arrays", "for_steps")

    def __init__(self) -> None:
        self.for_arrays = 0
        self.for_steps = 0


SETTINGS: Final = _Settings()
_INSIDE: Final = ContextVar("inside", default=False)
"""Whether this is a part of work that threads share."""


class _Pool:
    """The helpers of this process; more of them when more are asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._executor: ThreadPoolExecutor | None = None

    def of(self, helpers: int) -> ThreadPoolExecutor:
        """An executor with at least ``helpers`` threads."""
        with self._lock:
            if self._executor is None or self._executor._max_workers < helpers:
                from concurrent.futures import ThreadPoolExecutor

                self._executor = ThreadPoolExecutor(helpers, "graphir")
            return self._executor

    def forget(self) -> None:
        """Drops threads and lock in a forked process, which has no copy of threads."""
        self._lock = threading.Lock()
        self._executor = None


_POOL: Final = _Pool()


def thread_count() -> int:
    """The number of threads that share one array: one a core, unless set.

    >>> thread_count() >= 1
    True
    """
    return _SHARES.get(get_ident()) or SETTINGS.for_arrays or available_cores()


_SHARES: Final[dict[int, int]] = {}
"""By thread: how many threads may share an array where others compute beside it."""


@contextmanager
def beside(others: int) -> Iterator[None]:
    """A context manager: this thread leaves their part of the threads to some others.

    >>> with beside(1000):
    ...     thread_count()
    1
    """
    thread, outer = get_ident(), _SHARES.get(get_ident())
    try:
        _SHARES[thread] = max(1, thread_count() // (1 + others))
        yield
    finally:
        if outer is None:
            _SHARES.pop(thread, None)
        else:
            _SHARES[thread] = outer


def available_cores() -> int:
    """Cores that this process may use: at most ``OMP_NUM_THREADS`` when it began.

    Ray sets it for its workers, and it holds for the products of BLAS too.
    """
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return min(cores, _MOST_CORES)


def most_cores(text: str) -> int:
    """The number of threads that a value of ``OMP_NUM_THREADS`` allows.

    >>> most_cores("2"), most_cores("4,3") , most_cores("") == most_cores("all")
    (2, 4, True)
    """
    first = text.split(",")[0].strip()
    return max(1, int(first)) if first.isdecimal() else sys.maxsize


_MOST_CORES: Final = most_cores(os.environ.get("OMP_NUM_THREADS", ""))


def in_parts(work: Callable[[int, int], Any], size: int, step: int) -> None:
    """Calls ``work(first, last)`` for ranges that cover 0 to ``size``, in any order.

    All ranges but the last have the length ``step``; if there are few ranges, one call
    on this thread covers them all. The work must be safe on several threads at once,
    and sees the context variables of the caller. Its errors are raised here, once every
    thread has stopped. Work inside a thread of ``in_parts`` is not divided again.

    >>> squares = [0] * 10
    >>> def work(first, last):
    ...     squares[first:last] = [n * n for n in range(first, last)]
    >>> in_parts(work, 10, 2)
    >>> squares
    [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]
    """
    parts = -(-size // step)
    helpers = min(thread_count(), parts) - 1
    if parts < LEAST_PARTS or helpers < 1 or _INSIDE.get():
        work(0, size)
        return
    _share(parts, helpers, lambda n: work(n * step, min(size, n * step + step)))


def in_blocks(work: Callable[..., Any], size: int, step: int, *arguments: Any) -> None:
    """Calls ``work(starts, *arguments)`` with the starts of blocks that cover ``size``.

    Each thread calls it once, with an iterable of some of the starts, so the work can
    reuse memory from block to block; if there are few blocks, one call on this thread
    gets all of them. Otherwise as :func:`in_parts`.

    >>> squares = [0] * 10
    >>> def work(starts, squares):
    ...     for start in starts:
    ...         squares[start : start + 2] = [start**2, (start + 1) ** 2]
    >>> in_blocks(work, 10, 2, squares)
    >>> squares
    [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]
    """
    starts = range(0, size, step)
    helpers = min(thread_count(), MOST_AT_BLOCKS, len(starts)) - 1
    if len(starts) < LEAST_PARTS or helpers < 1 or _INSIDE.get():
        work(starts, *arguments)
        return
    # next() is atomic: no start is taken twice
    shared = iter(starts)
    _on_threads(helpers, lambda: work(shared, *arguments))


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """The results of several calls, each run on a thread of its own if possible.

    >>> at_once(lambda: 1, lambda: 2)
    [1, 2]
    """
    threads = _SHARES.get(get_ident()) or SETTINGS.for_steps or available_cores()
    helpers = min(threads, len(works)) - 1
    if helpers < 1 or _INSIDE.get():
        return [work() for work in works]
    results: list[Any] = [None] * len(works)

    def fill(number: int) -> None:
        results[number] = works[number]()

    _share(len(works), helpers, fill)
    return results


def _share(parts: int, helpers: int, work: Callable[[int], Any]) -> None:
    """Executes each part once, on this thread and on ``helpers`` others."""
    numbers = iter(range(parts))

    def take_parts() -> None:
        # next() is atomic: no part is taken twice
        for number in numbers:
            work(number)

    _on_threads(helpers, take_parts)


def _on_threads(helpers: int, work: Callable[[], Any]) -> None:
    """Runs a function on this thread and on ``helpers`` others, and waits for all."""

    def inside() -> None:
        _INSIDE.set(True)
        work()

    started = _start(helpers, inside)
    try:
        copy_context().run(inside)
    finally:
        _wait_for(started)


def _start(helpers: int, work: Callable[[], Any]) -> list[Future[None]]:
    """Has threads begin it; none after the end of the main thread: pools are shut."""
    if not threading.main_thread().is_alive():
        return []
    pool = _POOL.of(helpers)
    return [pool.submit(copy_context().run, work) for _ in range(helpers)]


def _wait_for(started: list[Future[None]]) -> None:
    """Waits until all have stopped; raises the first one's error."""
    # what has not begun has nothing left to do
    begun = [each for each in started if not each.cancel()]
    for each in begun:
        each.exception()
    for each in begun:
        each.result()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_POOL.forget)
