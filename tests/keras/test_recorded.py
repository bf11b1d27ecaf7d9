"""Behaviours of Keras and programs of guides give what they give with TensorFlow."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.keras.answers import differences

FOLDER = Path(__file__).parent


def test_differences_are_told() -> None:
    same = {"a": [1.0, float("nan"), "x"], "b": 100.0}
    assert list(differences(same, {**same, "b": 100.0005})) == []
    other = {"a": [1.1, 0.0, "y"], "b": 100.0}
    assert len(list(differences(other, same))) == 3
    assert list(differences({"a": [1.0]}, {"a": [1.0, 2.0]})) == ["/a: 1 for 2"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "program", ["behaviours", "guide_programs", "guide_programs_2"]
)
def test_answers_are_those_of_tensorflow(program: str) -> None:
    if not is_here("keras"):
        pytest.skip("Keras is not here")
    recorded = json.loads((FOLDER / f"{program}.json").read_text())
    if program == "behaviours":
        for package, name in (
            ("tensorboard", "tensorboard"),
            ("PIL", "images_of_folders"),
            ("pydot", "models_are_drawn"),
        ):
            if not is_here(package):
                recorded.pop(name)
    done = subprocess.run(
        [sys.executable, "-m", "runtime", FOLDER / f"{program}.py", *recorded],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert list(differences(found, recorded)) == []


@pytest.mark.slow
def test_applications_answer_as_with_tensorflow() -> None:
    """The small ones; `applications.py` without names runs all."""
    if not is_here("keras"):
        pytest.skip("Keras is not here")
    networks = ["MobileNet", "MobileNetV3Small"]
    done = subprocess.run(
        [sys.executable, "-m", "runtime", FOLDER / "applications.py", *networks],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("0 further than 0.0001: none\n")


def is_here(package: str) -> bool:
    return find_spec(package) is not None
