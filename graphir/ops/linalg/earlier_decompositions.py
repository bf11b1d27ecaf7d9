"""Decompositions of earlier versions, and the exponential of matrices as one op."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import not_differentiable
from graphir.ops.linalg.square_matrices import OfMatrices, widened
from graphir.shapes import UNKNOWN, Shape

_THETA = 5.371920351148152
"""The 1-norm up to which the approximant of degree 13 is exact to double precision."""

_PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
"""Coefficients of Padé's approximant of degree 13."""


class SelfAdjointEig(
    OfMatrices,
    signature="""
        SelfAdjointEig(input: T) -> (output: T) | T: type in [double,float,half]
    """,
    earlier_name="BatchSelfAdjointEig",
):
    """Eigenvalues of a symmetric matrix as a row, and below them its eigenvectors."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        square = self._square_shape("input")
        if square.rank is None:
            return UNKNOWN
        side = square[-1]
        rows = None if side is None else side + 1
        return Shape([*square[:-2], rows, side])

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        values, vectors = np.linalg.eigh(widened(input))
        both = np.concatenate([values[..., None, :], vectors], -2)
        return both.astype(input.dtype)


class CholeskyGrad(
    OfMatrices,
    signature="""
        CholeskyGrad(l: T, grad: T) -> (output: T) | T: type in [half,float,double]
    """,
    earlier_name="BatchCholeskyGrad",
):
    """The gradient of Cholesky, from its result."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return self._square_shape("l")

    def compute(self, l: Any, grad: Any) -> Any:  # noqa: E741 - TensorFlow's name
        self._require_square(l)
        if l.shape != grad.shape:
            raise self.invalid(f"The shapes {l.shape} and {grad.shape} differ.")
        factor = np.tril(widened(l)).astype(np.float64)
        middle = np.swapaxes(factor, -1, -2) @ np.tril(widened(grad))
        middle = np.tril(middle)
        diagonal = np.einsum("...ii->...i", middle)
        diagonal *= 0.5
        inverse = np.linalg.inv(factor)
        whole = np.swapaxes(inverse, -1, -2) @ middle @ inverse
        return ((whole + np.swapaxes(whole, -1, -2)) / 2).astype(l.dtype)


class MatrixExponential(
    OfMatrices,
    signature="""
        MatrixExponential(input: T) -> (output: T)
        | T: type in [double,float,half,complex64,complex128]
    """,
):
    """The exponential of square matrices, by scaling and squaring."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return self._square_shape("input")

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        if not input.size:
            return input.copy()
        wide = input.astype(np.complex128 if input.dtype.kind == "c" else np.float64)
        flat = wide.reshape(-1, *wide.shape[-2:])
        made = np.array([_exponential(each) for each in flat])
        return made.reshape(input.shape).astype(input.dtype)


def _exponential(matrix: Any) -> Any:
    norm = np.linalg.norm(matrix, 1)
    if not np.isfinite(norm):
        return np.full_like(matrix, np.nan)
    halvings = max(0, int(np.ceil(np.log2(norm / _THETA)))) if norm > _THETA else 0
    scaled = matrix / 2.0**halvings
    powers = [np.eye(len(matrix), dtype=matrix.dtype)]
    for _ in range(13):
        powers.append(powers[-1] @ scaled)
    even = sum(_PADE[index] * powers[index] for index in range(0, 14, 2))
    odd = sum(_PADE[index] * powers[index] for index in range(1, 14, 2))
    result = np.linalg.solve(even - odd, even + odd)
    for _ in range(halvings):
        result = result @ result
    return result
