"""Threads of replicas: whoever waits for one that is gone is told."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphir.compute.forks import forkable_lock
from graphir.errors import AbortedError
from runtime.executor.kernels import replica_threads, replicas
from runtime.executor.kernels.replica_threads import WORKERS, Task, Worker, Workers
from runtime.executor.kernels.replicas import on_threads
from runtime.stateful_kernels import collective_groups
from runtime.stateful_kernels.collective_groups import (
    Meeting,
    ThreadGroup,
    ThreadMember,
    current_member,
)


def total() -> Any:
    return current_member().all_reduce(np.float32(1), "Add", False, Meeting(1, 1))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks are often; threads that end by an error say nothing on the screen."""
    monkeypatch.setattr(collective_groups, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)


@pytest.fixture
def doomed(monkeypatch: pytest.MonkeyPatch) -> list[Worker]:
    """A pool of one worker, whose thread ends when it takes its first task."""

    class Doomed(Worker):
        def take(self) -> Task:
            super().take()
            raise MemoryError

    made: list[Worker] = []
    pool = Workers()
    monkeypatch.setattr(replica_threads, "WORKERS", pool)
    monkeypatch.setattr(replicas, "WORKERS", pool)
    made.append(Doomed())
    pool.give_back(made[0])
    return made


@pytest.mark.parametrize("in_turns", [False, True])
def test_a_thread_that_ends_without_a_word_is_told_to_all(
    hasty: None, doomed: list[Worker], in_turns: bool
) -> None:
    group = ThreadGroup(3, in_turns)
    with pytest.raises(AbortedError, match="thread of replica 0 has ended"):
        on_threads(group, [total] * 3)
    assert not doomed[0].is_alive()
    assert on_threads(ThreadGroup(3, in_turns), [total] * 3) == [3.0] * 3


def test_a_thread_that_ends_is_told_where_nobody_meets(
    hasty: None, doomed: list[Worker]
) -> None:
    with pytest.raises(AbortedError, match="thread of replica 0 has ended"):
        on_threads(ThreadGroup(2), [lambda: 1, lambda: 2])


@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), MemoryError()]
)
@pytest.mark.parametrize("in_turns", [False, True])
def test_a_thread_that_cannot_start_fails_the_others(
    monkeypatch: pytest.MonkeyPatch, error: Exception, in_turns: bool
) -> None:
    taken = iter(range(2))

    def take() -> Worker:
        if next(taken):
            raise error
        return Worker()

    monkeypatch.setattr(WORKERS, "take", take)
    with pytest.raises(type(error)):
        on_threads(ThreadGroup(4, in_turns), [total] * 4)
    monkeypatch.undo()
    assert on_threads(ThreadGroup(4, in_turns), [total] * 4) == [4.0] * 4


def test_an_error_of_a_replica_leaves_no_lock_taken() -> None:
    """An error may come between the last line that a lock guards and its release."""
    lock = forkable_lock()

    def keeping() -> None:
        lock.acquire()
        raise MemoryError

    with pytest.raises(MemoryError):
        on_threads(ThreadGroup(2), [keeping, total])
    assert lock.acquire(timeout=5)
    lock.release()


def test_locks_of_who_calls_the_replicas_stay_taken() -> None:
    lock = forkable_lock()

    def fails() -> None:
        raise ZeroDivisionError

    with lock:
        with pytest.raises(ZeroDivisionError):
            on_threads(ThreadGroup(2), [total, fails])
        assert lock._is_owned()


def test_who_waits_long_says_for_whom(
    hasty: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(collective_groups, "TOLD_AFTER_LOOKS", 3)

    def late() -> Any:
        end = time.monotonic() + 10
        while not caplog.records and time.monotonic() < end:
            time.sleep(0.01)
        return total()

    with caplog.at_level(logging.WARNING, logger="tensorflow"):
        assert on_threads(ThreadGroup(2), [total, late]) == [2.0, 2.0]
    (message,) = caplog.messages
    assert message.endswith("seconds in an all-reduce of float32 [] for replica 1.")
    assert message.startswith("Replica 0 has waited 0")


def seen_by(set_hook: Callable[[Any], None]) -> set[str]:
    names: set[str] = set()

    def note(frame: Any, event: str, argument: Any) -> None:
        names.add(frame.f_code.co_name)

    set_hook(note)
    try:
        worker = Worker()
        task = Task(lambda: total.__name__, lambda _: None)
        worker.start(task)
        assert task.wait(5)
    finally:
        set_hook(None)
    return names


@pytest.mark.parametrize("hook", [threading.settrace, threading.setprofile])
def test_debuggers_and_profilers_follow(hook: Callable[[Any], None]) -> None:
    assert "<lambda>" in seen_by(hook)


def test_a_dead_worker_is_not_taken_from_the_pool(
    hasty: None, doomed: list[Worker]
) -> None:
    pool = replica_threads.WORKERS
    worker = pool.take()
    assert worker is doomed[0]
    worker.start(Task(lambda: None, lambda _: None))
    end = time.monotonic() + 5
    while worker.is_alive() and time.monotonic() < end:
        time.sleep(0.01)
    pool.give_back(worker)
    assert pool.take() is not worker


def test_a_group_of_one_meets_alone() -> None:
    assert ThreadMember(ThreadGroup(1), 0).broadcast(3, Meeting(1, 1)) == 3
