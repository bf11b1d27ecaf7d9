"""Matrices that operators are made of."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.shapes import Shape
from runtime.linalg.operators.operator_arguments import (
    kept,
    known_sizes,
    numeric,
    with_same_batch,
)


def test_sizes_must_be_known() -> None:
    assert known_sizes(Shape([2, 3])) == [2, 3]
    with pytest.raises(NotImplementedError, match="use tf.ensure_shape"):
        known_sizes(Shape([2, None]))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([2, 2], [2, 3], [[2, 2], [2, 3]]),
        ([4, 2, 2], [2, 3], [[4, 2, 2], [4, 2, 3]]),
        ([4, 1, 2, 2], [3, 2, 1], [[4, 3, 2, 2], [4, 3, 2, 1]]),
    ],
)
def test_batches_are_broadcast(first: Any, second: Any, expected: Any) -> None:
    found = with_same_batch(tf.zeros(first), tf.zeros(second))
    assert [each.shape.as_list() for each in found] == expected


def test_a_variable_is_kept_so_that_every_use_reads_it() -> None:
    variable = tf.Variable([[2.0]])
    assert kept(variable, "matrix") is numeric(variable, "matrix") is variable
    operator = tf.linalg.LinearOperatorFullMatrix(variable)
    variable.assign([[5.0]])
    assert operator.to_dense().numpy().tolist() == [[5.0]]


def test_elements_are_numbers() -> None:
    assert numeric([[1, 2]], "matrix").dtype == tf.int32
    with pytest.raises(TypeError, match="Argument `matrix` must be of numbers, found"):
        numeric([["a"]], "matrix")
