"""Calls of tensor functions on arrays: totals in dtypes that are wide enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.numpy_api.calls import (
    axes_of,
    called,
    rank_of,
    reduced,
    refuse_out,
    shape_of,
    widened,
)


@pytest.mark.parametrize(
    ("dtype", "widen", "expected"),
    [
        ("bool", "int", "int64"),
        ("int8", "int", "int64"),
        ("int64", "int", "int64"),
        ("uint8", "int", "uint64"),
        ("float16", "int", "float16"),
        ("int32", "float", "float64"),
        ("bool", "float", "float64"),
        ("float32", "float", "float32"),
        ("complex64", "float", "complex64"),
        ("int8", "", "int8"),
    ],
)
def test_totals_are_as_wide_as_numpys(dtype: str, widen: str, expected: str) -> None:
    assert widened(tf.zeros([1], dtype), widen).dtype.name == expected


def test_reductions() -> None:
    values = np.arange(6, dtype=np.int8).reshape(2, 3)
    found = reduced(tf.reduce_sum, values, (0, 1), False, None, "int")
    assert (int(found), found.dtype) == (15, tf.int64)
    narrow = reduced(tf.reduce_sum, values, 1, True, np.int16, "int")
    assert (narrow.numpy().tolist(), narrow.dtype) == ([[3], [12]], tf.int16)


def test_parts_of_calls() -> None:
    assert called(tf.square, [1, 2]).numpy().tolist() == [1, 4]
    assert shape_of(tf.zeros([2, 3])).numpy().tolist() == [2, 3]
    assert (axes_of((0, 1)), axes_of(1), axes_of(None)) == ([0, 1], 1, None)
    refuse_out(None)
    with pytest.raises(ValueError, match="Setting out is not supported"):
        refuse_out(np.zeros(1))


def test_the_rank_must_be_known() -> None:
    assert rank_of(tf.zeros([2, 3])) == 2

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def traced(x: Any) -> Any:
        return rank_of(x)

    with pytest.raises(ValueError, match="number of axes must be known"):
        traced(tf.zeros([]))
