"""Frames above a frame: deep, absent, and as Python counts them."""

from __future__ import annotations

import inspect
import sys
import warnings
from types import FrameType
from typing import Any

import pytest

from autograph.operators.caller_frames import CALLER_READERS, frame_above


def here() -> FrameType:
    return sys._getframe(1)


@pytest.mark.parametrize("calls", [-1, 0, 1, 2])
def test_frames_are_counted_as_python_counts(calls: int) -> None:
    def inner() -> tuple[Any, Any]:
        frame = here()
        return frame_above(frame, calls), sys._getframe(max(calls, 0))

    found, expected = inner()
    assert found is expected


def test_above_the_first_frame_is_none() -> None:
    assert frame_above(here(), 1 << 20) is None
    assert frame_above(None, 0) is None


def test_a_stack_that_is_not_deep_enough_is_pythons_error() -> None:
    with pytest.raises(ValueError, match="call stack is not deep enough") as expected:
        sys._getframe(1 << 20)
    with pytest.raises(ValueError, match=str(expected.value)):
        CALLER_READERS[sys._getframe](here(), 1 << 20)


def test_the_current_frame_is_the_one_that_asks() -> None:
    assert CALLER_READERS[inspect.currentframe](here()) is sys._getframe()


@pytest.mark.parametrize("level", [0, 1, 2, 1 << 20])
def test_a_warning_has_the_place_that_python_gives_it(level: int) -> None:
    def plain() -> None:
        warnings.warn("w", UserWarning, level)

    def staged() -> None:
        CALLER_READERS[warnings.warn](here(), "w", UserWarning, level)

    places = []
    for function in (plain, staged):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            function()
        places.append((caught[0].filename, caught[0].category))
    assert places[0] == places[1]
