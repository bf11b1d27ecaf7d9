"""Tools that count lines see the user's lines run, as if nothing were converted."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

SOURCE = textwrap.dedent(
    '''\
    def helper(x):
        if x > 2:
            return x * 10
        return x


    def measured(n):
        """Documentation."""
        total = 0
        for i in range(n):
            if i == 1:
                continue
            elif i > 100:
                total = -1
            else:
                total += helper(i)
            if total > 20:
                break
        while total > 5:
            total -= (
                3
                + n
            )
        try:
            assert total < 50, "large"
            values = [each + 1 for each in range(2)]
        except ValueError:
            total = 1
        finally:
            total += 1

        largest = max(
            n,
            helper(n)
            if n > 3
            else 1,
        )
        is_large = (
            largest > 2
            and not
            largest > 50
        )

        def inner(
            y,
            z=1,
        ):
            if y:
                return 0
            return y + 1

        both = lambda y: inner(y) or y
        with open(__file__):
            if n > 1 and total < 3:
                return (
                    total
                    + both(n)
                    + len(values)
                    + is_large
                )
        return -1
    '''
)
PROGRAM = """
import sys
way, number = sys.argv[1], int(sys.argv[2])
import measured
if way == "plain":
    measured.measured(number)
elif way == "converted":
    import autograph
    autograph.converted(measured.measured)(number)
else:
    import runtime as tf
    tf.function(measured.measured)(number)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "measured.py").write_text(SOURCE)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def lines_run(project: Path, way: str, number: int) -> set[int]:
    """The lines of the function that `coverage` has seen."""

    def coverage(*arguments: str) -> None:
        command = [sys.executable, "-m", "coverage", *arguments]
        subprocess.run(command, cwd=project, check=True, capture_output=True)

    coverage("run", "--include=measured.py", "program.py", way, str(number))
    coverage("json", "-o", "report.json")
    report: Any = json.loads((project / "report.json").read_text())
    return set(report["files"]["measured.py"]["executed_lines"])


@pytest.mark.parametrize("number", [0, 2, 6])
@pytest.mark.parametrize("way", ["converted", "traced"])
def test_coverage_counts_the_lines_that_python_runs(
    way: str, number: int, project: Path
) -> None:
    assert lines_run(project, way, number) == lines_run(project, "plain", number)


def test_the_lines_differ_from_input_to_input(project: Path) -> None:
    """Else the test above would compare nothing."""
    assert lines_run(project, "plain", 0) != lines_run(project, "plain", 6)
