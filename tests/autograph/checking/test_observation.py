"""What is observed while a function is called: prints, calls, changes, lines."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from autograph.checking.observation import CALLS, Observed, Watch, observed
from autograph.checking.state import State


def watched(
    function: Callable[..., Any], *args: Any, roots: dict[str, Any] | None = None
) -> Observed:
    watch = Watch(function.__code__, State(roots or {}), sys._getframe(), {"autograph"})
    return observed(watch, function, args, {})


def test_prints_have_their_lines() -> None:
    def talks() -> None:
        print("one", end="")
        print("two", file=sys.stderr)
        print()

    first = talks.__code__.co_firstlineno
    found = watched(talks)
    assert found.printed == [("one", first + 1), ("two", first + 2)] * CALLS
    assert [each.error for each in found.outcomes] == [None] * CALLS


def test_errors_are_outcomes() -> None:
    def fails(x: int) -> int:
        return 1 // x

    found = watched(fails, 0)
    assert all(isinstance(each.error, ZeroDivisionError) for each in found.outcomes)
    assert found.last_line == fails.__code__.co_firstlineno + 1


def test_what_ends_the_process_is_not_kept_back() -> None:
    def stops() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watched(stops)


def test_calls_of_chance_are_counted_once() -> None:
    def draws() -> list[float]:
        return [random.choice([1.0, 2.0]) for _ in range(3)]

    found = watched(draws)
    counts = {name: count for (_, _, name), count in found.calls.items() if "." in name}
    assert counts == {"random.choice": 3 * CALLS}


def test_changes_have_their_lines_and_every_call_begins_alike() -> None:
    items: list[int] = []

    def grows(x: int) -> int:
        items.append(x)
        return len(items)

    found = watched(grows, 1, roots={"items": items})
    assert [each.result for each in found.outcomes] == [1, 1]
    assert items == []
    assert found.changed_at == {"items": grows.__code__.co_firstlineno + 1}


def test_tracing_and_profiling_are_as_before() -> None:
    def tracer(*_: Any) -> None:
        return None

    before = sys.gettrace(), sys.getprofile()
    sys.setprofile(tracer)
    try:
        watched(lambda: None)
        assert sys.getprofile() is tracer
    finally:
        sys.setprofile(before[1])
    assert sys.gettrace() is before[0]
