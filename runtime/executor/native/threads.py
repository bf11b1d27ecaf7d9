"""Threads that help with large regions; small ones never see them.

A job is native code that takes chunks of work until none is left. Whoever comes late
finds nothing to do, so nobody waits for a thread that did not start.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from typing import Any, Final

Job = tuple[Callable[[int], int], int, Any]
"""A function, its argument, and what must not be freed while it runs."""

_MOST: Final = 16


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def thread_count() -> int:
    """How many threads work on a large region together, the caller among them."""
    return max(1, min(core_count(), _MOST))


class _Pool:
    """Threads that wait for jobs; started with the first one."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[Job] = SimpleQueue()
        for number in range(thread_count() - 1):
            name = f"native-{number}"
            threading.Thread(target=self._work, name=name, daemon=True).start()

    def _work(self) -> None:
        while True:
            function, argument, kept = self.jobs.get()
            function(argument)
            # results may be freed now: not only when the next job comes
            del function, argument, kept


_POOLS: Final[dict[int, _Pool]] = {}
_LOCK: Final = threading.Lock()


def _pool() -> _Pool:
    # a forked process has none of the threads
    number = os.getpid()
    found = _POOLS.get(number)
    if found is None:
        with _LOCK:
            found = _POOLS.get(number) or _Pool()
            _POOLS[number] = found
    return found


def ask_for_help(
    function: Callable[[int], int], argument: int, kept: Any, helpers: int
) -> None:
    """Lets other threads call the function too, as far as they are free."""
    jobs = _pool().jobs
    for _ in range(min(helpers, thread_count() - 1)):
        jobs.put((function, argument, kept))
