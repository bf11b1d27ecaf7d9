"""Parts of variables, and a counter with a limit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RAW = tf.raw_ops
VALUE = np.arange(12, dtype=np.int32).reshape(2, 3, 2)


def gathered(
    indices: Any, value: Any = VALUE, dtype: Any = tf.int32, **attrs: Any
) -> Any:
    handle = tf.Variable(value).handle
    found = RAW.ResourceGather(resource=handle, indices=indices, dtype=dtype, **attrs)
    return found.numpy()


@pytest.mark.parametrize(
    "indices", [1, [1, 0, 1], [[0], [1]], np.zeros((0,), np.int32)]
)
def test_rows(indices: Any) -> None:
    np.testing.assert_array_equal(gathered(indices), VALUE[np.asarray(indices)])


def test_rows_of_each_item() -> None:
    found = gathered([[2, 0], [1, 1]], batch_dims=1)
    np.testing.assert_array_equal(found, [VALUE[0, [2, 0]], VALUE[1, [1, 1]]])


def test_elements() -> None:
    found = RAW.ResourceGatherNd(
        resource=tf.Variable(VALUE).handle, indices=[[1, 2], [0, 0]], dtype=tf.int32
    )
    np.testing.assert_array_equal(found, [VALUE[1, 2], VALUE[0, 0]])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"indices": [0, 2]}, r"indices\[1\] = 2 is not in \[0, 2\)"),
        ({"indices": [-1]}, r"indices\[0\] = -1 is not in \[0, 2\)"),
        ({"indices": [0], "dtype": tf.int64}, "Expected int32 got int64"),
        ({"indices": [0], "value": 5}, "at least 1 dimensional"),
        ({"indices": [0], "value": [5], "batch_dims": 1}, "must have more than 1"),
    ],
)
def test_what_is_refused(arguments: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        gathered(**arguments)


def test_counting_up_to_a_limit() -> None:
    variable = tf.Variable(3)
    count = {"resource": variable.handle, "limit": 5, "T": tf.int32}
    assert [int(RAW.ResourceCountUpTo(**count)) for _ in range(2)] == [3, 4]
    with pytest.raises(tf.errors.OutOfRangeError, match="Reached limit of 5"):
        RAW.ResourceCountUpTo(**count)
    assert int(variable) == 5
