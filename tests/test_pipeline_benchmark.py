"""The benchmark of pipelines runs, each row of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "data.py"


@pytest.mark.slow
def test_every_row_has_a_figure() -> None:
    command = [sys.executable, str(SCRIPT), "--scale", "0.002", "--rounds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    heads, _, *rows = done.stdout.splitlines()
    assert heads == "| µs | here | TensorFlow / here | goal |"
    assert rows[14] == "| memory | here | goal |"
    memory, rows = rows[16:], rows[:14]
    assert len(memory) == 4
    for row in memory[1:3]:
        assert row.endswith("| 0 | at most 0 |")
    for row in rows:
        figure = row.split("|")[2].strip(" !")
        assert float(figure) > 0
