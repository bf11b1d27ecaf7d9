"""Feature columns give what they give in TensorFlow, or its error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import runtime as tf
from tests.runtime.feature_columns import column_calls
from tests.tensorflow_process import TensorFlowProcess

PATH: Final = Path(__file__).parent / "column_calls.json"

RECORDING = """
namespace = {"__name__": "column_calls"}
exec(source, namespace)
result = namespace["outcomes"](tf)
"""


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text())
    return found


@pytest.fixture(scope="module")
def mine() -> dict[str, Any]:
    return column_calls.outcomes(tf)


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-6)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return value


@pytest.mark.parametrize("call", column_calls.CALLS)
def test_answer_is_tensorflows(call: str, mine: dict[str, Any]) -> None:
    assert mine[call] == rounded(recorded()[call])


def test_answers_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    source = Path(column_calls.__file__).read_text()
    answers = tensorflow_python.run(RECORDING, source=source)
    if update_goldens:
        lines = [f"{json.dumps(call)}: {json.dumps(answers[call])}" for call in answers]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert json.dumps(answers) == json.dumps(recorded())
