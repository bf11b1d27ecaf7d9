"""Threads that replicas run on: each waits for its next task, and may end any time."""

from __future__ import annotations

import _thread
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final
from weakref import ref

from graphir.compute.forks import let_go_of_all

LOOK_SECONDS: Final = 1.0
"""How often who waits for a thread looks whether it is still there."""


class Task:
    """A function that a thread runs once; its error is given to ``fail``."""

    def __init__(self, run: Callable[[], Any], fail: Callable[[BaseException], Any]):
        self._run, self._fail = run, fail
        self._over = _thread.allocate_lock()
        self._over.acquire()

    def __call__(self) -> None:
        try:
            self._run()
        except BaseException as error:  # raised by who waits
            let_go_of_all()  # an error may have come while a lock was let go
            self._fail(error)

    def end(self) -> None:
        """Tells that the function has ended."""
        self._over.release()

    def wait(self, seconds: float = LOOK_SECONDS) -> bool:
        """Whether the function has ended; waits for it that long."""
        return self._over.acquire(timeout=seconds)


class _Life:
    """What a thread alone holds: once it is gone, the thread is."""

    __slots__ = ("__weakref__",)


class Worker:
    """A thread that waits for its next task.

    `threading.Thread` would wait for ever for a thread that has no memory to begin.

    Raises:
      RuntimeError, MemoryError: if there can be no more threads.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        life = _Life()
        self._life = ref(life)
        _thread.start_new_thread(_work, (self, life))

    def start(self, task: Task) -> None:
        """Begins a task, after which the worker is free again."""
        self._tasks.put(task)

    def take(self) -> Task:
        """Waits for the next task."""
        return self._tasks.get()

    def is_alive(self) -> bool:
        """Whether the thread has not ended."""
        return self._life() is not None


def _work(worker: Worker, life: _Life) -> None:
    try:
        # what `threading` does for its threads: debuggers and profilers follow
        if (trace := threading.gettrace()) is not None:
            sys.settrace(trace)
        if (profile := threading.getprofile()) is not None:
            sys.setprofile(profile)
        while True:
            task = worker.take()
            task()
            WORKERS.give_back(worker)
            task.end()
    finally:
        del life  # whatever keeps the frames of an error does not keep that


class Workers:
    """Threads that wait. One is made where none is free: replicas wait for each other,
    so none may wait for a thread."""

    def __init__(self) -> None:
        self._free: list[Worker] = []

    def take(self) -> Worker:
        """Removes a free worker from the pool, or makes one."""
        while self._free:
            try:
                worker = self._free.pop()
            except IndexError:  # another thread has taken the last one
                break
            if worker.is_alive():
                return worker
        return Worker()

    def give_back(self, worker: Worker) -> None:
        """Returns a worker to the pool after its task."""
        self._free.append(worker)

    def forget(self) -> None:
        """Empties the pool in a forked process, where the threads do not exist."""
        self._free = []


WORKERS: Final = Workers()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WORKERS.forget)

__all__ = ["LOOK_SECONDS", "WORKERS", "Task", "Worker", "Workers"]
