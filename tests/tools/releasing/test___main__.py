"""A release stops at the first step that finds something, and says what."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograph_tools.releasing import versions
from autograph_tools.releasing.__main__ import main


@pytest.fixture
def arguments(monkeypatch: pytest.MonkeyPatch):
    def given(*words: str) -> None:
        monkeypatch.setattr(sys, "argv", ["releasing", *words])

    return given


def test_a_problem_of_the_version_stops_it(
    arguments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    problems = lambda root, unreleased: [f"{root.name}: {unreleased}"]  # noqa: E731
    monkeypatch.setattr(versions, "problems", problems)
    arguments("--root", str(tmp_path), "--unreleased")
    assert main() == 1
    told = capsys.readouterr()
    assert told.out == "version and changelog: no\n"
    assert told.err == f"release: {tmp_path.name}: True\n"


def test_a_step_that_fails_is_told(
    arguments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(versions, "problems", lambda root, unreleased: [])
    arguments("--root", str(tmp_path))
    assert main() == 1  # it is no checkout
    told = capsys.readouterr()
    assert told.out == "version and changelog: ok\n"
    assert "git" in told.err
    assert not (tmp_path / "dist").exists()


def test_it_says_how_it_is_called() -> None:
    words = [sys.executable, "-m", "autograph_tools.releasing", "--help"]
    run = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0
    assert "--unreleased" in run.stdout
