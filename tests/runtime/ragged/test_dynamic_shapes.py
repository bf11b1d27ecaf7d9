"""Shapes of ragged tensors, and tensors made of such shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

Shape = tf.experimental.DynamicRaggedShape
Rows = tf.experimental.RowPartition

ROWS = tf.ragged.constant([[1, 2], [3]])
DEEP = tf.ragged.constant([[[1, 2], []], [], [[3]]])
INNER = tf.ragged.constant([[[1, 2]], []], ragged_rank=1)


def test_shape_of_a_ragged_tensor() -> None:
    shape = tf.shape(ROWS)
    assert (
        repr(shape) == "<DynamicRaggedShape lengths=[2, (2, 1)] num_row_partitions=1>"
    )
    assert (shape.rank, shape.num_row_partitions, shape.dtype) == (2, 1, tf.int32)
    assert shape.inner_shape.numpy().tolist() == [3]
    assert tf.shape(ROWS, tf.int64).dtype is tf.int64


@pytest.mark.parametrize(
    ("value", "lengths"),
    [
        (ROWS, [2, (2, 1)]),
        (DEEP, [3, (2, 0, 1), (2, 0, 1)]),
        (INNER, [2, (1, 0), 2]),
        (np.ones([2, 3]), [2, 3]),
        (tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2), [2, 2]),
    ],
)
def test_lengths(value: Any, lengths: list[Any]) -> None:
    shape = Shape.from_tensor(value)
    assert shape.static_lengths() == lengths
    assert Shape.from_lengths(lengths).static_lengths() == lengths


def test_sizes_of_axes() -> None:
    shape = Shape.from_lengths([2, (2, 1), 3])
    assert (int(shape[0]), int(shape[2]), int(shape[-1])) == (2, 3, 3)
    assert [shape.is_uniform(axis) for axis in range(3)] == [True, False, True]
    with pytest.raises(ValueError, match="Index 1 is not uniform"):
        shape[1]
    with pytest.raises(IndexError, match="out of range"):
        shape[3]


def test_parts_of_shapes() -> None:
    shape = Shape.from_lengths([2, (2, 1), 3])
    assert shape[:1].static_lengths() == [2]
    assert shape[:2].static_lengths() == [2, (2, 1)]
    assert shape[2:].static_lengths() == [3]
    assert shape[:] == shape


def test_equality_looks_at_the_dtype() -> None:
    shape = Shape.from_lengths([2, (2, 1)])
    assert shape == Shape.from_tensor(ROWS)
    assert shape != tf.shape(ROWS)
    assert shape.with_dtype(tf.int32) == tf.shape(ROWS)


@pytest.mark.parametrize("is_traced", [False, True])
def test_tensors_of_such_shapes(is_traced: bool) -> None:
    def make(rows):
        shape = tf.shape(rows)
        return (
            tf.zeros(shape),
            tf.ones(shape, tf.int32),
            tf.fill(shape, "a"),
            tf.reshape([5, 6, 7], shape),
            tf.broadcast_to(9, shape),
            tf.broadcast_to([[1], [2]], shape),
        )

    found = (tf.function(make) if is_traced else make)(ROWS)
    assert [each.to_list() for each in found] == [
        [[0.0, 0.0], [0.0]],
        [[1, 1], [1]],
        [[b"a", b"a"], [b"a"]],
        [[5, 6], [7]],
        [[9, 9], [9]],
        [[1, 1], [2]],
    ]


def test_broadcast_shapes() -> None:
    shape = tf.shape(ROWS)
    assert tf.broadcast_dynamic_shape(shape, [2, 1]) == shape
    assert tf.broadcast_dynamic_shape([1, 1], shape) == shape


def test_refused_shapes() -> None:
    with pytest.raises(ValueError, match="There are 2 rows, but 3 lengths"):
        Shape.from_lengths([2, (1, 1, 1)])
    with pytest.raises(ValueError, match="outermost axis"):
        Shape.from_lengths([(2, 1)])
    with pytest.raises(ValueError, match="does not fit"):
        Shape.from_lengths([2, (2, 1)], num_row_partitions=0)
    with pytest.raises(ValueError, match="cannot be empty"):
        Shape.from_row_partitions([])


PARTITIONS = [
    Rows.from_row_splits([0, 2, 2, 3]),
    Rows.from_row_lengths([2, 0, 1]),
    Rows.from_row_starts([0, 2, 2], 3),
    Rows.from_row_limits([2, 2, 3]),
    Rows.from_value_rowids([0, 0, 2], 3),
]


@pytest.mark.parametrize("rows", PARTITIONS)
def test_partitions(rows: Any) -> None:
    assert repr(rows) == "tf.RowPartition(row_splits=[0 2 2 3])"
    assert rows.row_lengths().numpy().tolist() == [2, 0, 1]
    assert rows.value_rowids().numpy().tolist() == [0, 0, 2]
    assert rows.row_starts().numpy().tolist() == [0, 2, 2]
    assert rows.row_limits().numpy().tolist() == [2, 2, 3]
    assert (int(rows.nrows()), int(rows.nvals()), rows.static_nrows) == (3, 3, 3)
    assert (rows.is_uniform(), rows.uniform_row_length()) == (False, None)
    assert rows.rows_of([7, 8, 9]).to_list() == [[7, 8], [], [9]]


def test_uniform_partitions() -> None:
    rows = Rows.from_uniform_row_length(3, nvals=6)
    assert (rows.is_uniform(), rows.static_uniform_row_length) == (True, 3)
    assert int(Rows.from_uniform_row_length(3, nrows=4).nvals()) == 12
    with pytest.raises(ValueError, match="At least one"):
        Rows.from_uniform_row_length(3)
