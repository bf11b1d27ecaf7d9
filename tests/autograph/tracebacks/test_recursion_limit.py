"""Recursion while something is recorded: as deep as in Python, in any thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from autograph import to_graph
from autograph.running.recordings import begin_recording, end_recording
from autograph.tracebacks import recursion_limit

DEEP = 850
TOO_DEEP = 1_300


def by_if(n: int) -> int:
    if n:
        return by_if(n - 1) + 1
    return 0


def by_for(n: int) -> int:
    if n:
        for _ in range(1):
            return by_for(n - 1) + 1
    return 0


def by_while(n: int) -> int:
    while n:
        with nullcontext():
            return by_while(n - 1) + 1
    return 0


def by_expression(n: int) -> int:
    return by_expression(n - 1) + 1 if n else 0


def by_inner(n: int) -> int:
    def inner(n: int) -> int:
        if n:
            return inner(n - 1) + 1
        return 0

    return inner(n)


FUNCTIONS = (by_if, by_for, by_while, by_expression, by_inner)


def recorded(function: Callable[[int], Any], n: int) -> Any:
    made = to_graph(function)
    begin_recording()
    try:
        return made(n)
    finally:
        end_recording()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_recursion_is_as_deep_as_in_python(function: Callable[[int], int]) -> None:
    before = sys.getrecursionlimit()
    found: list[Any] = []
    run = threading.Thread(target=lambda: found.append(recorded(function, DEEP)))
    run.start()  # where the stack is empty
    run.join()
    assert found == [DEEP]
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("function", FUNCTIONS)
def test_recursion_without_end_is_pythons_error(function: Callable[[int], int]) -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(RecursionError):
        recorded(function, TOO_DEEP)
    assert sys.getrecursionlimit() == before
    assert recursion_limit.CALLS_BY_THREAD[threading.get_ident()] == 0


def test_code_that_is_not_deep_has_the_users_limit() -> None:
    def shallow(n: int) -> int:
        return shallow(n - 1) if n else sys.getrecursionlimit()

    assert recorded(shallow, recursion_limit.EVERY - 2) == sys.getrecursionlimit()


def test_limit_that_the_user_sets_stays() -> None:
    before = sys.getrecursionlimit()

    def setting(n: int) -> int:
        if n:
            return setting(n - 1)
        sys.setrecursionlimit(before + 7_000)
        return 0

    try:
        recorded(setting, 40)
        assert sys.getrecursionlimit() == before + 7_000
    finally:
        sys.setrecursionlimit(before)
    assert recorded(by_for, 100) == 100
    assert sys.getrecursionlimit() == before


def test_threads_add_and_take_back_at_the_same_time() -> None:
    before = sys.getrecursionlimit()
    made, found = to_graph(by_for), []

    def run() -> None:
        for n in (60, 200, 35):
            found.append(made(n))

    threads = [threading.Thread(target=run) for _ in range(4)]
    begin_recording(0)
    try:
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        end_recording(0)
    assert sorted(found) == sorted([60, 200, 35] * 4)
    assert sys.getrecursionlimit() == before
