"""Determinants and inverses of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.linalg.square_matrices import OfMatrices, widened
from graphir.shapes import Shape

_TYPES = "T: type in [half,float,double,complex64,complex128]"


class MatrixDeterminant(
    OfMatrices,
    signature=f"MatrixDeterminant(input: T) -> (output: T) | {_TYPES}",
    traits="cubic",
    earlier_name="BatchMatrixDeterminant",
):
    """The determinant of square matrices."""

    def infer_shape(self) -> Shape:
        batch: Shape = self._square_shape("input")[:-2]
        return batch

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        return np.asarray(np.linalg.det(widened(input))).astype(input.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        inverse = op.MatrixInverse(self.input, adjoint=True)
        value = op.Conj(self.output) if self.T.is_complex else self.output
        factor = op.Mul(d_output, value)
        return (op.Mul(op.ExpandDims(op.ExpandDims(factor, -1), -1), inverse),)


class LogMatrixDeterminant(
    OfMatrices,
    signature=f"""
        LogMatrixDeterminant(input: T) -> (sign: T, log_abs_determinant: T) | {_TYPES}
    """,
):
    """The sign of the determinant and the logarithm of its absolute value."""

    def infer_shape(self) -> list[Shape]:
        return [self._square_shape("input")[:-2]] * 2

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        sign, logarithm = np.linalg.slogdet(widened(input))
        dtype = input.dtype
        return np.asarray(sign).astype(dtype), np.asarray(logarithm).astype(dtype)

    def input_gradients(self, d_sign: Any, d_logarithm: Any) -> Any:
        if d_logarithm is None:
            return (None,)
        op = self.op
        inverse = op.MatrixInverse(self.input, adjoint=True)
        factor = op.ExpandDims(op.ExpandDims(d_logarithm, -1), -1)
        return (op.Mul(factor, inverse),)


class MatrixInverse(
    OfMatrices,
    signature="""
        MatrixInverse(input: T) -> (output: T)
        | adjoint: bool = False; T: type in [double,float,half,complex64,complex128]
    """,
    traits="cubic",
    earlier_name="BatchMatrixInverse",
):
    """The inverse of square matrices, or of their adjoints."""

    def infer_shape(self) -> Shape:
        return self._square_shape("input")

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        matrix = widened(input)
        if self.adjoint:
            matrix = np.conj(np.swapaxes(matrix, -1, -2))
        try:
            return np.linalg.inv(matrix).astype(input.dtype)
        except np.linalg.LinAlgError:
            raise self.invalid("Input is not invertible.") from None

    def input_gradients(self, d_output: Any) -> Any:
        op, inverse = self.op, self.output
        multiply = op.BatchMatMulV2
        half = multiply(inverse, d_output, adj_x=True)
        gradient = op.Neg(multiply(half, inverse, adj_y=True))
        if self.adjoint:
            half = multiply(inverse, d_output, adj_y=True)
            gradient = op.Neg(multiply(half, inverse))
        return (gradient,)
