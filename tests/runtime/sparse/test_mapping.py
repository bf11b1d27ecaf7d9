"""Maps over the rows of sparse tensors, and rows stacked to one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.sparse.mapping import SparseColumn, SparseRows

DENSE = np.array([[0, 5, 0], [0, 0, 0], [6, 0, 7]])


def dense(value: Any) -> Any:
    return tf.sparse.to_dense(value).numpy().tolist()


def test_rows() -> None:
    rows = SparseRows(tf.sparse.from_dense(DENSE))
    assert int(rows.nrows()) == 3
    assert [dense(rows[n]) for n in range(3)] == DENSE.tolist()
    with pytest.raises(tf.errors.InvalidArgumentError, match="> 1, but saw rank: 1"):
        SparseRows(tf.sparse.from_dense([1, 0]))


def test_results_are_stacked_to_the_largest_shape() -> None:
    column = SparseColumn(tf.SparseTensorSpec([None], tf.int32))
    parts = [tf.sparse.from_dense([1]), tf.sparse.from_dense([0, 2])]
    found = column.stacked(parts)
    assert found.dense_shape.numpy().tolist() == [2, 2]
    assert dense(found) == [[1, 0], [0, 2]]
    empty = column.stacked([])
    assert (empty.shape.as_list(), empty.dtype) == ([0, 0], tf.int32)


@pytest.mark.parametrize("is_traced", [False, True])
def test_map_fn_takes_and_gives_sparse_rows(is_traced: bool) -> None:
    spec = tf.SparseTensorSpec([3], tf.int64)

    def mapped(whole: Any) -> Any:
        return tf.map_fn(
            lambda row: tf.sparse.map_values(tf.multiply, row, 2),
            whole,
            fn_output_signature=spec,
        )

    run = tf.function(mapped) if is_traced else mapped
    assert dense(run(tf.sparse.from_dense(DENSE))) == (2 * DENSE).tolist()


def test_another_kind_of_result_is_told() -> None:
    column = SparseColumn(tf.SparseTensorSpec([3], tf.int32))
    with pytest.raises(ValueError, match=r"(?s)Expected `fn`.*\[3\].*\[2\]"):
        column.checked(tf.sparse.from_dense([1, 0]))
    with pytest.raises(ValueError, match="(?s)But it returned a.*TensorSpec"):
        column.checked(tf.constant([1]))
