"""Operators of tensors give what the functions of their names give."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import runtime as tf

NUMBERS = {
    "add": tf.add,
    "sub": tf.subtract,
    "mul": tf.multiply,
    "truediv": tf.truediv,
    "floordiv": tf.math.floordiv,
    "mod": tf.math.floormod,
    "pow": tf.pow,
    "lt": tf.less,
    "ge": tf.greater_equal,
    "eq": tf.equal,
    "ne": tf.not_equal,
}
BITS = {"and_": tf.bitwise.bitwise_and, "or_": tf.bitwise.bitwise_or}


@pytest.mark.parametrize("mode", ["eager", "traced"])
@pytest.mark.parametrize("dtype", [tf.int32, tf.float32])
@pytest.mark.parametrize("name", [*NUMBERS, *BITS])
def test_an_operator_is_the_function(name: str, dtype: Any, mode: str) -> None:
    if name in BITS and dtype is tf.float32:
        return
    plain, function = getattr(operator, name), {**NUMBERS, **BITS}[name]
    call = tf.function(plain) if mode == "traced" else plain
    x, y = tf.constant([7, 2, 3], dtype), tf.constant([2, 2, 5], dtype)
    expected = function(x, y)
    for found in (call(x, y), call(x, y.numpy())):
        assert found.dtype is expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_a_number_takes_the_dtype_of_the_tensor() -> None:
    x = tf.constant([1, 2], tf.int64)
    for found, expected in ((x + 1, [2, 3]), (5 - x, [4, 3]), (2**x, [2, 4])):
        assert found.dtype is tf.int64
        assert found.numpy().tolist() == expected
    with pytest.raises(TypeError, match="does not support item assignment"):
        x[0] = 3
