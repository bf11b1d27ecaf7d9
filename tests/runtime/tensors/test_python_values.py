"""Python's integers as tensors: what wraps around, and what is out of range."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from runtime.tensors.python_values import to_array


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (300, dtypes.uint8, 44),
        (-1, dtypes.uint32, 2**32 - 1),
        (2**40, dtypes.int32, 0),
        (2**63 - 1, dtypes.int32, -1),
        (-(2**63), dtypes.int64, -(2**63)),
        (2**64 - 1, dtypes.uint64, 2**64 - 1),
        (-1, dtypes.uint64, 2**64 - 1),
        (10**30, dtypes.float64, 1e30),
        (2**64, dtypes.float32, 2.0**64),
    ],
)
def test_what_64_bits_or_a_float_hold(value: int, dtype: Any, expected: Any) -> None:
    scalar, _ = to_array(value, dtype)
    rows, _ = to_array([[1], [value]], dtype)
    assert (scalar.dtype, scalar.shape) == (dtype.numpy_dtype, ())
    assert scalar == expected
    assert rows.dtype == dtype.numpy_dtype
    assert rows.tolist() == [[1], [expected]]


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (10**30, dtypes.int64),
        (2**63, dtypes.int64),
        (2**63, dtypes.uint8),
        (-(2**63) - 1, dtypes.int32),
        (2**64, dtypes.uint64),
        (10**400, dtypes.float32),
        (10**400, dtypes.complex128),
        (2**63, None),
    ],
)
def test_what_is_out_of_range(value: int, dtype: Any) -> None:
    for given in (value, [value], [[1], [value]]):
        with pytest.raises(ValueError, match="out-of-range integer"):
            tf.constant(given, dtype)
        with pytest.raises(ValueError, match="out-of-range integer"):
            tf.convert_to_tensor(given, dtype)


def test_a_number_beside_a_float_that_no_float_holds() -> None:
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant([1.0, 10**400])
