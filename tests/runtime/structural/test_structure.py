"""The structure of the public API is TensorFlow's, but for what is listed.

cases/structure.json has the answers of TensorFlow 2.21 to the questions in
`questions`. Differences that are meant have a reason in `differences`; those that are
still to be mended are listed in cases/structure_open.json, each with both answers:
a new one fails, and so does one that is there no more. By default a part of the
questions is asked; all of them in the slow tests. Names that are missing as a
whole are listed in test_names_like_tensorflow.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.structural import questions
from tests.runtime.structural.differences import REASONS, equal

CASES = Path(__file__).parents[1] / "cases"
ANSWERS = CASES / "structure.json"
OPEN = CASES / "structure_open.json"
ROOT = Path(__file__).parents[3]
ASK = """
import json, sys, warnings
import runtime as tf
from tests.runtime.structural import questions

warnings.simplefilter("ignore")
theirs, part, parts, made = sys.argv[1:]
with open(theirs) as file:
    asked = json.load(file)
found = questions.answers(tf, asked, int(part), int(parts))
with open(made, "w") as file:
    json.dump(found, file)
"""

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the answers are those of Python 3.11"
)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def our_answers(part: int, parts: int) -> dict[str, str]:
    """Ours, from a process of its own: what is called changes settings for good."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "answers.json")
        command = [sys.executable, "-c", ASK, *map(str, (ANSWERS, part, parts, made))]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT, timeout=600)
        return read(made)


def differences(part: int = 0, parts: int = 1) -> dict[str, list[str]]:
    """Both answers to each question of a part that is answered otherwise here."""
    theirs = read(ANSWERS)
    ours = our_answers(part, parts)
    missing = {
        key.partition(" ")[2]
        for key in theirs
        if key.startswith("kind ") and ours[key] == "missing"
    }
    return {
        key: [theirs[key], ours.get(key, "missing")]
        for key in theirs
        if (key in ours or parts == 1)
        and not equal(theirs[key], ours.get(key, "missing"))
        and key.split(" ")[1] not in missing
    }


@cache
def all_differences() -> dict[str, list[str]]:
    return differences()


def unexplained(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        key: both
        for key, both in found.items()
        if not any(each.explains(key, *both) for each in REASONS)
    }


def test_a_part_of_the_differences_is_listed() -> None:
    # one in 40 of the questions that run something, and all that only look
    found = unexplained(differences(3, 40))
    assert sorted(set(found) - set(read(OPEN))) == []


@pytest.mark.slow
def test_differences_are_listed(update_goldens: bool) -> None:
    found = unexplained(all_differences())
    if update_goldens:
        lines = [
            f"{json.dumps(key)}: {json.dumps(both)}" for key, both in found.items()
        ]
        OPEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert sorted(found) == sorted(read(OPEN))


@pytest.mark.slow
def test_reasons_are_of_differences() -> None:
    found = all_differences()
    assert [
        reason
        for reason in REASONS
        if not any(reason.explains(key, *both) for key, both in found.items())
    ] == []


@pytest.mark.slow
def test_answers_are_live_tensorflows(update_goldens: bool) -> None:
    interpreter = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
    if not interpreter:
        pytest.skip("AUTOGRAPH_TENSORFLOW_PYTHON names no Python with TensorFlow")
    command = [interpreter, "-m", questions.__name__]
    text = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    if update_goldens:
        ANSWERS.write_text(text)
    assert json.loads(text) == read(ANSWERS)
