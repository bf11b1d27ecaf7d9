"""What an operator says of its matrix without computing it."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.linalg.operators.matrix_description import MatrixDescription

FULL = tf.linalg.LinearOperatorFullMatrix


def test_sizes_as_numbers_and_as_tensors() -> None:
    operator = FULL(tf.zeros([2, 3, 4], tf.float64))
    assert (operator.shape.as_list(), operator.dtype) == ([2, 3, 4], tf.float64)
    assert (operator.range_dimension, operator.domain_dimension) == (3, 4)
    assert (operator.batch_shape.as_list(), operator.tensor_rank) == ([2], 3)
    assert operator.graph_parents == []
    found = [
        operator.shape_tensor(),
        operator.batch_shape_tensor(),
        operator.tensor_rank_tensor(),
        operator.range_dimension_tensor(),
        operator.domain_dimension_tensor(),
    ]
    assert [each.numpy().tolist() for each in found] == [[2, 3, 4], [2], 3, 3, 4]


def test_sizes_that_a_graph_does_not_know() -> None:
    seen: list[Any] = []

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def traced(x: Any) -> Any:
        operator = FULL(x)
        seen.append((operator.range_dimension, operator.is_square))
        return operator.shape_tensor(), operator.range_dimension_tensor()

    shape, rows = traced(tf.zeros([5, 2]))
    assert (shape.numpy().tolist(), int(rows)) == ([5, 2], 5)
    assert seen == [(None, None)]


def test_hints_and_shapes_say_whether_it_is_square() -> None:
    assert FULL(tf.zeros([2, 2])).is_square is True
    assert FULL(tf.zeros([2, 3])).is_square is False
    hinted = FULL(tf.eye(2), is_self_adjoint=True, is_positive_definite=True)
    assert hinted.is_non_singular is True
    assert (hinted.is_self_adjoint, hinted.is_positive_definite) == (True, True)


def test_an_operator_without_a_shape_rule() -> None:
    with pytest.raises(NotImplementedError, match="Own has no rule for its shape"):
        type("Own", (MatrixDescription,), {})().shape  # noqa: B018
