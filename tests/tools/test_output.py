"""Output on a terminal: coloured, and nothing cut off."""

from __future__ import annotations

import re
from argparse import Namespace

import pytest

from autograph_tools.output import results as output
from autograph_tools.output.results import Table, show

COLOURS = re.compile(r"\x1b\[[\d;]*m")
LONG = "value = function(" + ", ".join(f"argument_{i}" for i in range(20)) + ")"


@pytest.fixture
def drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> pytest.CaptureFixture[str]:
    """Output as on a narrow terminal."""
    monkeypatch.setattr(output, "is_drawn", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return capsys


def shown(
    capsys: pytest.CaptureFixture[str], *parts: str | Table
) -> tuple[str, list[str]]:
    """What is printed, and its lines without colours."""
    show(Namespace(output=None), *parts)
    printed = capsys.readouterr().out
    lines = COLOURS.sub("", printed).splitlines()
    return printed, [line.rstrip() for line in lines]


def test_code_is_coloured_and_whole(drawn: pytest.CaptureFixture[str]) -> None:
    printed, lines = shown(drawn, LONG, "", "short = 1")
    assert COLOURS.search(printed)
    assert lines == [LONG, "", "short = 1"]


def test_narrow_table_is_drawn_with_numbers_at_the_right(
    drawn: pytest.CaptureFixture[str],
) -> None:
    _, lines = shown(drawn, Table(("op", "nodes"), (("Const", 3), ("x[i] [bold]", 12))))
    assert [line.split() for line in lines] == [
        ["op", "nodes"],
        ["Const", "3"],
        ["x[i]", "[bold]", "12"],
    ]
    assert len({len(line) for line in lines}) == 1


def test_wide_table_is_whole(drawn: pytest.CaptureFixture[str]) -> None:
    table = Table(("line", "text"), ((1, LONG), (2, "x[i] [bold]")))
    _, lines = shown(drawn, table)
    assert lines == table.as_text().splitlines()


def test_no_colour_on_request(
    drawn: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(drawn, LONG)[0] == LONG + "\n"
