"""`make demo` over the examples that are shipped, and over folders without one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograph_tools.demo import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_example_of_a_function_agrees(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([str(EXAMPLES)]) == 0
    table = capsys.readouterr().out.rpartition("every example")[2]
    shown = {line.split()[0]: line.split()[-1] for line in table.splitlines() if line}
    functions = [
        path.name
        for path in EXAMPLES.glob("*.py")
        if "\nFUNCTION = " in path.read_text("utf-8")
    ]
    assert len(functions) > 8
    assert {name: shown.get(name) for name in functions} == dict.fromkeys(
        functions, "yes"
    )


def test_programs_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 1
    assert "no examples" in capsys.readouterr().err
    (tmp_path / "program.py").write_text("raise SystemExit('it was run')\n")
    assert main([str(tmp_path)]) == 1
    shutil.copy(EXAMPLES / "relu.py", tmp_path)
    assert main([str(tmp_path)]) == 0


def test_the_example_that_is_shown_whole_is_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(EXAMPLES / "collatz.py", tmp_path)
    (tmp_path / "relu.py").write_text("x = 1\n")
    assert main([str(tmp_path)]) == 1
    assert "relu.py does not set FUNCTION" in capsys.readouterr().err
