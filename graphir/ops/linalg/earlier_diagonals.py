"""Deprecated ops on diagonals of matrices, with their old signatures."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.linalg.diagonals import MatrixDiagPartV3, MatrixDiagV3, MatrixSetDiagV3
from graphir.shapes import UNKNOWN, Shape

_ZERO = np.int32(0)
_ANY = np.int32(-1)


def _empty(array: Any) -> Any:
    return b"" if array.dtype == object else array.dtype.type(0)


class MatrixDiag(
    Op,
    signature="MatrixDiag(diagonal: T) -> (output: T) | T: type",
    earlier_name="BatchMatrixDiag",
):
    """Square matrices with these main diagonals."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.diagonal.shape.with_rank_at_least(1)
        return UNKNOWN if shape.rank is None else shape.concatenate([shape[-1]])

    def compute(self, diagonal: Any) -> Any:
        call = MatrixDiagV3((), {"align": b"LEFT_LEFT"})
        return call.compute(diagonal, _ZERO, _ANY, _ANY, _empty(diagonal))

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.MatrixDiagPart(d_output),)


class MatrixDiagPart(
    Op,
    signature="MatrixDiagPart(input: T) -> (diagonal: T) | T: type",
    earlier_name="BatchMatrixDiagPart",
):
    """The main diagonals of matrices."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(2)
        if shape.rank is None:
            return UNKNOWN
        sides = shape[-2], shape[-1]
        least = None if None in sides else min(sides)
        batch: Shape = shape[:-2]
        return batch.concatenate([least])

    def compute(self, input: Any) -> Any:
        if input.ndim < 2:
            raise self.invalid(
                f"input must be at least 2-dim, received shape: {list(input.shape)}"
            )
        call = MatrixDiagPartV3((), {"align": b"LEFT_LEFT"})
        return call.compute(input, _ZERO, _empty(input))

    def input_gradients(self, d_diagonal: Any) -> Any:
        zeros = self.op.ZerosLike(self.input)
        return (self.op.MatrixSetDiag(zeros, d_diagonal),)


class MatrixSetDiag(
    Op,
    signature="MatrixSetDiag(input: T, diagonal: T) -> (output: T) | T: type",
    earlier_name="BatchMatrixSetDiag",
):
    """Matrices with other main diagonals."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(2)
        return shape

    def compute(self, input: Any, diagonal: Any) -> Any:
        call = MatrixSetDiagV3((), {"align": b"LEFT_LEFT"})
        return call.compute(input, diagonal, _ZERO)

    def input_gradients(self, d_output: Any) -> Any:
        d_diagonal = self.op.MatrixDiagPart(d_output)
        zeros = self.op.ZerosLike(d_diagonal)
        return self.op.MatrixSetDiag(d_output, zeros), d_diagonal


class MatrixDiagV2(
    MatrixDiagV3,
    signature="""
        MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32,
                     padding_value: T)
        -> (output: T) | T: type
    """,
):
    """MatrixDiagV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_output: Any) -> Any:
        zero = self.op.ZerosLike(self.padding_value)
        found = self.op.MatrixDiagPartV2(d_output, self.k, zero)
        return found, None, None, None, None


class MatrixDiagPartV2(
    MatrixDiagPartV3,
    signature="""
        MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T)
        | T: type
    """,
):
    """MatrixDiagPartV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_diagonal: Any) -> Any:
        zeros = self.op.ZerosLike(self.input)
        return self.op.MatrixSetDiagV2(zeros, d_diagonal, self.k), None, None


class MatrixSetDiagV2(
    MatrixSetDiagV3,
    signature="""
        MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T) | T: type
    """,
):
    """MatrixSetDiagV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        zero = np.zeros((), self.T.numpy_dtype)
        d_diagonal = op.MatrixDiagPartV2(d_output, self.k, zero)
        zeros = op.ZerosLike(d_diagonal)
        return op.MatrixSetDiagV2(d_output, zeros, self.k), d_diagonal, None
