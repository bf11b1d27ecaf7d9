"""Replicas on logical CPUs, compared with TensorFlow's recorded answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent / "cases" / "replicas.py"
RECORDED = json.loads(PROGRAM.with_suffix(".json").read_text())
QUICK = (
    "texts|all_reduced|gradient_of_a_sum|merged|loops|random|variable_ON_READ_SUM|"
    "divided_2_9"
)


def answers(pattern: str) -> dict[str, Any]:
    """What the program prints; in a process of its own, where CPUs stay divided."""
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM), pattern],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def are_close(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(are_close, found, wanted))
    if isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(
            are_close(found[key], wanted[key]) for key in wanted
        )
    if isinstance(wanted, float):
        return bool(found == pytest.approx(wanted, rel=1e-5, abs=1e-6))
    return bool(found == wanted)


def check(pattern: str, least: int) -> None:
    found = answers(pattern)
    assert len(found) >= least
    wrong = {
        name: (each, RECORDED[name])
        for name, each in found.items()
        if not are_close(each, RECORDED[name])
    }
    assert not wrong


def test_answers_are_tensorflows() -> None:
    check(QUICK, 12)


@pytest.mark.slow
def test_all_answers_are_tensorflows() -> None:
    check("", len(RECORDED))
