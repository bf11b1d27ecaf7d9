"""Sparse tensors: parts, text, round trips, functions traced with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf


@pytest.fixture
def entries() -> Any:
    return tf.SparseTensor([[0, 1], [1, 0]], [5.0, 7.0], [2, 3])


matrices = st.integers(0, 2**12 - 1).map(
    lambda bits: np.array([bits >> i & 1 for i in range(12)], np.int32).reshape(3, 4)
)


@given(matrices)
def test_dense_to_sparse_and_back_is_the_same(dense: Any) -> None:
    found = tf.sparse.to_dense(tf.sparse.from_dense(dense))
    np.testing.assert_array_equal(found.numpy(), dense)


@given(matrices)
def test_transposed_twice_is_the_same(dense: Any) -> None:
    twice = tf.sparse.transpose(tf.sparse.transpose(tf.sparse.from_dense(dense)))
    np.testing.assert_array_equal(tf.sparse.to_dense(twice).numpy(), dense)


@given(matrices, matrices)
def test_sum_is_the_sum_of_the_dense_ones(left: Any, right: Any) -> None:
    total = tf.sparse.add(tf.sparse.from_dense(left), tf.sparse.from_dense(right))
    np.testing.assert_array_equal(tf.sparse.to_dense(total).numpy(), left + right)


@given(matrices, st.sampled_from([(2, 6), (12,), (-1, 3)]))
def test_reshape_is_that_of_the_dense_one(dense: Any, shape: Any) -> None:
    moved = tf.sparse.reshape(tf.sparse.from_dense(dense), shape)
    np.testing.assert_array_equal(
        tf.sparse.to_dense(moved).numpy(), dense.reshape(shape)
    )


@given(matrices, st.sampled_from([0, 1, -1]))
def test_sums_over_axes_are_those_of_the_dense_one(dense: Any, axis: Any) -> None:
    found = tf.sparse.reduce_sum(tf.sparse.from_dense(dense), axis)
    np.testing.assert_array_equal(found.numpy(), dense.sum(axis))


@given(matrices)
def test_product_is_that_of_the_dense_one(dense: Any) -> None:
    factor = np.arange(8, dtype=np.int32).reshape(4, 2)
    found = tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(dense), factor)
    np.testing.assert_array_equal(found.numpy(), dense @ factor)


@given(matrices)
def test_parts_joined_are_the_whole(dense: Any) -> None:
    whole = tf.sparse.from_dense(dense)
    parts = tf.sparse.split(whole, 3, axis=1)
    joined = tf.sparse.to_dense(tf.sparse.concat(1, parts))
    np.testing.assert_array_equal(joined.numpy(), dense)


def test_places_outside_are_refused() -> None:
    outside = tf.SparseTensor([[5]], [1], [2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        tf.sparse.to_dense(outside)


def test_parts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="incompatible"):
        tf.SparseTensor([[0]], [1, 2], [3])


def test_traced_functions_take_and_give_sparse_tensors(entries: Any) -> None:
    @tf.function
    def doubled(x: Any) -> Any:
        return tf.sparse.add(x, x)

    assert doubled(entries).values.numpy().tolist() == [10.0, 14.0]


def test_ops_that_keep_zero_work_on_the_entries(entries: Any) -> None:
    assert tf.negative(entries).values.numpy().tolist() == [-5.0, -7.0]


def test_ops_that_do_not_keep_zero_are_refused(entries: Any) -> None:
    with pytest.raises(ValueError, match="SparseTensor"):
        tf.exp(entries)


def test_gradient_reaches_the_values() -> None:
    values = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        entries = tf.SparseTensor([[0, 1], [1, 0]], values, [2, 3])
        total = tf.reduce_sum(tf.sparse.to_dense(entries) ** 2)
    assert tape.gradient(total, values).numpy().tolist() == [2.0, 4.0]
