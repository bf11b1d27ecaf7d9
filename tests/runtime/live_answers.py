"""Expressions of arguments, evaluated here and by a live TensorFlow, and compared."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf
from tests.tensorflow_process import TensorFlowError, TensorFlowProcess

TOLERANCE = {"float16": 5e-3, "float32": 3e-5, "float64": 1e-8, "complex128": 1e-8}

EVALUATION = """
def flat(value):
    if isinstance(value, (list, tuple)):
        return [each for item in value for each in flat(item)]
    return [value]

def described(value):
    array = value.numpy()
    kind = value.dtype.name
    parts = [array.real, array.imag] if value.dtype.is_complex else [array]
    return [kind, list(array.shape), [part.ravel().tolist() for part in parts]]

def is_float(value):
    return value.dtype.is_floating or value.dtype.is_complex

variables = [tf.constant(values, dtype, shape=shape) for values, dtype, shape in inputs]
with tf.GradientTape() as tape:
    tape.watch([each for each in variables if is_float(each)])
    found = flat(eval(expression, {"tf": tf, **dict(zip("abcde", variables))}))
result = [described(each) for each in found]
targets = [each for each in found if is_float(each)]
sources = [each for each in variables if is_float(each)]
for gradient in tape.gradient(targets, sources):
    is_there = gradient is not None
    result.append(described(tf.convert_to_tensor(gradient)) if is_there else "none")
"""


def inputs_of(*shapes: Any, dtype: str = "float32") -> list[Any]:
    """Random arguments, as values, dtype and shape."""
    rng = np.random.default_rng(3)
    found = []
    for shape in shapes:
        values = rng.normal(size=shape).astype(dtype)
        found.append((values.ravel().tolist(), dtype, list(shape)))
    return found


def ours(expression: str, inputs: list[Any]) -> list[Any]:
    """What the expression and its gradients give here, or the class of its error."""
    names: dict[str, Any] = {"tf": tf, "expression": expression, "inputs": inputs}
    try:
        exec(EVALUATION, names)
    except (tf.errors.OpError, TypeError, ValueError, LookupError) as error:
        return [type(error).__name__]
    found: list[Any] = names["result"]
    return found


def theirs(process: TensorFlowProcess, expression: str, inputs: list[Any]) -> list[Any]:
    """What TensorFlow gives, or the class of its error."""
    try:
        found: list[Any] = process.run(EVALUATION, expression=expression, inputs=inputs)
    except TensorFlowError as error:
        return [error.kind]
    return found


def assert_same(process: TensorFlowProcess, expression: str, inputs: list[Any]) -> None:
    """Both answers have the same dtypes, shapes and, nearly, values."""
    expected = theirs(process, expression, inputs)
    found = ours(expression, inputs)
    assert [each[:2] for each in found] == [each[:2] for each in expected]
    for mine, other in zip(found, expected):
        if isinstance(mine, str):
            assert mine == other
            continue
        tolerance = TOLERANCE.get(mine[0], 0)
        np.testing.assert_allclose(
            np.array(mine[2], float),
            np.array(other[2], float),
            rtol=tolerance,
            atol=tolerance * max(1.0, float(np.abs(other[2]).max(initial=0))),
            err_msg=expression,
        )
