"""Parts of variables changed by functions of TensorFlow 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

V1 = tf.compat.v1
ROWS: dict[str, Any] = {
    "scatter_add": lambda a, b: a + b,
    "scatter_sub": lambda a, b: a - b,
    "scatter_mul": lambda a, b: a * b,
    "scatter_div": lambda a, b: a / b,
    "scatter_max": np.maximum,
    "scatter_min": np.minimum,
    "scatter_update": lambda a, b: b,
}
PARTS = {
    name: ROWS[name.replace("_nd", "")]
    for name in ("scatter_nd_add", "scatter_nd_sub", "scatter_nd_update")
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_by_their_index(name: str) -> None:
    before = np.float32([[1, 2], [3, 4], [5, 6]])
    updates = np.float32([[2, 2], [8, 1]])
    variable = V1.Variable(before, use_resource=True)
    found = getattr(V1, name)(variable, [2, 0], updates)
    expected = before.copy()
    expected[[2, 0]] = ROWS[name](before[[2, 0]], updates)
    np.testing.assert_array_equal(variable.numpy(), expected)
    np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("name", PARTS)
def test_elements_by_their_place(name: str) -> None:
    before = np.float32([[1, 2], [3, 4]])
    variable = V1.Variable(before, use_resource=True)
    getattr(V1, name)(variable, [[0, 1], [1, 0]], [10.0, 20.0])
    expected = before.copy()
    expected[[0, 1], [1, 0]] = PARTS[name](before[[0, 1], [1, 0]], [10, 20])
    np.testing.assert_array_equal(variable.numpy(), expected)


def test_an_index_that_is_not_there() -> None:
    variable = V1.Variable([1.0], use_resource=True)
    with pytest.raises(tf.errors.InvalidArgumentError):
        V1.scatter_add(variable, [3], [1.0])


def test_functions_have_the_name_that_they_are_called_by() -> None:
    for name in (*ROWS, *PARTS, "batch_scatter_update"):
        assert getattr(V1, name).__name__ == name
        assert "Raises" in getattr(V1, name).__doc__
