"""Programs of TensorFlow 1 show what they show with TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.shown_answers import lines_of

PROGRAMS = sorted((Path(__file__).parent / "cases").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_shows_what_it_shows_with_tensorflow(program: Path) -> None:
    """The text beside the program is what TensorFlow 2.21 wrote."""
    answers = program.with_suffix(".txt").read_text().splitlines()
    assert lines_of(program) == answers
