"""The stubs: what mypy and pyright say of a user's scripts."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.stubs import repeats_source

Checker = Callable[[Path], dict[int, str]]
ROOT = Path(__file__).parent.parent.parent
CASES = Path(__file__).parent / "cases" / "typed"
CORRECT = CASES / "correct.py"
MISTAKES = CASES / "mistakes.py"


def wanted(script: Path) -> dict[int, str]:
    """Line -> what mypy's message has, of lines that end in a comment with it."""
    lines = script.read_text().splitlines()
    marked = ((n, line.partition("  # error: ")[2]) for n, line in enumerate(lines, 1))
    return {number: text.strip('"').lower() for number, text in marked if text}


def checked(*command: str) -> dict[int, str]:
    """Line -> the errors there, of the last argument's script."""
    script = Path(command[-1]).name
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    found: dict[int, str] = {}
    pattern = rf"{script}:(\d+):(?:\d+ -)? error: (.*)"
    for number, text in re.findall(pattern, done.stdout):
        found[int(number)] = f"{found.get(int(number), '')} {text}".lower()
    assert found or done.returncode == 0, done.stdout + done.stderr
    return found


def pyright(script: Path) -> dict[int, str]:
    program = shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not here")
    return checked(program, "--pythonpath", sys.executable, str(script))


def mypy(script: Path) -> dict[int, str]:
    return checked(sys.executable, "-m", "mypy", "--strict", str(script))


def test_the_scripts_are_large_enough() -> None:
    lines = CORRECT.read_text().splitlines()
    code = [each for each in lines if each and not each.startswith("#")]
    assert (len(code) >= 200, len(wanted(MISTAKES)) >= 40) == (True, True)


def test_stubs_that_add_no_types_are_known() -> None:
    repeated = ["autograph", "runtime/stubs/data", "runtime/stubs/data/experimental"]
    others = ["graphir", "runtime", "runtime/stubs/nn"]
    found = [repeats_source(f"{each}/__init__.pyi") for each in (*repeated, *others)]
    assert found == [True] * 3 + [False] * 3
    assert not repeats_source("runtime/stubs/data/experimental/service.pyi")


@pytest.mark.slow
def test_a_correct_script_runs() -> None:
    done = subprocess.run([sys.executable, CORRECT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("checker", [mypy, pyright])
def test_nothing_is_wrong_in_a_correct_script(checker: Checker) -> None:
    assert checker(CORRECT) == {}


@pytest.mark.slow
def test_mypy_finds_a_users_mistakes() -> None:
    found = mypy(MISTAKES)
    assert sorted(found) == sorted(wanted(MISTAKES))
    silent = [n for n, text in wanted(MISTAKES).items() if text not in found[n]]
    assert silent == []


@pytest.mark.slow
def test_pyright_finds_a_users_mistakes() -> None:
    assert sorted(pyright(MISTAKES)) == sorted(wanted(MISTAKES))


@pytest.mark.slow
def test_stubs_are_as_they_would_be_written() -> None:
    """In a process of its own: other tests declare ops."""
    command = [sys.executable, "-m", "autograph_tools.stubs", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
