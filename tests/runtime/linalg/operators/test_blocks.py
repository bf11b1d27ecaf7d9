"""Operators of blocks: arguments in parts, and blocks that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

L = tf.linalg
matrix = L.LinearOperatorFullMatrix


def triangle() -> Any:
    return L.LinearOperatorBlockLowerTriangular(
        [[matrix([[2.0, 1.0], [0.0, 3.0]])], [matrix([[1.0, 2.0]]), matrix([[4.0]])]]
    )


def diagonal() -> Any:
    return L.LinearOperatorBlockDiag(
        [matrix([[2.0, 1.0], [0.0, 3.0]]), matrix([[4.0]])]
    )


@pytest.mark.parametrize("make", [triangle, diagonal])
@pytest.mark.parametrize("adjoint", [False, True])
def test_arguments_in_parts(make: Any, adjoint: bool) -> None:
    operator, x = make(), np.float32([[1, 2], [3, 4], [5, 6]])
    parts, flat = [x[:2], x[2:]], [x[:2, 0], x[2:, 0]]
    for name in ("matmul", "solve"):
        found = getattr(operator, name)(parts, adjoint)
        assert [each.shape[0] for each in found] == [2, 1]
        np.testing.assert_array_equal(
            tf.concat(found, 0), getattr(operator, name)(x, adjoint)
        )
    for name in ("matvec", "solvevec"):
        found = getattr(operator, name)(flat, adjoint)
        np.testing.assert_array_equal(
            tf.concat(found, 0), getattr(operator, name)(x[:, 0], adjoint)
        )


def test_inverse_is_a_triangle_too() -> None:
    inverse = triangle().inverse()
    assert isinstance(inverse, L.LinearOperatorBlockLowerTriangular)
    product = triangle().matmul(inverse.to_dense())
    np.testing.assert_allclose(product, np.eye(3), atol=1e-6)


@pytest.mark.parametrize(
    ("rows", "kind", "message"),
    [
        ([], ValueError, "list of >=1 operators"),
        ([[[[2.0]]], [[[1.0]]]], ValueError, "must contain `2` blocks"),
        ([[[[2.0, 1.0]]]], ValueError, "must be square"),
        ([[[[2.0]]], [[[1.0, 2.0]], [[3.0]]]], ValueError, "must be the same"),
        ([[[[2.0]]], [[[1.0]], [[1j]]]], TypeError, "same dtype"),
    ],
)
def test_blocks_that_do_not_fit(rows: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        L.LinearOperatorBlockLowerTriangular([[matrix(b) for b in row] for row in rows])


def test_rows_are_needed() -> None:
    with pytest.raises(TypeError, match="rows of operators"):
        L.LinearOperatorBlockLowerTriangular(3)
