"""Block operators, with a list of blocks in place of a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

L = tf.linalg
A, B = np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([[4.0]])
OPERATOR = L.LinearOperatorBlockDiag([L.LinearOperatorFullMatrix(m) for m in (A, B)])
WHOLE = np.block([[A, np.zeros((2, 1))], [np.zeros((1, 2)), B]])
PARTS = [np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0, 6.0]])]


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("adjoint", [False, True])
def test_products_and_solutions_of_blocks(adjoint: bool) -> None:
    matrix = WHOLE.T if adjoint else WHOLE
    joined = np.concatenate(PARTS)
    products = OPERATOR.matmul(PARTS, adjoint=adjoint)
    assert [each.shape.as_list() for each in products] == [[2, 2], [1, 2]]
    close(np.concatenate(products), matrix @ joined)
    solved = OPERATOR.solve(PARTS, adjoint=adjoint)
    close(matrix @ np.concatenate(solved), joined)


def test_vectors_of_blocks() -> None:
    vectors = [np.array([1.0, 2.0]), np.array([3.0])]
    close(np.concatenate(OPERATOR.matvec(vectors)), WHOLE @ [1, 2, 3])
    close(WHOLE @ np.concatenate(OPERATOR.solvevec(vectors)), [1, 2, 3])


def test_adjoint_blocks_lie_along_the_last_axis() -> None:
    turned = [each.T for each in PARTS]
    found = OPERATOR.matmul(turned, adjoint_arg=True)
    close(np.concatenate(found), WHOLE @ np.concatenate(PARTS))


def test_a_tensor_is_one_argument() -> None:
    joined = np.concatenate(PARTS)
    found = OPERATOR.matmul(joined)
    assert isinstance(found, tf.Tensor)
    close(found, WHOLE @ joined)
    with pytest.raises((ValueError, TypeError)):
        OPERATOR.matmul([PARTS[1], PARTS[0]])
