"""Single calls give what they give in TensorFlow, or its class of error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.runtime.recorded_calls import CALLS
from tests.runtime.test_random_calls_like_tensorflow import ANSWERS, difference, ours
from tests.tensorflow_process import TensorFlowProcess

PATH: Final = Path(__file__).parent / "cases" / "recorded_calls.json"


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text())
    return found


@pytest.mark.parametrize("call", CALLS)
def test_answer_is_tensorflows(call: str) -> None:
    mine = ours([call])[0]
    assert difference(mine, recorded()[call]) == ""


def test_answers_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    answers = dict(zip(CALLS, tensorflow_python.run(ANSWERS, calls=CALLS)))
    if update_goldens:
        lines = [f"{json.dumps(call)}: {json.dumps(answers[call])}" for call in CALLS]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    known = recorded()
    assert list(answers) == list(known)
    found = {
        call: difference(in_single(answers[call]), in_single(known[call]))
        for call in CALLS
    }
    assert {call: each for call, each in found.items() if each} == {}


def in_single(answer: Any) -> Any:
    """The answer as single precision: its last digits are the machine's.

    Ops of double precision have places in images in single precision.
    """
    return json.loads(json.dumps(answer).replace('"float64"', '"float32"'))
