"""Processes of Keras' tests: one that ends before its first test is one clear error."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.keras.running import NoOutcomesError, Run, Side, read


def side(tmp_path: Path, program: str) -> Side:
    """Runs a program with two files of tests, each in a process of its own."""
    for folder in ("a", "b"):
        tests = tmp_path / "packages" / "keras" / "src" / folder / folder
        tests.mkdir(parents=True)
        (tests / f"{folder}_test.py").write_text("")
    return Side("some", (sys.executable, "-c", program), tmp_path / "packages")


def test_an_end_before_the_first_test_names_files_and_the_last_line(
    tmp_path: Path,
) -> None:
    failing = side(
        tmp_path,
        "print('more', flush=True); raise SystemExit('No module named pytest')",
    )
    with pytest.raises(NoOutcomesError) as caught:
        Run(failing, tmp_path / "outcomes", jobs=1).all(["a"])
    log = tmp_path / "outcomes" / "a-a_test.log"
    assert str(caught.value) == (
        "the tests of a_test.py did not start: exit status 1: "
        f"No module named pytest ({log})"
    )


def test_such_an_end_stops_the_others(tmp_path: Path) -> None:
    program = """
import sys, time
if "b_test" in sys.argv[-1]:
    time.sleep(600)
raise SystemExit(1)
"""
    start = time.monotonic()
    with pytest.raises(
        NoOutcomesError, match=r"exit status -?\d+: nothing was printed"
    ):
        Run(side(tmp_path, program), tmp_path / "outcomes").all([])
    assert time.monotonic() - start < 300


@pytest.mark.parametrize("status", [0, 5])
def test_a_process_with_nothing_left_to_run_is_no_error(
    tmp_path: Path, status: int
) -> None:
    done = side(tmp_path, f"raise SystemExit({status})")
    assert Run(done, tmp_path / "outcomes").all([]) == {}


def test_outcomes_of_processes_that_fail_are_kept(tmp_path: Path) -> None:
    program = """
import json, os
from pathlib import Path
line = json.dumps({"id": os.environ["KERAS_OUTCOMES"][-12:], "outcome": "failed"})
Path(os.environ["KERAS_OUTCOMES"]).write_text(line + "\\n")
raise SystemExit(1)
"""
    Run(side(tmp_path, program), tmp_path / "outcomes").all([])
    assert sorted(read(tmp_path / "outcomes")) == ["a_test.jsonl", "b_test.jsonl"]
