"""Runs functions as replicas: members of one group, on threads of their own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from graphir.compute.blas import OneThread
from graphir.compute.threads import beside
from runtime.stateful_kernels.collective_groups import MEMBER, ThreadGroup, ThreadMember
from runtime.stateful_kernels.equal_copies import kept_by

Task = Callable[[], None]


class _Worker:
    """A thread that waits for its next task."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        threading.Thread(target=self._work, name="replica", daemon=True).start()

    def start(self, task: Task) -> None:
        """Begins a task; the task must not raise errors."""
        self._tasks.put(task)

    def _work(self) -> None:
        while True:
            self._tasks.get()()


class _Workers:
    """Threads that wait. One is made where none is free: replicas wait for each other,
    so none may wait for a thread."""

    def __init__(self) -> None:
        self._free: list[_Worker] = []

    def take(self) -> _Worker:
        """Removes a free worker from the pool, or makes one."""
        try:
            return self._free.pop()
        except IndexError:
            return _Worker()

    def give_back(self, worker: _Worker) -> None:
        """Returns a worker to the pool after its task."""
        self._free.append(worker)

    def forget(self) -> None:
        """Empties the pool in a forked process, where the threads do not exist."""
        self._free = []


_WORKERS: Final = _Workers()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_WORKERS.forget)


def on_threads(
    group: ThreadGroup,
    works: Sequence[Callable[[], Any]],
    contexts: Sequence[Context] | None = None,
) -> list[Any]:
    """The results of functions that run as the members of a group, on threads.

    The last function runs on the calling thread. Each function runs in a copy of the
    caller's context, or in its entry of ``contexts``.

    >>> from runtime.stateful_kernels.collective_groups import ThreadGroup
    >>> on_threads(ThreadGroup(2), [lambda: "a", lambda: "b"])
    ['a', 'b']

    Raises:
      Exception: the first error of a function, after all functions have ended.
    """
    results: list[Any] = [None] * len(works)

    def run(rank: int) -> None:
        try:
            MEMBER.set(ThreadMember(group, rank))
            with kept_by(group.changes):
                group.begin(rank)
                results[rank] = works[rank]()
                group.end(rank)
        except BaseException as error:  # raised by the caller, below
            group.fail(rank, error)

    every = contexts or [copy_context() for _ in works]
    last = len(works) - 1
    done = threading.Semaphore(0)
    try:
        for rank in range(last):
            _start(partial(every[rank].run, run, rank), done)
        every[last].run(run, last)
        for _ in range(last):
            done.acquire()
    except BaseException as error:  # Ctrl-C, while others still run
        group.fail(last, error)
        group.changes.undo()
        raise
    if group.failure is not None:
        group.changes.undo()
        raise group.failure
    return results


def _start(task: Task, done: threading.Semaphore) -> None:
    """Runs a task on a free thread, which is free again when it is done."""
    worker = _WORKERS.take()

    def work() -> None:
        task()
        _WORKERS.give_back(worker)
        done.release()

    worker.start(work)


def run_replicas(
    functions: Sequence[Callable[..., Any]],
    arguments: Sequence[Sequence[Any]],
    counts: Sequence[int],
    in_turns: bool = False,
) -> list[Any]:
    """The results of the functions, one list; ``counts`` has their numbers.

    Functions that run at the same time have their part of the threads each.
    """
    group = ThreadGroup(len(functions), in_turns)
    others = 0 if in_turns else len(functions) - 1
    works = [
        partial(_beside, others, function, given)
        for function, given in zip(functions, arguments, strict=True)
    ]
    found: list[Any] = []
    for result, count in zip(on_threads(group, works), counts, strict=True):
        if count == 1:
            found.append(result)
        elif count:
            found.extend(result)
    return found


def _beside(others: int, function: Callable[..., Any], given: Sequence[Any]) -> Any:
    if not others:
        return function(*given)
    with beside(others), OneThread():
        return function(*given)


run_replicas.needs_caller_context = True  # type: ignore[attr-defined]
# what runs in a context of its own would not see which replica it is in


__all__ = ["on_threads", "run_replicas"]
