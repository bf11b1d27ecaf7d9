"""Values that a graph can carry, and pairs of values that it can merge."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.staging.flattening import (
    DifferentTypesError,
    NoneValueError,
    are_alike,
    as_constant,
    as_kind_of,
    check_pair,
    is_staged_leaf,
    takes_kind,
)


class Plain:
    pass


@pytest.mark.parametrize(
    "value", [1, True, 1.5, 2j, "a", b"a", np.zeros(2), np.int8(1)]
)
def test_python_values_become_constants(value) -> None:
    assert is_staged_leaf(value)
    found = as_constant(value)
    assert isinstance(found, tf.Tensor)
    assert found.dtype == tf.constant(value).dtype


@pytest.mark.parametrize("value", [None, Plain(), len, object])
def test_other_objects_stay_in_python(value) -> None:
    assert not is_staged_leaf(value)
    assert as_constant(value) is value


def test_values_of_one_dtype_are_alike() -> None:
    assert are_alike([1, tf.constant(2), np.int32(3)])
    assert not are_alike([1, 2.0])
    assert not are_alike([1, Plain()])


@pytest.mark.parametrize(
    ("value", "like", "takes"),
    [
        (1, tf.constant(2.5), True),
        (1.5, tf.constant(2), False),
        (2**24 + 1, tf.constant(1.0), False),
        (2**24 + 1, tf.constant(1.0, tf.float64), True),
        (2**53 + 1, tf.constant(1.0, tf.float64), False),
        (1, tf.constant(2, tf.int64), True),
        (True, tf.constant(2), False),
        (1, 2.5, True),
        (1.5, 2, False),
        (1, tf.constant("a"), False),
        (tf.constant(1), tf.constant(1.5), False),
    ],
)
def test_python_numbers_take_a_kind_if_that_is_exact(value, like, takes) -> None:
    assert takes_kind(value, like) is takes


def test_a_number_is_converted_to_the_kind_of_the_other() -> None:
    assert as_kind_of(1, tf.constant(2.5)).dtype is dtypes.float32
    assert as_kind_of(1, tf.constant(2)) == 1
    assert as_kind_of("a", tf.constant(2)) == "a"
    assert as_kind_of(True, tf.constant(2), is_truth=True).dtype is dtypes.int32


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, tf.constant(2.0)),
        ((1, [2]), (3, [4])),
        (None, None),
        ({"a": 1}, {"a": tf.constant(2)}),
    ],
)
def test_pairs_that_a_graph_can_merge(left, right) -> None:
    check_pair("x", left, right)


@pytest.mark.parametrize(
    ("left", "right", "kind", "text"),
    [
        (None, 1, NoneValueError, "'x' is None at the end of the main branch"),
        (1, None, NoneValueError, "'x' is None at the end of the else branch"),
        ([1], [1, 2], DifferentTypesError, "the same nested structure"),
        (tf.constant(1), "a", DifferentTypesError, "dtype int32 in the main branch"),
        (len, abs, DifferentTypesError, "can only choose between tensors"),
    ],
)
def test_pairs_that_it_cannot(left, right, kind, text: str) -> None:
    with pytest.raises(kind, match=text):
        check_pair("x", left, right)
