"""Interpreters of each version, and what is run in their environments."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.releasing import environments
from autograph_tools.releasing.environments import PYTHONS, interpreters, try_wheel


def script(folder: Path, name: str, version: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho {version}\n")
    path.chmod(0o755)
    return path


def test_an_interpreter_counts_if_it_is_of_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path, versions = tmp_path / "path", tmp_path / "pyenv" / "versions"
    first = script(on_path, "python3.10", "3.10")
    script(on_path, "python3.11", "3.9")  # another under that name
    second = script(versions / "3.11.4" / "bin", "python", "3.11")
    monkeypatch.setenv("PATH", str(on_path), prepend=None)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(environments.shutil, "which", which_in(on_path))
    assert list(interpreters()) == [("3.10", first), ("3.11", second)]


def which_in(folder: Path) -> Any:
    def which(name: str) -> str | None:
        path = folder / name
        return str(path) if path.exists() else None

    return which


def test_the_versions_are_those_that_are_promised() -> None:
    text = (Path(__file__).parents[3] / "pyproject.toml").read_text()
    assert all(f"Python :: {each}" in text for each in PYTHONS)
    assert f'requires-python = ">={PYTHONS[0]}"' in text


def test_a_wheel_is_tried_away_from_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, folder = tmp_path / "root", tmp_path / "elsewhere"
    for name in (".ci/smoke.py", "README.md", "examples/a.py", "tests/test_readme.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    folder.mkdir()
    calls: list[list[str]] = []

    def run(words: Any, **options: Any) -> Any:
        calls.append([str(each) for each in words[1:]])
        assert options["check"]
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(environments.subprocess, "run", run)
    try_wheel(Path("python"), root, folder)
    assert (folder / "examples" / "a.py").read_text() == "examples/a.py"
    assert calls[0][-1] == "pytest"
    assert calls[1] == ["smoke.py"]
    assert calls[2][:2] == ["-m", "pytest"]
    assert not (folder / ".ci").exists()
