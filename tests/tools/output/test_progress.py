"""A line of progress: it waits, estimates, and is silent in a pipe."""

from __future__ import annotations

import io
import threading
from argparse import Namespace

import pytest

from autograph_tools.output.progress import ProgressLine, progress, working


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


def test_seconds_are_shown_where_nothing_is_told() -> None:
    stream, clock = io.StringIO(), _Clock()
    line = ProgressLine(stream, clock)
    clock.now = 0.9
    line.tick("net.py:f")
    assert stream.getvalue() == ""
    clock.now = 3.2
    line.tick("net.py:f")
    assert stream.getvalue() == "\r\x1b[Knet.py:f: 3 s"
    line.tell("files", 1, 4)
    assert stream.getvalue().endswith("\r\x1b[Kfiles: 1 of 4, about 0 s left")
    clock.now = 3.6
    line.tick("net.py:f")
    assert stream.getvalue().endswith("left")


def test_a_long_step_shows_its_seconds_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = threading.Event()

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def flush(self) -> None:
            shown.set()

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr("autograph_tools.output.progress.PATIENCE", 0.0)
    monkeypatch.setattr("autograph_tools.output.progress._TICK", 0.001)
    with working(Namespace(quiet=False, verb="graph", target="net.py:f")):
        assert shown.wait(60)
    assert "net.py:f: 0 s" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
