"""Matrices that functions refuse, and what they say."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
OBLONG = np.ones((2, 3))


@pytest.mark.parametrize("name", ["inv", "det", "slogdet", "cholesky", "lu", "eigh"])
def test_oblong_matrices_are_refused(name: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be square"):
        getattr(tf.linalg, name)(OBLONG)


def test_singular_matrices_have_no_inverse() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not invertible"):
        tf.linalg.inv(SINGULAR)


def test_singular_systems_have_no_solution() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not invertible"):
        tf.linalg.solve(SINGULAR, np.ones((2, 1)))


def test_indefinite_matrices_have_a_factor_of_nan() -> None:
    factor = tf.linalg.cholesky(-np.eye(2)).numpy()
    assert np.isnan(np.diag(factor)).all()


def test_one_bad_matrix_leaves_the_others_of_its_batch() -> None:
    factors = tf.linalg.cholesky(np.stack([np.eye(2), -np.eye(2)])).numpy()
    assert factors[0].tolist() == [[1, 0], [0, 1]]


def test_zero_pivots_are_swapped_away() -> None:
    diagonals = [[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]]
    matrix = [[0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]]
    found = tf.linalg.tridiagonal_solve(diagonals, [1.0, 2.0, 3.0])
    expected = np.linalg.solve(matrix, [1.0, 2.0, 3.0])
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)
