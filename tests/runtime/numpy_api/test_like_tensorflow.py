"""`tf.experimental.numpy` gives what TensorFlow's gives, or its class of error.

``pytest --update-goldens`` with a live TensorFlow writes the recorded answers anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.runtime.numpy_api.calls import EVALUATION, MODES, SETUP, calls, expressions
from tests.runtime.test_random_calls_like_tensorflow import ANSWERS, difference, ours
from tests.tensorflow_process import TensorFlowProcess

FOLDER: Final = Path(__file__).parent / "cases"


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def write(name: str, answers: dict[str, Any]) -> None:
    lines = [f"{json.dumps(key)}: {json.dumps(each)}" for key, each in answers.items()]
    (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def test_calls_give_recorded_answers() -> None:
    answers = recorded("calls")
    mine = dict(zip(calls(), ours(calls())))
    wrong = {}
    for call, theirs in answers.items():
        if theirs[0] and len(theirs) == 1 and isinstance(theirs[0], str):
            continue  # what TensorFlow refuses is compared below
        found = difference(mine[call], theirs)
        if found:
            wrong[call] = found
    assert sorted(wrong) == sorted(recorded("given")["differ"])


def test_what_is_refused() -> None:
    """Where TensorFlow raises, this raises or gives what NumPy gives."""
    answers = recorded("calls")
    refused = [
        call
        for call, each in answers.items()
        if len(each) == 1 and isinstance(each[0], str)
    ]
    given = [call for call, each in zip(refused, ours(refused)) if len(each[0]) == 3]
    assert given == recorded("given")["calls"]


RUN: Final = """
import json, sys
import runtime as tf
{evaluation}
setup, texts, modes = json.load(sys.stdin)
print(json.dumps({{mode: answers(mode, setup, texts) for mode in modes}}))
"""


@pytest.fixture(scope="module")
def mine_in_modes() -> dict[str, dict[str, str]]:
    """Ours, in a process of its own: the modes cannot be taken back."""
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(evaluation=EVALUATION)],
        input=json.dumps([SETUP, expressions(), MODES]),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("mode", MODES)
def test_modes_give_recorded_answers(
    mode: str, mine_in_modes: dict[str, dict[str, str]]
) -> None:
    theirs = recorded(mode)
    differing = {
        text: (mine, theirs[text])
        for text, mine in mine_in_modes[mode].items()
        if mine != theirs[text]
    }
    given: Any = recorded("given")["modes"]
    assert differing == {
        text: tuple(given[text]) for text in differing if text in given
    }


ASK: Final = EVALUATION + "\nresult = answers(mode, setup, texts)\n"


@pytest.mark.parametrize("mode", MODES)
def test_recorded_modes_are_live_tensorflows(mode: str, update_goldens: bool) -> None:
    interpreter = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
    if not interpreter:
        pytest.skip("AUTOGRAPH_TENSORFLOW_PYTHON names no Python with TensorFlow")
    with TensorFlowProcess(interpreter) as process:
        answers = process.run(ASK, mode=mode, setup=SETUP, texts=expressions())
    if update_goldens:
        write(mode, answers)
    assert answers == recorded(mode)


def test_recorded_calls_are_live_tensorflows(update_goldens: bool) -> None:
    interpreter = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
    if not interpreter:
        pytest.skip("AUTOGRAPH_TENSORFLOW_PYTHON names no Python with TensorFlow")
    enable = "tf.experimental.numpy.experimental_enable_numpy_behavior()\n"
    with TensorFlowProcess(interpreter) as process:
        found = process.run(enable + ANSWERS, calls=calls())
    answers = dict(zip(calls(), found))
    if update_goldens:
        write("calls", answers)
    assert json.dumps(answers) == json.dumps(recorded("calls"))
