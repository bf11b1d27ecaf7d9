"""Output on a terminal: fitted to its width, coloured by meaning; whole in a pipe."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest

from autograph_tools.output import terminal
from autograph_tools.output.results import Changes, Code, Part, Table, show, show_json
from autograph_tools.output.terminal import plain

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


def test_changes_are_coloured_by_their_marks() -> None:
    text = Changes("- %a\n+ %b\n  c").as_text(colour=True)
    assert text.splitlines()[0] == "\x1b[31m- %a\x1b[0m"
    assert text.splitlines()[1] == "\x1b[32m+ %b\x1b[0m"
    assert plain(text) == "- %a\n+ %b\n  c"


def test_bytes_that_differ_are_told_apart_in_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    values = {
        "text": "né".encode(),
        "shown": rb"\xff",
        "bytes": b"\xff",
        "more": [b"\x80a"],
    }
    show_json(Namespace(output=None), values)
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "text": "né",
        "shown": r"\xff",
        "bytes": {"bytes": "/w=="},
        "more": [{"bytes": "gGE="}],
    }
