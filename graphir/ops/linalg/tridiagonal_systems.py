"""Tridiagonal products and linear systems."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.families import in_brackets
from graphir.ops.linalg.square_matrices import (
    OfMatrices,
)
from graphir.shapes import Shape


class TridiagonalSolve(
    OfMatrices,
    signature="""
        TridiagonalSolve(diagonals: T, rhs: T) -> (output: T)
        | partial_pivoting: bool = True; perturb_singular: bool = False;
          T: type in [double,float,complex64,complex128]
    """,
):
    """x with matrix x = rhs; upper, main and lower diagonal are rows of a matrix."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._matrix_shape("rhs")
        return shape

    def compute(self, diagonals: Any, rhs: Any) -> Any:
        self._require_matrix(diagonals)
        self._require_matrix(rhs, 1)
        if diagonals.shape[-2] != 3:
            raise self.invalid(f"Expected 3 diagonals got {diagonals.shape[-2]}")
        if diagonals.shape[-1] != rhs.shape[-2]:
            raise self.invalid(
                "The length of diagonals and the rhs must match: "
                f"{diagonals.shape[-1]} vs {rhs.shape[-2]}"
            )
        return _solve_tridiagonal(diagonals, rhs, pivots=self.partial_pivoting)

    def input_gradients(self, d_output: Any) -> Any:
        op, x = self.op, self.output
        upper, main, lower = op.Unpack(self.diagonals, num=3, axis=-2)
        zero = np.zeros((), self.T.numpy_dtype)
        transposed = op.Pack(
            [_shifted(op, lower, 1, zero), main, _shifted(op, upper, -1, zero)], axis=-2
        )
        if self.T.is_complex:
            transposed = op.Conj(transposed)
        attrs = {"partial_pivoting": self.partial_pivoting}
        d_rhs = op.TridiagonalSolve(transposed, d_output, **attrs)
        conjugate = op.Conj(x) if self.T.is_complex else x
        pairs = [
            _next_rows(op, conjugate, zero),
            conjugate,
            _rows_before(op, conjugate),
        ]
        rows = [op.Neg(op.Sum(op.Mul(d_rhs, each), [-1])) for each in pairs]
        return op.Pack(rows, axis=-2), d_rhs


def _solve_tridiagonal(diagonals: Any, rhs: Any, *, pivots: bool) -> Any:
    upper = np.array(diagonals[..., 0, :])
    main = np.array(diagonals[..., 1, :])
    lower = np.array(diagonals[..., 2, :])
    side = main.shape[-1]
    second = np.zeros_like(main)
    found = np.array(rhs)
    if not side:
        return found
    upper[..., -1] = 0
    for row in range(side - 1):
        after = row + 1
        swaps = np.abs(lower[..., after]) > np.abs(main[..., row])
        if pivots:
            _swap_rows(row, swaps, (main, upper, second, lower), found)
        factor = lower[..., after] / main[..., row]
        main[..., after] -= factor * upper[..., row]
        upper[..., after] -= factor * second[..., row]
        found[..., after, :] -= factor[..., None] * found[..., row, :]
    for row in range(side - 1, -1, -1):
        if row + 1 < side:
            found[..., row, :] -= upper[..., row, None] * found[..., row + 1, :]
        if row + 2 < side:
            found[..., row, :] -= second[..., row, None] * found[..., row + 2, :]
        found[..., row, :] /= main[..., row, None]
    return found


def _swap_rows(
    row: int, swaps: Any, bands: tuple[Any, Any, Any, Any], rhs: Any
) -> None:
    main, upper, second, lower = bands
    after = row + 1
    first = main[..., row].copy(), upper[..., row].copy(), second[..., row].copy()
    other = lower[..., after].copy(), main[..., after].copy(), upper[..., after].copy()
    main[..., row] = np.where(swaps, other[0], first[0])
    upper[..., row] = np.where(swaps, other[1], first[1])
    second[..., row] = np.where(swaps, other[2], first[2])
    lower[..., after] = np.where(swaps, first[0], other[0])
    main[..., after] = np.where(swaps, first[1], other[1])
    upper[..., after] = np.where(swaps, first[2], other[2])
    pair = rhs[..., row, :].copy(), rhs[..., after, :].copy()
    rhs[..., row, :] = np.where(swaps[..., None], pair[1], pair[0])
    rhs[..., after, :] = np.where(swaps[..., None], pair[0], pair[1])


def _shifted(op: Any, row: Any, step: int, zero: Any) -> Any:
    """The entries moved by one place along the last axis; zero comes in."""
    rank = row.shape.rank
    widths = [[0, 0]] * (rank - 1)
    if step > 0:
        kept = op.StridedSlice(row, [0, 1], [0, 0], [1, 1], **_LAST)
        pads = [*widths, [0, 1]]
    else:
        kept = op.StridedSlice(row, [0, 0], [0, -1], [1, 1], **_LAST_BUT_ONE)
        pads = [*widths, [1, 0]]
    return op.PadV2(kept, np.array(pads, np.int32), zero)


_LAST_BUT_ONE = {"ellipsis_mask": 1, "begin_mask": 2}
_LAST = {"ellipsis_mask": 1, "end_mask": 2}


def _next_rows(op: Any, value: Any, zero: Any) -> Any:
    """Row i + 1 in place of row i, zeros last."""
    kept = op.StridedSlice(
        value,
        [0, 1, 0],
        [0, 0, 0],
        [1, 1, 1],
        ellipsis_mask=1,
        end_mask=6,
        begin_mask=4,
    )
    widths = [*[[0, 0]] * (value.shape.rank - 2), [0, 1], [0, 0]]
    return op.PadV2(kept, np.array(widths, np.int32), zero)


def _rows_before(op: Any, value: Any) -> Any:
    """Row i - 1 in place of row i, zeros first."""
    kept = op.StridedSlice(
        value,
        [0, 0, 0],
        [0, -1, 0],
        [1, 1, 1],
        ellipsis_mask=1,
        end_mask=4,
        begin_mask=6,
    )
    widths = [*[[0, 0]] * (value.shape.rank - 2), [1, 0], [0, 0]]
    return op.Pad(kept, np.array(widths, np.int32))


class TridiagonalMatMul(
    OfMatrices,
    signature="""
        TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T) -> (output: T)
        | T: type in [double,float,complex64,complex128]
    """,
):
    """The product of rhs with matrices of three diagonals, each [..., 1, side]."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._matrix_shape("rhs")
        return shape

    def compute(self, superdiag: Any, maindiag: Any, subdiag: Any, rhs: Any) -> Any:
        for each in (superdiag, maindiag, subdiag):
            if each.ndim < 2 or each.shape[-1] != rhs.shape[-2]:
                raise self.invalid(
                    "Each diagonal must have as many entries as rhs has rows: "
                    f"{in_brackets(each.shape)} and {in_brackets(rhs.shape)}"
                )
        upper, main, lower = (
            each[..., 0, :, None] for each in (superdiag, maindiag, subdiag)
        )
        found = main * rhs
        found[..., :-1, :] += upper[..., :-1, :] * rhs[..., 1:, :]
        found[..., 1:, :] += lower[..., 1:, :] * rhs[..., :-1, :]
        return found

    def input_gradients(self, d_output: Any) -> Any:
        op, rhs, d = self.op, self.rhs, d_output
        zero = np.zeros((), self.T.numpy_dtype)
        right = op.Conj(rhs) if self.T.is_complex else rhs
        after, before = _next_rows(op, right, zero), _rows_before(op, right)
        d_upper, d_main, d_lower = (
            op.ExpandDims(op.Sum(op.Mul(d, each), [-1]), -2)
            for each in (after, right, before)
        )
        bands = (self.superdiag, self.maindiag, self.subdiag)
        if self.T.is_complex:
            bands = tuple(op.Conj(each) for each in bands)
        upper, main, lower = (adjoint_row(op, each) for each in bands)
        d_rhs = op.AddV2(
            op.Mul(main, d),
            op.AddV2(
                _rows_before(op, op.Mul(upper, d)),
                _next_rows(op, op.Mul(lower, d), zero),
            ),
        )
        return d_upper, d_main, d_lower, d_rhs


def adjoint_row(op: Any, row: Any) -> Any:
    """[..., 1, side] -> [..., side, 1]."""
    order = np.arange(row.shape.rank, dtype=np.int32)
    order[-2:] = order[-1], order[-2]
    return op.Transpose(row, order)
