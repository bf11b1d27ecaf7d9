"""A line of progress: it waits, estimates, and is silent in a pipe."""

from __future__ import annotations

import io
from argparse import Namespace

import pytest

from autograph_tools.output.progress import ProgressLine, progress


class _Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_progress_waits_and_estimates() -> None:
    stream, clock = io.StringIO(), _Clock()
    line = ProgressLine(stream, clock)
    line.tell("comparing", 0, 10)
    clock.now = 0.9
    line.tell("comparing", 3, 10)
    assert stream.getvalue() == ""
    clock.now = 2.0
    line.tell("comparing", 4, 10)
    assert stream.getvalue() == "\r\x1b[Kcomparing: 4 of 10, about 3 s left"
    line.end()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_progress_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(Namespace(quiet=False)) as tell:
        tell("comparing", 1, 2)
    assert capsys.readouterr().err == ""
