"""Calls drawn at random over every family of functions, against a live TensorFlow."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from tests.runtime import random_calls
from tests.tensorflow_process import TensorFlowProcess

ANSWERS: Final = r"""
import warnings

import numpy as np


def t(values, dtype, shape):
    return tf.constant(np.array(values, object).astype(stored(dtype)), dtype, shape)


def stored(dtype):
    # NumPy alone has no bfloat16: TensorFlow rounds
    return {"bfloat16": "float32", "string": object}.get(dtype, dtype)


def flat(value):
    if isinstance(value, dict):
        return [each for key in sorted(value) for each in flat(value[key])]
    if isinstance(value, (list, tuple)):
        return [each for item in value for each in flat(item)]
    if hasattr(value, "to_list"):
        return [value.flat_values, *value.nested_row_splits]
    if hasattr(value, "dense_shape"):
        return [value.indices, value.values, value.dense_shape]
    return [value]


def described(value):
    if value is None or isinstance(value, (int, float, str, np.generic)):
        return ["python", [], [repr(value)]]
    value = tf.convert_to_tensor(value)
    name, array = value.dtype.name, np.asarray(value.numpy())
    if name == "string":
        cells = [each.decode("latin-1") for each in array.ravel().tolist()]
    elif value.dtype.is_complex:
        cells = np.stack([array.real, array.imag], -1).astype(float).ravel().tolist()
    elif value.dtype.is_integer or value.dtype.is_bool:
        cells = array.ravel().tolist()
    else:
        cells = array.astype(float).ravel().tolist()
    return [name, list(array.shape), cells]


def answer(call):
    try:
        found = eval(call, {"tf": tf, "t": t, "np": np})
        return [described(each) for each in flat(found)]
    except Exception as error:
        return [type(error).__name__]


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    result = [answer(call) for call in calls]
"""

TOLERANCE: Final = {
    "float16": 4e-3,
    "bfloat16": 2e-2,
    "float32": 4e-5,
    "float64": 1e-6,
    "complex64": 4e-5,
    "complex128": 1e-6,
}
NOT_THERE: Final = (["NotFoundError"], ["UnimplementedError"], ["AbortedError"])
"""TensorFlow's answers where it has no kernel for the dtype, or its primitives gave up:
nothing to compare."""


def ours(calls: list[str]) -> list[Any]:
    """What the calls give here, described."""
    names: dict[str, Any] = {"tf": tf, "calls": calls}
    exec(ANSWERS, names)
    found: list[Any] = names["result"]
    return found


def difference(mine: Any, other: Any) -> str:
    """What differs between two answers; empty if nothing does."""
    if len(mine) != len(other):
        return f"{mine} for {other}"
    for one, two in zip(mine, other):
        if isinstance(one, str) or isinstance(two, str) or one[:2] != two[:2]:
            if one != two:
                return f"{one} for {two}"
            continue
        tolerance = TOLERANCE.get(one[0])
        if tolerance is None:
            if one[2] != two[2]:
                return f"{one} for {two}"
            continue
        a, b = np.array(one[2], float), np.array(two[2], float)
        scale = np.abs(b[np.isfinite(b)]).max(initial=1e-6)
        if not np.allclose(a, b, tolerance, tolerance * scale, equal_nan=True):
            return f"{one} for {two}"
    return ""


@pytest.mark.parametrize("seed", range(4))
def test_same_answers(seed: int, tensorflow_python: TensorFlowProcess) -> None:
    calls = random_calls.draw_calls(seed, 110)
    answers = tensorflow_python.run(ANSWERS, calls=calls)
    compared = [
        (call, difference(mine, other))
        for call, mine, other in zip(calls, ours(calls), answers)
        if other not in NOT_THERE
    ]
    assert len(compared) >= 80
    assert [each for each in compared if each[1]] == []


def test_every_template_can_be_drawn() -> None:
    drawer = random_calls.Drawer(np.random.default_rng(0))
    for templates in random_calls.TEMPLATES.values():
        for template in templates:
            compile(drawer.call(template), "<call>", "eval")
