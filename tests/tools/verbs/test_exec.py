"""`autograph exec`: a program of TensorFlow's, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograph_tools.main import main
from autograph_tools.verbs import exec as exec_verb


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The processes that would be started; each ends with the status 3."""
    found: list[list[str]] = []

    def start(words: list[str]) -> Any:
        found.append(words)
        return SimpleNamespace(wait=lambda: 3)

    monkeypatch.setattr(exec_verb.subprocess, "Popen", start)
    return found


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["program.py", "--epochs", "3"], ["program.py", "--epochs", "3"]),
        (["-m", "module", "-x"], ["-m", "module", "-x"]),
        (["-c", "print(1)", "-m"], ["-c", "print(1)", "-m"]),
    ],
)
def test_arguments_are_the_programs(
    calls, given, passed, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").touch()
    assert main(["exec", *given]) == 3
    assert calls == [[sys.executable, "-m", "runtime", *passed]]


def test_a_program_runs_on_this_runtime(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nimport tensorflow as tf\n"
        "print(int(tf.constant(20) + 1), sys.argv[1:])\nsys.exit(4)\n"
    )
    command = "import sys; from autograph_tools.main import main; sys.exit(main())"
    words = [sys.executable, "-c", command, "exec", str(program), "-v"]
    run = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout) == (4, "21 ['-v']\n"), run.stderr
