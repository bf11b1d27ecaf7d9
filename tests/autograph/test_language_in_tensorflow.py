"""The column *TensorFlow* of `docs/language.md`, checked against a live one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.autograph import test_language
from tests.autograph.language_cases import ROWS
from tests.tensorflow_process import TensorFlowProcess

PROGRAM = r"""
import importlib
import sys

import numpy as np

sys.modules["runtime"] = tf
sys.path.insert(0, root)
for module in modules:
    importlib.import_module(module)
rows = sys.modules["tests.autograph.language_cases"].ROWS


def as_python(value):
    if isinstance(value, (list, tuple)):
        return [as_python(each) for each in value]
    if isinstance(value, (tf.Tensor, np.ndarray, np.generic)):
        return as_python(np.asarray(value).tolist())
    return value.decode() if isinstance(value, bytes) else value


def outcome(function, argument):
    try:
        return as_python(function(argument))
    except Exception as error:
        return f"raises {type(error).__name__}"


def compared(row, staged, argument):
    expected = outcome(row.function, argument)
    found = outcome(staged, tf.constant(argument))
    if found == expected:
        return "equal"
    is_error = isinstance(found, str) and found.startswith("raises ")
    return "refused" if is_error else "differs"


result = {}
for row in rows:
    staged = tf.function(row.function)
    kinds = {compared(row, staged, each) for each in row.inputs_of_calls()}
    result[row.function.__name__] = sorted(kinds)
del sys.modules["runtime"]
"""


@pytest.mark.slow
def test_column_of_tensorflow_is_true(tensorflow_python: TensorFlowProcess) -> None:
    """Rows that work there, that it refuses, and those that it gets wrong."""
    modules = [
        "tests.autograph.language_cases",
        *(module.__name__ for module in test_language.MORE_CASES),
    ]
    found = tensorflow_python.run(
        PROGRAM, root=str(Path(__file__).parents[2]), modules=modules
    )

    assert {
        row.function.__name__: (row.tensorflow, found[row.function.__name__])
        for row in ROWS
        if not _is_told(row.tensorflow, found[row.function.__name__])
    } == {}


def _is_told(text: str, kinds: list[str]) -> bool:
    if text == "works":
        return kinds == ["equal"]
    if text in ("refused", "always raises"):
        return "refused" in kinds and "differs" not in kinds
    return "differs" in kinds
