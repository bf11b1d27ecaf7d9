"""Elements of different sizes as ragged batches, and the rows of such batches."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.datasets.ragged_batches import as_ragged_rows, as_rows

D = tf.data.Dataset


def runs(count: int) -> Any:
    return D.range(1, count).map(lambda x: tf.fill([x], x))


@pytest.mark.parametrize("splits", [tf.int32, tf.int64])
def test_batches_have_rows_of_their_lengths(splits: Any) -> None:
    batches = runs(4).ragged_batch(2, row_splits_dtype=splits)
    assert batches.element_spec == tf.RaggedTensorSpec(
        [None, None], tf.int64, 1, splits
    )
    assert [each.to_list() for each in batches] == [[[1], [2, 2]], [[3, 3, 3]]]


def test_known_sizes_stay_tensors() -> None:
    dataset = D.from_tensor_slices([[1, 2], [3, 4]])
    assert as_ragged_rows(dataset, tf.int64) is dataset
    (batch,) = dataset.ragged_batch(2)
    assert batch.numpy().tolist() == [[1, 2], [3, 4]]


def test_rows_of_ragged_and_sparse_tensors() -> None:
    assert as_rows(D.range(2)).element_spec == tf.TensorSpec([], tf.int64)
    ragged = D.from_tensors(tf.ragged.constant([[1], [2, 3]])).unbatch()
    assert [each.numpy().tolist() for each in ragged] == [[1], [2, 3]]
    sparse = D.from_tensors(tf.sparse.from_dense([[0, 5], [6, 0]])).unbatch()
    found = [tf.sparse.to_dense(each).numpy().tolist() for each in sparse]
    assert found == [[0, 5], [6, 0]]


def test_parts_of_an_element_are_ragged_each_for_itself() -> None:
    pairs = D.zip((D.range(1, 3), runs(3))).ragged_batch(2)
    ((numbers, rows),) = pairs
    assert numbers.numpy().tolist() == [1, 2]
    assert rows.to_list() == [[1], [2, 2]]
