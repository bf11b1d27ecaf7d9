"""Calls of decompositions, determinants, systems of equations and sums of products."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, rng_for, x, y


def square(*shape: int) -> Any:
    """Matrices far from singular, with distinct eigenvalues."""
    side = shape[-1]
    spread = np.diag(np.arange(2.0, 2.0 + side))
    return spread + 0.3 * rng_for(str(shape)).normal(size=shape)


def positive(*shape: int) -> Any:
    """Positive definite matrices."""
    matrix = square(*shape)
    return matrix @ np.swapaxes(matrix, -1, -2)


def turned(*shape: int) -> Any:
    """Complex square matrices."""
    return square(*shape) + 0.2j * rng_for("i").normal(size=shape)


SAMPLES = {
    "BandedTriangularSolve": [
        call(x(2, 3) + 1, y(3, 2)),
        call(x(2, 3) + 1, y(3, 2), lower=False, adjoint=True),
        call(x(1, 3) + 1, y(3, 2), adjoint=True),
    ],
    "Cholesky": [call(positive(2, 3, 3))],
    "Eig": [call(square(3, 3), Tout=dtypes.complex128)],
    "Einsum": [
        call([x(2, 3), y(3, 4)], equation=b"ij,jk->ki"),
        call([x(2, 3), y(4)], equation=b"ij,k->k"),
        call([x(3, 3)], equation=b"ii->i"),
        call([x(3, 3, 2)], equation=b"iij->j"),
        call([x(5, 2, 3), y(3, 4)], equation=b"...ij,jk->...ik"),
        call([x(1, 2, 3), y(4, 3, 2)], equation=b"...ij,...jk->...ik"),
        call([x(2)], equation=b"i->ii"),
    ],
    "LogMatrixDeterminant": [call(square(2, 3, 3))],
    "Lu": [call(square(2, 3, 3))],
    "MatrixDeterminant": [call(square(2, 3, 3)), call(turned(3, 3))],
    "MatrixInverse": [call(square(2, 3, 3)), call(turned(3, 3), adjoint=True)],
    "MatrixLogarithm": [call(turned(3, 3))],
    "MatrixSolve": [
        call(square(2, 3, 3), y(2, 3, 2)),
        call(turned(3, 3), y(3, 2) + 1j * x(3, 2), adjoint=True),
    ],
    "MatrixSolveLs": [
        call(x(4, 2), y(4, 3), np.float64(0.5)),
        call(x(2, 4), y(2, 3), np.float64(0.5)),
    ],
    "MatrixSquareRoot": [call(positive(3, 3))],
    "MatrixTriangularSolve": [
        call(square(2, 3, 3), y(2, 3, 2)),
        call(square(3, 3), y(2, 3, 2), lower=False, adjoint=True),
        call(turned(3, 3), y(3, 2) + 1j * x(3, 2)),
    ],
    "Qr": [call(x(2, 4, 3)), call(square(3, 3)), call(x(2, 4))],
    "SelfAdjointEigV2": [
        call(positive(2, 3, 3), compute_v=False),
        call(positive(3, 3)),
    ],
    "Svd": [
        call(square(2, 3, 3), compute_uv=False),
        call(x(4, 3) + np.eye(4, 3) * [3, 2, 1]),
        call(x(2, 3) + np.eye(2, 3)),
    ],
    "TridiagonalMatMul": [call(x(2, 1, 3), y(2, 1, 3), x(2, 1, 3), y(2, 3, 2))],
    "TridiagonalSolve": [call(x(2, 3, 4) + np.array([[0], [3], [0]]), y(2, 4, 2))],
}
