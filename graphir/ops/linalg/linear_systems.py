"""Solvers of linear systems: general, triangular, banded, least squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import scalar_of
from graphir.ops.linalg.square_matrices import (
    MATRIX_TYPES,
    OfMatrices,
    adjoint,
    product,
    triangle,
    widened,
)
from graphir.shapes import UNKNOWN, Shape, broadcast_shapes


def _adjoint(array: Any) -> Any:
    return np.conj(np.swapaxes(array, -1, -2))


class MatrixSolve(
    OfMatrices,
    signature=f"""
        MatrixSolve(matrix: T, rhs: T) -> (output: T)
        | adjoint: bool = False; {MATRIX_TYPES}
    """,
    traits="cubic",
    earlier_name="BatchMatrixSolve",
):
    """x with matrix x = rhs, or with the adjoint of the matrix."""

    def infer_shape(self) -> Shape:
        matrix, rhs = self._square_shape("matrix"), self._matrix_shape("rhs")
        if matrix.rank is None or rhs.rank is None:
            return rhs
        rows = Shape([matrix[-1]]).merge_with(Shape([rhs[-2]]))
        batch: Shape = matrix[:-2].merge_with(rhs[:-2])
        return batch.concatenate([rows[0], rhs[-1]])

    def compute(self, matrix: Any, rhs: Any) -> Any:
        if matrix.ndim != rhs.ndim:
            raise self.invalid("All input tensors must have the same rank.")
        self._require_matrix(matrix)
        if matrix.shape[-1] != matrix.shape[-2]:
            raise self.invalid("First input (lhs) must be a square matrix.")
        if matrix.shape[-2] != rhs.shape[-2]:
            raise self.invalid("Input matrix and rhs are incompatible.")
        if matrix.shape[:-2] != rhs.shape[:-2]:
            raise self.invalid("All input tensors must have the same outer dimensions.")
        left = _adjoint(matrix) if self.adjoint else matrix
        try:
            found = np.linalg.solve(widened(left), widened(rhs))
        except np.linalg.LinAlgError:
            raise self.invalid("Input matrix is not invertible.") from None
        return found.astype(rhs.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_rhs = op.MatrixSolve(self.matrix, d_output, adjoint=not self.adjoint)
        pair = (d_rhs, self.output)
        left, right = reversed(pair) if self.adjoint else pair
        return op.Neg(product(op, left, right, adj_y=True)), d_rhs


class MatrixTriangularSolve(
    OfMatrices,
    signature="""
        MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T)
        | lower: bool = True; adjoint: bool = False;
          T: type in [bfloat16,double,float,half,complex64,complex128]
    """,
    earlier_name="BatchMatrixTriangularSolve",
):
    """x with matrix x = rhs, where only one triangle of the matrix is read."""

    def infer_shape(self) -> Shape:
        matrix, rhs = self._square_shape("matrix"), self._matrix_shape("rhs")
        if matrix.rank is None or rhs.rank is None:
            return UNKNOWN
        rows = Shape([matrix[-1]]).merge_with(Shape([rhs[-2]]))
        batch = broadcast_shapes(matrix[:-2], rhs[:-2])
        return batch.concatenate([rows[0], rhs[-1]])

    def compute(self, matrix: Any, rhs: Any) -> Any:
        self._require_matrix(matrix)
        self._require_matrix(rhs, 1)
        if matrix.shape[-1] != matrix.shape[-2]:
            raise self.invalid(
                f"In[0] matrices in the last dimensions must be square ("
                f"{matrix.shape[-2]} =/= {matrix.shape[-1]})"
            )
        if matrix.shape[-1] != rhs.shape[-2]:
            raise self.invalid(
                f"In[0] mismatch In[1] shape: {matrix.shape[-1]} vs. {rhs.shape[-2]}: "
                f"{in_brackets(matrix.shape)} {in_brackets(rhs.shape)}"
            )
        wide, right = _wide(matrix), _wide(rhs)
        left = np.tril(wide) if self.lower else np.triu(wide)
        is_lower = bool(self.lower) != bool(self.adjoint)
        left = _adjoint(left) if self.adjoint else left
        return solve_triangular(left, right, is_lower=is_lower).astype(rhs.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_rhs = op.MatrixTriangularSolve(
            self.matrix, d_output, lower=self.lower, adjoint=not self.adjoint
        )
        pair = (d_rhs, self.output)
        left, right = reversed(pair) if self.adjoint else pair
        d_matrix = op.Neg(product(op, left, right, adj_y=True))
        d_matrix = triangle(op, d_matrix, is_lower=self.lower)
        return _summed(self, d_matrix, self.matrix), _summed(self, d_rhs, self.rhs)


def _wide(array: Any) -> Any:
    return array.astype(np.float32) if array.dtype.itemsize <= 2 else array


def _summed(call: OfMatrices, gradient: Any, operand: Any) -> Any:
    """Summed over the batch axes along which the operand was broadcast."""
    if gradient.shape.is_fully_defined() and gradient.shape == operand.shape:
        return gradient
    op = call.op
    whole = op.Shape(operand)
    found = op.Shape(gradient)
    axes, _ = op.BroadcastGradientArgs(whole, found)
    return op.Reshape(op.Sum(gradient, axes), whole)


def solve_triangular(matrix: Any, rhs: Any, *, is_lower: bool) -> Any:
    """Row by row, each row of all matrices of the batch at once.

    >>> solve_triangular(np.array([[2., 0.], [1., 1.]]), np.ones((2, 1)), is_lower=True)
    array([[0.5],
           [0.5]])
    """
    side = matrix.shape[-1]
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    shape = (*batch, *rhs.shape[-2:])
    found = np.array(np.broadcast_to(rhs, shape))
    steps = range(side) if is_lower else range(side - 1, -1, -1)
    for row in steps:
        done = slice(0, row) if is_lower else slice(row + 1, side)
        known = matrix[..., row : row + 1, done] @ found[..., done, :]
        rest = found[..., row, :] - known[..., 0, :]
        found[..., row, :] = rest / matrix[..., row, row, None]
    return found


class BandedTriangularSolve(
    OfMatrices,
    signature=f"""
        BandedTriangularSolve(matrix: T, rhs: T) -> (output: T)
        | lower: bool = True; adjoint: bool = False; {MATRIX_TYPES}
    """,
):
    """x with matrix x = rhs; ``matrix`` holds the diagonals of a triangular matrix."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_rhs = op.BandedTriangularSolve(
            self.matrix, d_output, lower=self.lower, adjoint=not self.adjoint
        )
        pair = (d_rhs, self.output)
        left, right = reversed(pair) if self.adjoint else pair
        d_matrix = self._diagonals(op.Neg(product(op, left, right, adj_y=True)))
        return _summed(self, d_matrix, self.matrix), _summed(self, d_rhs, self.rhs)

    def _diagonals(self, full: Any) -> Any:
        """Those of a matrix that are given, packed as they are given."""
        op, bands = self.op, self.matrix.shape[-2]
        if bands is None:
            sizes = op.Shape(self.matrix)
            bands = op.StridedSlice(sizes, [-2], [-1], [1], shrink_axis_mask=1)
            first = op.Sub(1, bands) if self.lower else op.Sub(bands, 1)
            ends = [first, 0] if self.lower else [0, first]
            return op.MatrixDiagPartV3(full, op.Pack(ends), 0, align=b"LEFT_RIGHT")
        ends = [1 - bands, 0] if self.lower else [0, bands - 1]
        found = op.MatrixDiagPartV3(full, ends, 0, align=b"LEFT_RIGHT")
        return op.ExpandDims(found, -2) if bands == 1 else found

    def infer_shape(self) -> Shape:
        matrix, rhs = self._matrix_shape("matrix"), self._matrix_shape("rhs")
        if matrix.rank is None or rhs.rank is None:
            return UNKNOWN
        batch = broadcast_shapes(matrix[:-2], rhs[:-2])
        return batch.concatenate([rhs[-2], rhs[-1]])

    def compute(self, matrix: Any, rhs: Any) -> Any:
        self._require_matrix(matrix)
        self._require_matrix(rhs, 1)
        side = matrix.shape[-1]
        if side != rhs.shape[-2]:
            raise self.invalid(
                f"In[0] mismatch In[1] shape: {in_brackets(matrix.shape)} "
                f"{in_brackets(rhs.shape)}"
            )
        wide = widened(matrix)
        full = np.zeros((*matrix.shape[:-2], side, side), wide.dtype)
        bands = matrix.shape[-2]
        for band in range(bands):
            # lower: the main diagonal comes first; upper: it comes last
            offset = band if self.lower else bands - 1 - band
            places = np.arange(offset, side)
            if self.lower:
                full[..., places, places - offset] = wide[..., band, offset:]
            else:
                full[..., places - offset, places] = wide[..., band, : side - offset]
        is_lower = bool(self.lower) != bool(self.adjoint)
        full = _adjoint(full) if self.adjoint else full
        return solve_triangular(full, widened(rhs), is_lower=is_lower).astype(rhs.dtype)


def _solved(op: Any, gram: Any, rhs: Any) -> Any:
    """Solves by the Cholesky factor: NaN, not an error, for a singular matrix."""
    lower = op.Cholesky(gram)
    half = op.MatrixTriangularSolve(lower, rhs)
    return op.MatrixTriangularSolve(lower, half, adjoint=True)


class MatrixSolveLs(
    OfMatrices,
    signature=f"""
        MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T)
        | {MATRIX_TYPES}; fast: bool = True
    """,
    traits="cubic",
    earlier_name="BatchMatrixSolveLs",
):
    """x that makes the norm of matrix x - rhs least, with a price on its own norm."""

    def infer_shape(self) -> Shape:
        matrix, rhs = self._matrix_shape("matrix"), self._matrix_shape("rhs")
        if matrix.rank is None or rhs.rank is None:
            return UNKNOWN
        Shape([matrix[-2]]).merge_with(Shape([rhs[-2]]))
        batch: Shape = matrix[:-2].merge_with(rhs[:-2])
        return batch.concatenate([matrix[-1], rhs[-1]])

    def compute(self, matrix: Any, rhs: Any, l2_regularizer: Any) -> Any:
        self._require_matrix(matrix)
        self._require_matrix(rhs, 1)
        if matrix.shape[-2] != rhs.shape[-2]:
            raise self.invalid("Input matrix and rhs are incompatible.")
        if matrix.shape[:-2] != rhs.shape[:-2]:
            raise self.invalid("Input matrix and rhs must have the same batch shape.")
        if scalar_of(l2_regularizer, "l2_regularizer") < 0:
            raise self.invalid("l2_regularizer must be >= 0.")
        left, right = widened(matrix), widened(rhs)
        if not self.fast:
            return (np.linalg.pinv(left) @ right).astype(rhs.dtype)
        return self._by_normal_equations(left, right, l2_regularizer).astype(rhs.dtype)

    def _by_normal_equations(self, matrix: Any, rhs: Any, price: Any) -> Any:
        rows, columns = matrix.shape[-2:]
        other = _adjoint(matrix)
        side = min(rows, columns)
        weight = np.eye(side, dtype=matrix.dtype) * matrix.dtype.type(price)
        try:
            if rows >= columns:
                return np.linalg.solve(other @ matrix + weight, other @ rhs)
            return other @ np.linalg.solve(matrix @ other + weight, rhs)
        except np.linalg.LinAlgError:
            shape = (*matrix.shape[:-2], columns, rhs.shape[-1])
            return np.full(shape, np.nan, matrix.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        if not self.fast:
            raise LookupError("MatrixSolveLs has no gradient with fast=False.")
        op, a, b, x = self.op, self.matrix, self.rhs, self.output
        rows, columns = a.shape[-2], a.shape[-1]
        if rows is None or columns is None:
            raise LookupError("The gradient of MatrixSolveLs needs a known shape.")
        price = op.Cast(self.l2_regularizer, DstT=self.T)
        weight = op.Mul(np.eye(min(rows, columns), dtype=self.T.numpy_dtype), price)
        if rows >= columns:
            gram = op.AddV2(product(op, a, a, adj_x=True), weight)
            z = _solved(op, gram, d_output)
            cross = product(op, x, z, adj_y=True)
            folded = product(op, a, op.AddV2(cross, adjoint(op, cross)))
            d_a = op.Sub(product(op, b, z, adj_y=True), folded)
            return d_a, product(op, a, z), None
        gram = op.AddV2(product(op, a, a, adj_y=True), weight)
        d_b = _solved(op, gram, product(op, a, d_output))
        inner = op.MatrixSolve(gram, b)
        cross = product(op, d_b, inner, adj_y=True)
        folded = product(op, op.AddV2(cross, adjoint(op, cross)), a)
        d_a = op.Sub(product(op, inner, d_output, adj_y=True), folded)
        return d_a, d_b, None
