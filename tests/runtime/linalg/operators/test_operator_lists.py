"""What several operators have in common."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.linalg.operators.operator_lists import (
    all_promise,
    batch_of,
    of_one_dtype,
    product_of,
    sum_of,
)

FULL = tf.linalg.LinearOperatorFullMatrix


def test_they_have_one_dtype() -> None:
    operators = [FULL(tf.eye(2)), FULL(tf.eye(3))]
    assert of_one_dtype(iter(operators)) == operators
    with pytest.raises(ValueError, match="Expected a non-empty list of operators"):
        of_one_dtype([])
    with pytest.raises(TypeError, match=r"same dtype. Found \(.*float32.*float64"):
        of_one_dtype([FULL(tf.eye(2)), FULL(tf.eye(2, dtype=tf.float64))])


def test_a_hint_of_all_is_one_of_the_whole() -> None:
    promised, other = FULL(tf.eye(2), is_self_adjoint=True), FULL(tf.eye(2))
    assert all_promise([promised, promised], "is_self_adjoint") is True
    assert all_promise([promised, other], "is_self_adjoint") is None


def test_batches_products_and_sums() -> None:
    operators = [FULL(tf.zeros([4, 1, 2, 2])), FULL(tf.zeros([3, 2, 2]))]
    assert batch_of(operators).as_list() == [4, 3]
    assert batch_of([]).as_list() == []
    assert (product_of([2, 3, 4]), sum_of([2, 3, 4])) == (24, 9)
