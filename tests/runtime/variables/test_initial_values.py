"""The values and shapes that variables begin with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.variables.initial_values import allowed_shape, initial_tensor


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (3, None, "int32"),
        (3, tf.float32, "float32"),
        (lambda: [1.0], None, "float32"),
        (np.int8(1), None, "int8"),
        ("text", None, "string"),
    ],
)
def test_values_and_functions_of_none(value: Any, dtype: Any, expected: str) -> None:
    assert initial_tensor(value, dtype).dtype.name == expected


def test_a_variable_has_a_dtype_of_arrays() -> None:
    with pytest.raises(ValueError, match="cannot be of dtype variant"):
        initial_tensor(tf.experimental.Optional.empty(tf.TensorSpec([]))._variant, None)


def test_shapes_that_the_value_fits() -> None:
    value = tf.zeros([2, 3])
    assert allowed_shape(value, None).as_list() == [2, 3]
    assert allowed_shape(value, [None, 3]).as_list() == [None, 3]
    assert allowed_shape(value, tf.TensorShape(None)).rank is None
    with pytest.raises(ValueError, match=r"\(2, 3\)\) is not compatible with.*\[4\]"):
        allowed_shape(value, [4])
