"""Programs on NumPy's behavior show what they show with TensorFlow.

They run in a process of their own: the behavior cannot be taken back.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
SHOW = """
import json, sys
from pathlib import Path
from tests.runtime.shown_answers import lines_of
print(json.dumps({each: lines_of(Path(each)) for each in sys.argv[1:]}))
"""


@pytest.fixture(scope="module")
def shown() -> dict[str, list[str]]:
    """What each program shows, one after the other in one process."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *map(str, PROGRAMS)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_shows_what_it_shows_with_tensorflow(
    program: Path, shown: dict[str, list[str]]
) -> None:
    """The text beside the program is what TensorFlow 2.21 wrote."""
    recorded = program.with_suffix(".txt").read_text("utf-8").splitlines()
    assert shown[str(program)] == recorded
