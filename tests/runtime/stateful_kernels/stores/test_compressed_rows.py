"""Sparse matrices in rows: products, transposes, factors against NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RAW = tf.raw_ops
RNG = np.random.default_rng(3)


def sparse(*shape: int) -> Any:
    dense = RNG.integers(-4, 5, shape).astype(np.float32)
    return dense * (RNG.random(shape) < 0.6)


def rows(dense: Any) -> Any:
    array = np.asarray(dense)
    return RAW.DenseToCSRSparseMatrix(dense_input=array, indices=np.argwhere(array))


def dense(matrix: Any, dtype: Any = tf.float32) -> Any:
    return RAW.CSRSparseMatrixToDense(sparse_input=matrix, type=dtype).numpy()


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (0, 2)])
def test_there_and_back(shape: Any) -> None:
    given = sparse(*shape)
    matrix = rows(given)
    assert dense(matrix).tolist() == given.tolist()
    counts = np.count_nonzero(given, axis=(-2, -1))
    assert RAW.SparseMatrixNNZ(sparse_matrix=matrix).numpy().tolist() == counts.tolist()
    places, values, sizes = RAW.CSRSparseMatrixToSparseTensor(
        sparse_matrix=matrix, type=tf.float32
    )
    assert sizes.numpy().tolist() == list(shape)
    assert values.numpy().tolist() == given[tuple(np.argwhere(given).T)].tolist()
    again = RAW.SparseTensorToCSRSparseMatrix(
        indices=places, values=values, dense_shape=sizes
    )
    assert dense(again).tolist() == given.tolist()


def test_the_parts_of_a_matrix() -> None:
    starts, columns, values = RAW.CSRSparseMatrixComponents(
        csr_sparse_matrix=rows(np.float32([[0, 5, 0], [0, 0, 0], [6, 0, 7]])),
        index=0,
        type=tf.float32,
    )
    assert starts.numpy().tolist() == [0, 1, 1, 3]
    assert columns.numpy().tolist() == [1, 0, 2]
    assert values.numpy().tolist() == [5, 6, 7]


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("turned", [False, True])
def test_products(batch: tuple[int, ...], turned: bool) -> None:
    first, second = sparse(*batch, 3, 4), sparse(*batch, 4, 2)
    given = np.swapaxes(first, -1, -2) if turned else first
    by_dense = RAW.SparseMatrixMatMul(a=rows(given), b=second, transpose_a=turned)
    np.testing.assert_array_equal(by_dense, first @ second)
    product = RAW.SparseMatrixSparseMatMul(
        a=rows(given), b=rows(second), type=tf.float32, transpose_a=turned
    )
    np.testing.assert_array_equal(dense(product), first @ second)


def test_conjugate_transposes() -> None:
    given = np.array([[1 + 2j, 0], [3j, 4]], np.complex64)
    for is_conjugate in (False, True):
        turned = RAW.SparseMatrixTranspose(
            input=rows(given), type=tf.complex64, conjugate=is_conjugate
        )
        expected = given.T.conj() if is_conjugate else given.T
        np.testing.assert_array_equal(dense(turned, tf.complex64), expected)


def test_cholesky_factors_of_a_permuted_matrix() -> None:
    matrix = np.array([[4, 0, 2], [0, 9, 0], [2, 0, 5]], np.float64)
    order = np.array([2, 0, 1], np.int32)
    factor = RAW.SparseMatrixSparseCholesky(
        input=rows(matrix), permutation=order, type=tf.float64
    )
    expected = np.linalg.cholesky(matrix[np.ix_(order, order)])
    np.testing.assert_allclose(dense(factor, tf.float64), expected)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[0, 0, 1\] is no perm"):
        RAW.SparseMatrixSparseCholesky(
            input=rows(matrix), permutation=[0, 0, 1], type=tf.float64
        )


def test_what_is_refused() -> None:
    matrix = rows(np.eye(2, dtype=np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="float32 vs. float64"):
        dense(matrix, tf.float64)
    with pytest.raises(tf.errors.InvalidArgumentError, match="2 vs. 3"):
        RAW.SparseMatrixMatMul(a=matrix, b=np.zeros((3, 1), np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Only one of adjoint_a"):
        RAW.SparseMatrixMatMul(
            a=matrix, b=np.eye(2, dtype=np.float32), adjoint_a=True, transpose_a=True
        )
    with pytest.raises(tf.errors.InvalidArgumentError, match="outside of the sizes"):
        RAW.SparseTensorToCSRSparseMatrix(
            indices=[[2, 0]], values=[1.0], dense_shape=[2, 2]
        )
