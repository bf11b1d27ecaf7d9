"""Which frames a user sees."""

from __future__ import annotations

import traceback

import pytest

from autograph import to_graph
from autograph.tracebacks.frames import user_frames
from autograph.tracebacks.hiding import hide_our_frames


def fails(x: int) -> int:
    return x // 0


def caught() -> ZeroDivisionError:
    with pytest.raises(ZeroDivisionError) as found:
        to_graph(fails)(1)
    return found.value


def test_frames_of_the_package_are_hidden() -> None:
    shown = traceback.extract_tb(hide_our_frames(caught().__traceback__))
    assert [frame.name for frame in shown][-1] == "fails"
    assert {frame.filename for frame in shown} == {__file__}


def test_frame_has_the_users_function_and_line() -> None:
    last = user_frames(caught().__traceback__)[-1]
    assert (last.filename, last.function) == (__file__, "fails")
    assert last.line == fails.__code__.co_firstlineno + 1
    assert last.text == "return x // 0"
