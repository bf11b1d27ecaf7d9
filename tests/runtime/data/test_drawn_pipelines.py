"""Outcomes of another process are read as they come, past pipelines that end it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from . import drawn_pipelines
from .drawn_pipelines import compare_passes, recorded

TEXTS = ["one", "ends it", "three", "four"]

PROGRAM = """
import json, os, sys
for text in {texts}[int(sys.argv[-1]):]:
    if text == "ends it":
        print("[1,", end="", flush=True)
        os.abort()
    print(json.dumps([text.upper()]), flush=True)
{last}
"""


def command(last: str = "") -> list[str]:
    return [sys.executable, "-S", "-c", PROGRAM.format(texts=TEXTS, last=last)]


def test_a_pipeline_that_ends_the_process_has_no_outcome() -> None:
    assert list(recorded(command(), TEXTS)) == [
        ("one", ["ONE"]),
        ("ends it", None),
        ("three", ["THREE"]),
        ("four", ["FOUR"]),
    ]


def test_a_program_that_fails_is_an_error() -> None:
    """Each pipeline would be said to end the process otherwise."""
    found = recorded([sys.executable, "-S", "-c", "import sys; sys.exit(3)"], TEXTS)
    with pytest.raises(subprocess.CalledProcessError, match="status 3"):
        next(found)


def test_differences_are_printed_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    def differing(tf: Any, helpers: Any, text: str, draw: Any) -> str:
        seen.append(capsys.readouterr().out)
        return text if text in ("b", "d") else ""

    monkeypatch.setattr(drawn_pipelines, "passes_that_differ", differing)
    monkeypatch.setattr(drawn_pipelines, "STEP", 3)
    drawn = drawn_pipelines.Drawn("", lambda tf: None, lambda seed, count: [], ())
    assert compare_passes(drawn, 1, list("abcde")) == 1
    assert seen == ["", "", "b\n", "1 of 3 differ so far\n", "d\n"]
    assert capsys.readouterr().out == "2 of 5 differ\n"


def test_explained_differences_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(drawn_pipelines, "outcome", lambda tf, helpers, text: ["here"])
    known = {"letters": lambda text, theirs, mine: text.isalpha()}
    drawn = drawn_pipelines.Drawn("", lambda tf: None, lambda *_: [], (), known)
    theirs = [("same", ["here"]), ("a", ["there"]), ("gone", None)]
    assert drawn_pipelines.compare(drawn, 3, theirs) == 0
    assert "explained: 1 of letters\n" in capsys.readouterr().out
    assert drawn_pipelines.compare(drawn, 1, [("1", ["there"])]) == 1
    told = "1\n  TensorFlow ['there']\n  here       ['here']\n1 of 1 differ\n"
    assert capsys.readouterr().out == told
