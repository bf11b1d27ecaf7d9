"""Calls of raw ops that no public function makes give what TensorFlow gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.runtime.test_random_calls_like_tensorflow import ANSWERS, difference, ours
from tests.tensorflow_process import TensorFlowProcess

CASES: Final = Path(__file__).parent / "cases"
CALLS: Final = (CASES / "raw_op_calls.txt").read_text().splitlines()
PATH: Final = CASES / "raw_op_calls.json"


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text())
    return found


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_answer_is_tensorflows(number: int) -> None:
    call = CALLS[number]
    assert difference(ours([call])[0], recorded()[call]) == ""


def test_answers_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    answers = dict(zip(CALLS, tensorflow_python.run(ANSWERS, calls=CALLS)))
    if update_goldens:
        lines = [f"{json.dumps(call)}: {json.dumps(answers[call])}" for call in CALLS]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert json.dumps(answers) == json.dumps(recorded())
