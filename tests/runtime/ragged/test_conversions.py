"""Ragged tensors from and to dense and sparse ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

R = tf.RaggedTensor
ROWS = [[1], [], [2, 3]]
PADDED = [[1, 0], [0, 0], [2, 3]]


def test_rows_are_filled_up() -> None:
    ragged = tf.ragged.constant(ROWS)
    assert ragged.to_tensor().numpy().tolist() == PADDED
    assert ragged.to_tensor(-1, shape=[None, 3]).numpy().tolist() == [
        [1, -1, -1],
        [-1, -1, -1],
        [2, 3, -1],
    ]
    assert ragged.to_tensor(shape=[2, 1]).numpy().tolist() == [[1], [0]]
    texts = tf.ragged.constant([["a"], []]).to_tensor()
    assert texts.numpy().tolist() == [[b"a"], [b""]]
    assert tf.ragged.constant([], ragged_rank=1).to_tensor().shape == [0, 0]


@pytest.mark.parametrize(
    ("lists", "rank", "shape"),
    [
        ([], 1, [0, None]),
        ([[]], 3, [1, None, None, None]),
        ([[], [[]]], 2, [2, None, None]),
    ],
)
def test_empty_lists_may_end_before_the_last_ragged_axis(
    lists: Any, rank: int, shape: Any
) -> None:
    found = tf.ragged.constant(lists, ragged_rank=rank)
    assert (found.to_list(), found.shape.as_list()) == (lists, shape)


def test_scalars_are_below_all_ragged_axes() -> None:
    with pytest.raises(ValueError, match="max depth smaller than ragged_rank=2"):
        tf.ragged.constant([1], ragged_rank=2)
    with pytest.raises(ValueError, match="values depth 1, but ragged_rank=1 requires"):
        tf.ragged.constant([1], ragged_rank=1)


def test_there_and_back_through_sparse() -> None:
    sparse = tf.ragged.constant(ROWS).to_sparse()
    assert sparse.indices.numpy().tolist() == [[0, 0], [2, 0], [2, 1]]
    assert sparse.dense_shape.numpy().tolist() == [3, 2]
    assert R.from_sparse(sparse).to_list() == ROWS
    gap = tf.sparse.from_dense([[0, 1]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not right-ragged"):
        R.from_sparse(gap)
    with pytest.raises(TypeError, match="Expected SparseTensor, got list"):
        R.from_sparse([[1]])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, PADDED),
        ({"lengths": [1, 0, 2]}, ROWS),
        ({"lengths": [5, -1, 1]}, [[1, 0], [], [2]]),
        ({"padding": 0}, ROWS),
        ({"padding": 3}, [[1, 0], [0, 0], [2]]),
    ],
)
def test_rows_of_a_tensor(arguments: Any, expected: Any) -> None:
    eager = R.from_tensor(PADDED, **arguments)
    traced = tf.function(lambda x: R.from_tensor(x, **arguments))(tf.constant(PADDED))
    assert eager.to_list() == traced.to_list() == expected


def test_several_ragged_axes() -> None:
    cube = np.arange(12).reshape(2, 3, 2)
    assert R.from_tensor(cube, ragged_rank=2).to_list() == cube.tolist()
    cut = R.from_tensor(cube, lengths=[[1, 2], [1, 0, 2]])
    assert cut.to_list() == [[[0]], [[], [8, 9]]]
    unpadded = R.from_tensor([[[1, 0]], [[0, 0]]], padding=0, ragged_rank=2)
    assert unpadded.to_list() == [[[1]], [[]]]


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        ({"lengths": [1], "padding": 0}, ValueError, "but not both"),
        ({"ragged_rank": 0}, ValueError, "greater than 0; got 0"),
        ({"ragged_rank": 2}, ValueError, "rank at least 3"),
        ({"ragged_rank": 1.0}, TypeError, "expected int, got 1.0"),
        ({"lengths": 3}, ValueError, "must have rank 1"),
    ],
)
def test_what_is_refused(arguments: Any, error: Any, told: str) -> None:
    with pytest.raises(error, match=told):
        R.from_tensor(PADDED, **arguments)
