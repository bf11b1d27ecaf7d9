"""Calls drawn at random, against a live TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowError, TensorFlowProcess

UNARY = """
    abs negative sign square exp expm1 log log1p sqrt rsqrt sigmoid sin cos tan
    asin acos atan sinh cosh tanh asinh acosh atanh floor ceil rint round is_nan is_inf
    is_finite reciprocal erf erfc erfinv ndtri lgamma digamma reciprocal_no_nan cumsum
    cumprod count_nonzero zero_fraction reduce_sum reduce_mean reduce_max reduce_prod
    reduce_min reduce_std reduce_logsumexp reduce_euclidean_norm argmax argmin
"""
BINARY = """
    add subtract multiply divide floordiv floormod pow maximum minimum atan2
    equal not_equal greater less_equal squared_difference divide_no_nan multiply_no_nan
    xdivy xlogy xlog1py igamma zeta
"""
DTYPES = ("float32", "float64", "int32", "int8", "int64")
SHAPES = ((), (3,), (2, 3), (2, 1), (0,))
TOLERANCE = {"float32": 3e-5, "float64": 1e-9}

SNIPPET = """
arrays = [tf.constant(value, dtype, shape=shape) for value, dtype, shape in inputs]
found = getattr(tf.math, name)(*arrays)
result = [found.dtype.name, list(found.shape), found.numpy().ravel().tolist()]
"""


def draw(rng: Any) -> tuple[str, list[Any]]:
    """A function and its arguments."""
    is_unary = rng.random() < 0.5
    name = str(rng.choice((UNARY if is_unary else BINARY).split()))
    dtype = str(rng.choice(DTYPES))
    inputs = []
    for _ in range(1 if is_unary else 2):
        shape = SHAPES[rng.integers(len(SHAPES))]
        values = rng.normal(size=shape) * rng.choice([0.5, 3.0])
        inputs.append((values.astype(dtype).ravel().tolist(), dtype, list(shape)))
    return name, inputs


def ours(name: str, inputs: list[Any]) -> list[Any]:
    """Our dtype, shape and elements, or the class of our error."""
    arrays = [
        tf.constant(np.array(value, dtype).reshape(shape))
        for value, dtype, shape in inputs
    ]
    try:
        found = getattr(tf.math, name)(*arrays)
    except (tf.errors.OpError, TypeError, ValueError) as error:
        return [type(error).__name__]
    return [found.dtype.name, list(found.shape), found.numpy().ravel().tolist()]


@pytest.mark.parametrize("seed", range(8))
def test_same_answers(tensorflow_python: TensorFlowProcess, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(40):
        name, inputs = draw(rng)
        try:
            expected = tensorflow_python.run(SNIPPET, name=name, inputs=inputs)
        except TensorFlowError as error:
            expected = [error.kind]
        if expected == ["NotFoundError"]:
            continue  # TensorFlow has no kernel for the dtype
        found = ours(name, inputs)
        assert (name, found[:2]) == (name, expected[:2])
        if len(found) == 1:
            continue  # the same error
        np.testing.assert_allclose(
            np.array(found[2], float),
            np.array(expected[2], float),
            rtol=TOLERANCE.get(found[0], 0),
            atol=TOLERANCE.get(found[0], 0),
            err_msg=f"{name} {inputs}",
        )
