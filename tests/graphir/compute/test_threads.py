"""Work that threads share: every part once, and errors come back."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf
from graphir.compute.threads import (
    SETTINGS,
    at_once,
    beside,
    in_blocks,
    in_parts,
    thread_count,
)


@pytest.fixture(autouse=True)
def three_threads() -> Iterator[None]:
    before = SETTINGS.for_arrays, SETTINGS.for_steps
    SETTINGS.for_arrays = SETTINGS.for_steps = 3
    yield
    SETTINGS.for_arrays, SETTINGS.for_steps = before


@given(st.integers(0, 100), st.integers(1, 40))
def test_every_part_is_done_once(size: int, step: int) -> None:
    done = np.zeros(size, int)

    def work(first: int, last: int) -> None:
        done[first:last] += 1

    in_parts(work, size, step)
    assert done.tolist() == [1] * size


@given(st.integers(0, 100), st.integers(1, 40))
def test_every_block_is_done_once(size: int, step: int) -> None:
    done = np.zeros(size, int)

    def work(starts: Iterable[int], done: np.ndarray) -> None:
        for start in starts:
            done[start : start + step] += 1

    in_blocks(work, size, step, done)
    assert done.tolist() == [1] * size


def test_blocks_are_taken_by_several_threads_and_each_keeps_its_own() -> None:
    meeting = threading.Barrier(3, timeout=30)
    calls: list[list[int]] = []

    def work(starts: Iterable[int]) -> None:
        meeting.wait()
        mine: list[int] = []
        mine.extend(starts)
        calls.append(mine)

    in_blocks(work, 12, 2)
    assert len(calls) == 3
    assert sorted(start for mine in calls for start in mine) == [0, 2, 4, 6, 8, 10]


def test_parts_are_taken_by_several_threads() -> None:
    meeting = threading.Barrier(3, timeout=30)
    in_parts(lambda first, last: meeting.wait(), 12, 2)
    # each of the parts waited for two others: one thread alone would not have passed
    assert not meeting.broken


def test_an_error_of_any_part_is_raised() -> None:
    def work(first: int, last: int) -> None:
        if first <= 7 < last:
            raise ArithmeticError("seven")

    with pytest.raises(ArithmeticError, match="seven"):
        in_parts(work, 10, 1)


def test_parts_see_the_floating_point_settings_of_the_caller() -> None:
    meeting = threading.Barrier(3, timeout=30)

    def work(first: int, last: int) -> None:
        meeting.wait()
        np.divide(1.0, np.zeros(4))

    with np.errstate(all="ignore"):
        in_parts(work, 6, 1)


def test_work_that_is_shared_is_not_shared_again() -> None:
    seen = []

    def inner(first: int, last: int) -> None:
        seen.append((first, last))

    in_parts(lambda first, last: in_parts(inner, 8, 1), 4, 1)
    assert seen == [(0, 8)] * 4


def test_calls_run_at_once() -> None:
    meeting = threading.Barrier(3, timeout=30)
    found = at_once(*[lambda number=n: (meeting.wait() >= 0, number) for n in range(3)])
    assert found == [(True, 0), (True, 1), (True, 2)]


def test_an_error_of_any_call_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        at_once(lambda: 1, lambda: 1 // 0, lambda: 3)


def test_the_number_of_threads_can_be_set() -> None:
    assert thread_count() == 3
    tf.config.threading.set_intra_op_parallelism_threads(5)
    tf.config.threading.set_inter_op_parallelism_threads(2)
    assert thread_count() == 5
    assert SETTINGS.for_steps == 2
    with pytest.raises(ValueError, match="-1"):
        tf.config.threading.set_intra_op_parallelism_threads(-1)


def test_an_error_comes_back_once_every_thread_has_stopped() -> None:
    for _ in range(8):
        meeting = threading.Barrier(3, timeout=30)
        ended = _ends_beside_an_error(meeting)
        assert ended == [1]


def _ends_beside_an_error(meeting: threading.Barrier) -> list[int]:
    ended: list[int] = []
    order = iter(range(2))

    def work() -> None:
        is_helper = threading.current_thread() is not threading.main_thread()
        place = next(order) if is_helper else None
        meeting.wait()
        if place is None:
            return
        if place == 0:
            raise ZeroDivisionError
        time.sleep(0.02)
        ended.append(place)

    with pytest.raises(ZeroDivisionError):
        at_once(work, work, work)
    return ended


LATE_WORK = """
import threading, time
from graphir.compute.threads import SETTINGS, at_once, in_blocks

SETTINGS.for_arrays = SETTINGS.for_steps = 3
done = []

def late():
    threading.main_thread().join()
    time.sleep(0.05)
    in_blocks(lambda starts: done.extend(starts), 8, 1)
    print(sorted(done), at_once(lambda: 1, lambda: 2), flush=True)

threading.Thread(target=late).start()
"""


def test_work_goes_on_after_the_main_thread_has_ended() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LATE_WORK], capture_output=True, text=True, timeout=60
    )
    assert found.stdout.strip() == f"{list(range(8))} [1, 2]", found.stderr


FORKED = """
import os, signal
from graphir.compute import threads

threads.SETTINGS.for_steps = 3
with threads._POOL._lock:  # as another thread may hold it
    child = os.fork()
    if not child:
        signal.alarm(20)
        print(threads.at_once(lambda: 1, lambda: 2), flush=True)
        os._exit(0)
os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_forked_while_threads_start_has_its_own() -> None:
    found = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=30
    )
    assert found.stdout.strip() == "[1, 2]", found.stderr


def test_threads_beside_each_other_have_a_part_of_all_each() -> None:
    SETTINGS.for_arrays = 8
    with beside(1):
        assert thread_count() == 4
        with beside(1):
            assert thread_count() == 2
        assert thread_count() == 4
    assert thread_count() == 8
    with pytest.raises(ZeroDivisionError), beside(7):
        raise ZeroDivisionError
    assert thread_count() == 8


def test_work_is_not_shared_beside_as_many_others_as_there_are_threads() -> None:
    seen: set[int] = set()
    with beside(2):
        in_parts(lambda first, last: seen.add(threading.get_ident()), 1000, 10)
        at_once(*[lambda: seen.add(threading.get_ident())] * 3)
    assert seen == {threading.get_ident()}


def test_the_environment_limits_threads() -> None:
    code = "from graphir.compute.threads import *; print(available_cores())"
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert found.stdout == b"1\n"
