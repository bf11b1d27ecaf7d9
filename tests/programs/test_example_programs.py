"""The programs in examples/programs print what they print under TensorFlow.

The recorded output is TensorFlow's: `tests/programs/record.sh PYTHON`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "examples" / "programs").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_prints_what_it_prints_under_tensorflow(program: Path) -> None:
    recorded = Path(__file__).parent / "cases" / f"{program.stem}.txt"
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(program)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == recorded.read_text("utf-8")


def test_there_are_six() -> None:
    assert len(PROGRAMS) == 6
