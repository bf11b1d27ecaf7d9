"""Programs launched by `python -m runtime`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from runtime.alias import launching


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runtime", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_command_and_what_it_raises() -> None:
    done = run("-c", "import sys, tensorflow\nprint(sys.argv)\n1 / 0", "x")
    assert done.returncode == 1
    assert done.stdout == "['-c', 'x']\n"
    lines = done.stderr.splitlines()
    assert lines[1] == '  File "<string>", line 3, in <module>'
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_module_and_its_exit_status() -> None:
    assert run("-m", "json.tool", "--help").stdout.startswith("usage: python -m json")
    assert run("-m", "json.tool", "no such file").returncode != 0


def test_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert launching.launch([]) == 2
    assert launching.launch(["-m"]) == 2
    assert launching.launch(["--nonsense"]) == 2
    assert launching.launch([str(tmp_path / "absent.py")]) == 2
    assert "can't open file" in capsys.readouterr().err
    assert launching.launch(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python -m runtime PROGRAM.py")
