"""The thread of collectives that were started: order, errors, contexts, its end."""

from __future__ import annotations

import threading
from contextvars import ContextVar

import pytest

from runtime.distribute.transport.background import Background
from tests.runtime.distribute.processes import LONG

NUMBER: ContextVar[int] = ContextVar("number", default=0)


def test_tasks_run_in_the_order_of_their_starts_on_another_thread() -> None:
    background, begin = Background(), threading.Event()
    seen: list[int] = []
    threads: set[str] = set()

    def task(number: int) -> int:
        assert begin.wait(LONG)
        seen.append(number)
        threads.add(threading.current_thread().name)
        return number

    tasks = [background.start(lambda n=n: task(n)) for n in range(5)]  # type: ignore[misc]
    assert seen == []  # all were handed over, and none has begun
    begin.set()
    assert [each.result() for each in reversed(tasks)] == [4, 3, 2, 1, 0]
    assert seen == [0, 1, 2, 3, 4]
    assert threads == {"collectives"}
    background.end()


def test_an_error_is_that_of_its_task_alone() -> None:
    background = Background()

    def fails() -> None:
        raise ValueError("this one")

    first, second = background.start(fails), background.start(lambda: 2)
    assert second.result() == 2
    with pytest.raises(ValueError, match="this one"):
        first.result()
    background.end()


def test_tasks_run_in_the_context_of_who_started_them() -> None:
    background = Background()
    token = NUMBER.set(7)
    task = background.start(NUMBER.get)
    NUMBER.reset(token)
    assert task.result() == 7
    background.end()


def test_waiting_for_all_tasks_is_no_wait_in_a_task() -> None:
    background = Background()
    background.wait()
    nested = background.start(background.wait)
    background.wait()
    assert nested.result() is None
    background.end()


def test_the_thread_ends_when_its_group_is_forgotten() -> None:
    background = Background()
    background.start(lambda: None).wait()
    thread = background._thread
    assert thread is not None
    del background
    thread.join(LONG)
    assert not thread.is_alive()
