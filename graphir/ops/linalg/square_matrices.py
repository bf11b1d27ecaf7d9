"""Shared parts of matrix ops: batches of matrices, and the precision to compute in."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.shapes import UNKNOWN, Shape

MATRIX_TYPES = "T: type in [double,float,half,complex64,complex128]"


def widened(array: Any) -> Any:
    """float16 as float32: LAPACK has no half precision."""
    return array.astype(np.float32) if array.dtype == np.float16 else array


class OfMatrices(Op):
    """Matrices are the last two axes; all axes before them are a batch."""

    def _matrix_shape(self, name: str) -> Shape:
        shape: Shape = getattr(self, name).shape.with_rank_at_least(2)
        return shape

    def _square_shape(self, name: str) -> Shape:
        shape = self._matrix_shape(name)
        if shape.rank is None:
            return UNKNOWN
        rows, columns = shape[-2], shape[-1]
        if None not in (rows, columns) and rows != columns:
            raise ValueError(f"Dimensions must be equal, but are {rows} and {columns}")
        side = rows if rows is not None else columns
        batch: Shape = shape[:-2]
        return batch.concatenate([side, side])

    def _require_matrix(self, array: Any, position: int = 0) -> None:
        if array.ndim < 2:
            raise self.invalid(
                f"Input tensor {position} must have rank >= 2, got {array.ndim}"
            )

    def _require_square(self, array: Any) -> None:
        self._require_matrix(array)
        if array.shape[-1] != array.shape[-2]:
            raise self.invalid("Input matrix must be square.")


def adjoint(op: Any, value: Any) -> Any:
    """The conjugate transpose of matrices of known rank."""
    rank = value.shape.rank
    if rank is None:
        raise LookupError("The gradient needs a matrix of known rank.")
    order = np.arange(rank, dtype=np.int32)
    order[-2:] = order[-1], order[-2]
    swapped = op.Transpose(value, order)
    return op.Conj(swapped) if value.dtype.is_complex else swapped


def product(
    op: Any, left: Any, right: Any, *, adj_x: bool = False, adj_y: bool = False
) -> Any:
    """The product of (batches of) matrices."""
    return op.BatchMatMulV2(left, right, adj_x=adj_x, adj_y=adj_y)


def triangle(op: Any, value: Any, *, is_lower: bool = True) -> Any:
    """The lower or upper triangle; zeros elsewhere."""
    below, above = (-1, 0) if is_lower else (0, -1)
    return op.MatrixBandPart(value, np.int64(below), np.int64(above))


def diagonal(op: Any, value: Any) -> Any:
    """The main diagonals."""
    zero = np.zeros((), value.dtype.numpy_dtype)
    return op.MatrixDiagPartV3(value, np.int32(0), zero)


def diagonal_matrix(op: Any, value: Any) -> Any:
    """Square matrices with these diagonals."""
    zero = np.zeros((), value.dtype.numpy_dtype)
    side = np.int32(-1)
    return op.MatrixDiagV3(value, np.int32(0), side, side, zero)


def with_diagonal(op: Any, value: Any, entries: Any) -> Any:
    """The matrices with another main diagonal."""
    return op.MatrixSetDiagV3(value, entries, np.int32(0))
