"""Calls that run ahead, with results in the order of the elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from runtime.data.stages import parallel_calls
from runtime.data.stages.parallel_calls import ParallelCalls


@pytest.fixture(params=[1e9, -1.0], ids=["here", "on threads"])
def worth(request: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Whether a call is worth a thread does not depend on the clock."""
    monkeypatch.setattr(parallel_calls, "WORTH_A_THREAD", request.param)
    return request.param


def read(calls: ParallelCalls, source: Iterator[Any]) -> list[Any]:
    found = []
    while True:
        try:
            found.append(calls.following(source))
        except StopIteration:
            return found


def test_results_come_in_order(worth: float) -> None:
    calls = ParallelCalls(lambda x: (x * x,), 3)
    assert read(calls, iter((x,) for x in range(20))) == [(x * x,) for x in range(20)]
    calls.close()


def test_an_error_comes_in_the_place_of_its_element(worth: float) -> None:
    def divide(x: int) -> Any:
        return (6 // x,)

    calls, source = ParallelCalls(divide, 2), iter([(1,), (0,), (3,)])
    assert calls.following(source) == (6,)
    with pytest.raises(ZeroDivisionError):
        calls.following(source)
    assert calls.following(source) == (2,)
    calls.close()


def test_an_error_of_the_source_comes_after_what_was_before_it(worth: float) -> None:
    def source() -> Iterator[Any]:
        yield (1,)
        yield (2,)
        raise KeyError("source")

    calls, elements = ParallelCalls(lambda x: (x,), 4), source()
    assert [calls.following(elements), calls.following(elements)] == [(1,), (2,)]
    with pytest.raises(KeyError, match="source"):
        calls.following(elements)
    calls.close()


def test_elements_that_were_read_are_given_to_another_iterator(worth: float) -> None:
    source = iter((x,) for x in range(6))
    calls = ParallelCalls(lambda x: (x,), 3)
    assert [calls.following(source) for _ in range(2)] == [(0,), (1,)]
    again = ParallelCalls(lambda x: (x,), 3)
    again.start_with(calls.waiting())
    calls.close()
    assert read(again, source) == [(2,), (3,), (4,), (5,)]
    again.close()
