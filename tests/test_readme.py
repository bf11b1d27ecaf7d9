"""The README: every block of its tour runs, and prints what it says."""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
_BLOCK = re.compile(r"^```(python|text|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tour() -> list[tuple[str, str]]:
    """Each Python block with the text that is to be printed."""
    blocks = [
        block for block in _BLOCK.findall(README) if block[0] in ("python", "text")
    ]
    pairs = []
    for (kind, code), (next_kind, expected) in itertools.pairwise(blocks):
        if kind == "python":
            assert next_kind == "text", f"no output follows:\n{code}"
            pairs.append((code, expected))
    return pairs


def commands() -> list[tuple[str, str]]:
    """Each command line with the text that is to be printed."""
    found = []
    for kind, text in _BLOCK.findall(README):
        if kind == "console":
            command, _, expected = text.partition("\n")
            found.append((command.removeprefix("$ autograph "), expected))
    return found


def test_the_tour_prints_what_it_shows(tmp_path: Path) -> None:
    """The blocks run in order, in one namespace, from files as a user's would."""
    namespace: dict[str, Any] = {"__name__": "tour"}
    assert len(tour()) >= 5
    for number, (code, expected) in enumerate(tour()):
        path = tmp_path / f"block_{number}.py"
        path.write_text(code)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(path), "exec"), namespace)
        assert printed.getvalue().rstrip() == expected.rstrip()


@pytest.mark.parametrize(("command", "expected"), commands())
def test_a_command_prints_what_it_shows(
    command: str,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Run in the checkout, as the README says."""
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == expected


def test_every_verb_is_in_the_table() -> None:
    """A verb that the README does not name would not be found."""
    from autograph_tools.main import VERBS

    missing = [verb for verb in VERBS if f"`autograph {verb}" not in README]
    assert missing == []
