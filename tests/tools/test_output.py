"""Output on a terminal: fitted to its width, coloured by meaning; whole in a pipe."""

from __future__ import annotations

import io
from argparse import Namespace
from typing import Any

import pytest

from autograph_tools.output import terminal
from autograph_tools.output.listing import listing
from autograph_tools.output.progress import ProgressLine, progress
from autograph_tools.output.results import Changes, Code, Part, Table, show
from autograph_tools.output.terminal import plain
from graphir.builder import GraphBuilder

LONG = "value = function(" + ", ".join(f"argument_{i}" for i in range(20)) + ")"
TABLE = Table(("line", "text", "n"), ((1, LONG, 4), (2, "x[i] [bold]", 12)))


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A terminal of 60 columns without colours."""
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return monkeypatch


def shown(capsys: pytest.CaptureFixture[str], *parts: str | Part) -> str:
    show(Namespace(output=None), *parts)
    return capsys.readouterr().out


def test_code_is_whole_on_a_narrow_terminal(
    window: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(capsys, Code(LONG), "", "short") == f"{LONG}\n\nshort\n"


def test_code_is_coloured_on_request(
    window: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    window.delenv("NO_COLOR")
    window.setenv("FORCE_COLOR", "1")
    printed = shown(capsys, Code(LONG))
    assert printed != plain(printed)
    assert plain(printed) == LONG + "\n"


def test_wide_table_is_cut_to_the_terminal(
    window: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(capsys, TABLE).splitlines()
    assert {len(line) for line in lines} == {59}
    assert lines[1].startswith("   1  value = function(argument_0, arg")
    assert lines[1].endswith("…   4")


def test_columns_that_find_no_room_are_left_out() -> None:
    table = Table(tuple("abcdefgh"), (("x" * 30,) * 8,))
    lines = table.as_text(40).splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[0].split() == ["a", "b", "c", "d"]


def test_piped_table_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert LONG in shown(capsys, TABLE)


def test_colours_hold_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not terminal.has_colour()  # captured: no terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal.has_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.has_colour()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert not terminal.has_colour()


def test_changes_are_coloured_by_their_marks() -> None:
    text = Changes("- %a\n+ %b\n  c").as_text(colour=True)
    assert text.splitlines()[0] == "\x1b[31m- %a\x1b[0m"
    assert text.splitlines()[1] == "\x1b[32m+ %b\x1b[0m"
    assert plain(text) == "- %a\n+ %b\n  c"


def test_ops_and_dtypes_have_their_colours() -> None:
    text = listing(made_graph()).as_text(colour=True)
    assert "\x1b[36mNeg\x1b[0m(x)" in text
    assert "\x1b[32mf32[2]\x1b[0m" in text
    assert plain(text) == str(listing(made_graph()))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_listing_fits(width: int) -> None:
    lines = listing(made_graph()).as_text(width).splitlines()
    assert max(map(len, lines)) <= width


def made_graph() -> Any:
    build = GraphBuilder("made")
    x = build.input("x", "float32", [2])
    for number in range(3):
        name = f"a_name_of_some_length_that_goes_on/{number}"
        x = build.op.AddV2(build.op.Neg(x), x, name=name)
    build.output(x)
    return build.graph


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
