"""Collectives that were started: their order, errors and contexts; and their thread."""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Any

import numpy as np
import pytest

from runtime.distribute.transport.background import Background, Task
from runtime.distribute.transport.group import Group
from runtime.errors import OpError, UnavailableError
from tests.runtime.distribute.processes import LONG
from tests.runtime.distribute.transport.test_group import two_members

NUMBER: ContextVar[int] = ContextVar("number", default=0)


def test_tasks_run_in_the_order_of_their_starts_while_the_caller_goes_on() -> None:
    background, begin, begun = Background(), threading.Event(), threading.Event()
    seen: list[int] = []
    threads: list[str] = []

    def task(number: int) -> int:
        begun.set()
        assert begin.wait(LONG)
        seen.append(number)
        threads.append(threading.current_thread().name)
        return number

    tasks = [background.start(lambda n=n: task(n)) for n in range(5)]  # type: ignore[misc]
    assert begun.wait(LONG)  # the first has begun without anybody who waits for it
    assert seen == []
    begin.set()
    assert [each.result() for each in reversed(tasks)] == [4, 3, 2, 1, 0]
    assert seen == [0, 1, 2, 3, 4]
    assert threads[0] == "collectives"
    background.end()


def test_who_waits_for_what_has_not_begun_runs_it() -> None:
    background = Background()
    background._thread = threading.current_thread()  # there is no other
    seen: list[int] = []
    tasks = [background.start(lambda n=n: seen.append(n)) for n in range(3)]  # type: ignore[misc]
    tasks[1].result()
    assert seen == [0, 1]
    background.wait()
    assert seen == [0, 1, 2]


def test_an_error_is_that_of_its_task_alone() -> None:
    background = Background()

    def fails() -> None:
        raise ValueError("this one")

    first, second = background.start(fails), background.start(lambda: 2)
    assert second.result() == 2
    with pytest.raises(ValueError, match="this one"):
        first.result()
    background.end()


def test_ctrl_c_is_raised_in_whoever_waits() -> None:
    background = Background()
    background._thread = threading.current_thread()  # there is no other

    def interrupted() -> None:
        raise KeyboardInterrupt

    task = background.start(interrupted)
    with pytest.raises(KeyboardInterrupt):
        background.wait()
    with pytest.raises(KeyboardInterrupt):
        task.result()


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


def test_who_starts_a_reduction_goes_on_before_the_others_come() -> None:
    begun = threading.Event()

    def early(group: Group) -> Any:
        wait = group.start_all_reduce(np.float32([1, 2]))
        begun.set()
        return wait().tolist()

    def late(group: Group) -> Any:
        assert begun.wait(LONG)
        return group.all_reduce(np.float32([10, 20])).tolist()

    with two_members() as members:
        assert members.together(early, late) == [[11, 22], [11, 22]]


def test_what_is_started_runs_in_order_and_before_later_collectives() -> None:
    arrays = [np.random.default_rng(n).normal(size=30_000) for n in range(3)]

    def started(group: Group) -> Any:
        given = [each * (group.rank + 1) for each in arrays]
        waits = [group.start_all_reduce(each) for each in given]
        for each in given:
            each[:] = 0  # what was started has copies
        joined = group.all_gather(np.int32(group.rank))
        later = [wait() for wait in reversed(waits)][::-1]
        return [each.tobytes() for each in later], [int(each) for each in joined]

    def in_turn(group: Group) -> Any:
        found = [group.all_reduce(each * (group.rank + 1)) for each in arrays]
        return [each.tobytes() for each in found]

    with two_members() as members:
        for found, joined in members.together(started, started):
            assert joined == [0, 1]
            assert [found, found] == members.together(in_turn, in_turn)


def test_who_waits_for_what_was_started_is_told_of_a_process_that_leaves() -> None:
    def waits(group: Group) -> Any:
        first = group.start_all_reduce(np.ones(3))
        second = group.start_all_reduce(np.ones(3))
        for wait, text in ((first, "worker 1"), (second, "an earlier error")):
            with pytest.raises(UnavailableError, match=text):
                wait()
        with pytest.raises(UnavailableError, match="an earlier error"):
            group.barrier()
        return group.has_failed

    with two_members() as members:
        assert members.together(waits, Group.close) == [True, None]


def test_an_interrupted_wait_ends_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(task: Task) -> None:
        raise KeyboardInterrupt

    def stops(group: Group) -> Any:
        wait = group.start_all_reduce(np.ones(3))
        with monkeypatch.context() as patch:
            patch.setattr(Task, "wait", interrupted)
            with pytest.raises(KeyboardInterrupt):
                wait()
        return group.has_failed

    with two_members() as members:
        is_ended, error = members.together(stops, lambda one: one.barrier())
    assert is_ended
    # it was in this collective, or in the one that was started: worker 0 has left both
    assert isinstance(error, OpError)
