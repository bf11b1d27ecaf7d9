"""Square roots and logarithms of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.linalg.square_matrices import MATRIX_TYPES, OfMatrices
from graphir.shapes import Shape

_LIMIT = 1e10
"""Of the condition of the eigenvectors, beyond which they are not trusted."""


def _by_eigenvalues(matrix: Any, function: Any) -> Any:
    """A function of a matrix through its eigenvectors; None if they are too skew."""
    if not np.isfinite(matrix).all():
        return np.full_like(matrix, np.nan)
    values, vectors = np.linalg.eig(matrix)
    if np.linalg.cond(vectors) > _LIMIT:
        return None
    return vectors * function(values) @ np.linalg.inv(vectors)


def _square_root(matrix: Any) -> Any:
    found = _by_eigenvalues(matrix, np.sqrt)
    if found is not None:
        return found
    # Denman and Beavers: y tends to the root, z to its inverse
    y, z = matrix, np.eye(len(matrix), dtype=matrix.dtype)
    for _ in range(60):
        try:
            y, z = (y + np.linalg.inv(z)) / 2, (z + np.linalg.inv(y)) / 2
        except np.linalg.LinAlgError:
            return np.full_like(matrix, np.nan)
    return y


def _logarithm(matrix: Any) -> Any:
    if np.linalg.matrix_rank(matrix) < len(matrix):
        return np.full_like(matrix, np.nan)
    found = _by_eigenvalues(matrix, np.log)
    if found is not None:
        return found
    # roots are taken until the series of log(1 + x) converges fast
    identity, root, halvings = np.eye(len(matrix)), matrix, 0
    while np.linalg.norm(root - identity) > 0.1 and halvings < 60:
        root, halvings = _square_root(root), halvings + 1
    x = root - identity
    power, total = identity, np.zeros_like(x)
    for term in range(1, 30):
        power = power @ x
        total = total + power * ((-1) ** (term + 1) / term)
    return total * 2.0**halvings


class MatrixFunction(OfMatrices):
    """One matrix in, one of the same shape out."""

    def infer_shape(self) -> Shape:
        return self._square_shape("input")

    def _each(self, input: Any, function: Any) -> Any:
        self._require_square(input)
        side = input.shape[-1]
        wide = input.astype(np.complex128).reshape(-1, side, side)
        found = [function(each) for each in wide] if side else []
        result = np.array(found, np.complex128).reshape(input.shape)
        if input.dtype.kind == "c":
            return result.astype(input.dtype)
        return _real(result).astype(input.dtype)


def _real(matrices: Any) -> Any:
    """The real parts; NaN for matrices that are not real."""
    if not matrices.size:
        return matrices.real
    sizes = np.abs(matrices).max((-1, -2), keepdims=True)
    is_real = (np.abs(matrices.imag) <= 1e-7 * sizes).all((-1, -2), keepdims=True)
    return np.where(is_real, matrices.real, np.nan)


class MatrixSquareRoot(
    MatrixFunction,
    signature=f"MatrixSquareRoot(input: T) -> (output: T) | {MATRIX_TYPES}",
    traits="cubic",
):
    """The principal square root."""

    def compute(self, input: Any) -> Any:
        return self._each(input, _square_root)

    def input_gradients(self, d_output: Any) -> Any:
        """d solves root^H d + d root^H = d_output, as one system of equations."""
        op, root = self.op, self.output
        side = root.shape[-1]
        if side is None:
            raise LookupError("The gradient of MatrixSquareRoot needs a known size.")
        order = np.arange(root.shape.rank, dtype=np.int32)
        order[-2:] = order[-1], order[-2]
        flipped = op.Transpose(root, order)
        conjugate = op.Conj(root) if self.T.is_complex else root
        left = op.Conj(flipped) if self.T.is_complex else flipped
        identity = np.eye(side, dtype=self.T.numpy_dtype)
        system = op.AddV2(
            _kronecker(self, left, identity), _kronecker(self, identity, conjugate)
        )
        shape = op.Shape(root)
        batch = op.StridedSlice(shape, [0], [-2], [1], begin_mask=1)
        column = op.ConcatV2([batch, np.array([side * side, 1], np.int32)], 0)
        solved = op.MatrixSolve(system, op.Reshape(d_output, column))
        return (op.Reshape(solved, shape),)


def _kronecker(call: OfMatrices, left: Any, right: Any) -> Any:
    """The Kronecker product; one of the factors is an array."""
    op = call.op
    spread = (
        left[..., :, None, :, None]
        if isinstance(left, np.ndarray)
        else op.ExpandDims(op.ExpandDims(left, -2), -1)
    )
    other = (
        right[..., None, :, None, :]
        if isinstance(right, np.ndarray)
        else op.ExpandDims(op.ExpandDims(right, -2), -4)
    )
    outer = op.Mul(spread, other)
    side = outer.shape[-1]
    shape = op.Shape(outer)
    batch = op.StridedSlice(shape, [0], [-4], [1], begin_mask=1)
    flat = op.ConcatV2([batch, np.array([side * side] * 2, np.int32)], 0)
    return op.Reshape(outer, flat)


class MatrixLogarithm(
    MatrixFunction,
    signature="""
        MatrixLogarithm(input: T) -> (output: T) | T: type in [complex64,complex128]
    """,
    traits="cubic",
):
    """The principal logarithm of complex matrices."""

    input_gradients = no_gradient

    def compute(self, input: Any) -> Any:
        return self._each(input, _logarithm)
