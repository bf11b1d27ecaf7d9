"""Uncaught errors of ops: the user's lines, then one line that says what."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
import sys
import runtime as tf

def multiply(a, b):
    return tf.matmul(a, b)

if "all" in sys.argv:
    tf.debugging.disable_traceback_filtering()
if "own" in sys.argv:
    sys.excepthook = lambda kind, error, frames: print("mine", file=sys.stderr)
multiply(tf.ones([2, 3]), tf.ones([2, 3]))
"""


def shown(folder: Path, *words: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(path), *words], capture_output=True, text=True
    )
    assert done.returncode == 1
    return done.stderr.splitlines()


def test_an_uncaught_error_has_the_users_frames_alone(tmp_path: Path) -> None:
    lines = shown(tmp_path)
    files = [line.split('"')[1] for line in lines if line.startswith("  File")]
    assert set(files) == {str(tmp_path / "program.py")}
    assert len(files) == 2
    assert lines[-1].endswith(
        "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3] [Op:MatMul]"
    )


@pytest.mark.slow
def test_all_frames_are_shown_on_request(tmp_path: Path) -> None:
    assert any("apply.py" in line for line in shown(tmp_path, "all"))


@pytest.mark.slow
def test_a_programs_own_hook_stays(tmp_path: Path) -> None:
    assert shown(tmp_path, "own") == ["mine"]
