"""Wrong arguments are refused with errors that say so, whatever the function."""

from __future__ import annotations

import warnings
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from tests.runtime import bad_calls, random_calls
from tests.runtime.test_random_calls_like_tensorflow import ANSWERS, NOT_THERE, ours
from tests.tensorflow_process import TensorFlowProcess

REFUSALS: Final = (
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
    tf.errors.OpError,
)
BARE: Final = (
    AttributeError,
    IndexError,
    KeyError,
    RecursionError,
    UnboundLocalError,
)
"""What is raised by code that did not look at its arguments."""

NO_IMAGE_DTYPE: Final = "must be either floating point or integer"
"""Of the one AttributeError that is meant: TensorFlow's, of an image's dtype."""


def t(values: Any, dtype: str, shape: Any) -> Any:
    kind = object if dtype == "string" else dtype
    return tf.constant(np.array(values, object).astype(kind), dtype, shape=shape)


def careless_error(call: str) -> Exception | None:
    """The error of a call, if it is none that refuses an argument."""
    try:
        eval(call, {"tf": tf, "np": np, "t": t})
    except Exception as error:  # which ones may come out is the question
        kind = type(error)
        is_numpys = kind.__module__.startswith("numpy")
        if isinstance(error, REFUSALS) and kind not in BARE and not is_numpys:
            return None
        return None if NO_IMAGE_DTYPE in str(error) else error
    return None


def check(calls: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        careless = {call: careless_error(call) for call in calls}
    assert {call: error for call, error in careless.items() if error} == {}


def test_no_function_dies_of_its_arguments() -> None:
    check(bad_calls.draw_calls(20, 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_function_dies_of_many_arguments(seed: int) -> None:
    check(bad_calls.draw_calls(seed, 3))


def test_one_wrong_argument_is_refused_as_in_tensorflow(
    tensorflow_python: TensorFlowProcess,
) -> None:
    """The same class of error, for at least 95 of 100 calls that TensorFlow refuses."""
    calls = random_calls.draw_bad_calls(1, 700)
    answers = tensorflow_python.run(ANSWERS, calls=calls)
    refused = [
        (call, mine, other)
        for call, mine, other in zip(calls, ours(calls), answers)
        if len(other) == 1 and isinstance(other[0], str) and other not in NOT_THERE
    ]
    different = [each for each in refused if each[1] != each[2]]
    assert len(refused) >= 200
    assert len(different) <= len(refused) / 20, different
