"""Shared parts of segment reductions, and their gradients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError


@dataclass(frozen=True)
class Reduction:
    """How the rows of a segment become one row."""

    ufunc: np.ufunc
    start: Callable[[DType], float]
    """What a row is combined with first, which changes none of a segment alone."""
    empty: Callable[[DType], float]
    """What a segment without rows is."""


def _zero(dtype: DType) -> float:
    return 0


def _one(dtype: DType) -> float:
    return 1


def _below_all(dtype: DType) -> float:
    return -np.inf if dtype.is_floating else int(dtype.min)


def _above_all(dtype: DType) -> float:
    return np.inf if dtype.is_floating else int(dtype.max)


def _least(dtype: DType) -> float:
    return dtype.min  # type: ignore[no-any-return]


def _greatest(dtype: DType) -> float:
    return dtype.max  # type: ignore[no-any-return]


SUMS: Final = Reduction(np.add, _zero, _zero)
PRODUCTS: Final = Reduction(np.multiply, _one, _one)
MAXIMA: Final = Reduction(np.maximum, _below_all, _zero)
MINIMA: Final = Reduction(np.minimum, _above_all, _zero)
FINITE_MAXIMA: Final = Reduction(np.maximum, _least, _least)
"""Greatest elements; -inf alone is the least finite number."""
FINITE_MINIMA: Final = Reduction(np.minimum, _greatest, _greatest)


def reduce_segments(
    ufunc: np.ufunc, rows: Any, ids: Any, count: int, initial: Any
) -> Any:
    """One reduced row per segment, of ``count``; ``initial`` for empty segments.

    Rows with a negative number are left out.

    >>> reduce_segments(np.add, np.array([1, 2, 3]), np.array([1, 0, 1]), 3, 0)
    array([2, 4, 0])
    """
    result = np.full((count, *rows.shape[1:]), initial, rows.dtype)
    if len(ids) and np.any(ids[1:] < ids[:-1]):
        order = np.argsort(ids, kind="stable")
        ids, rows = ids[order], rows[order]
    first = int(np.searchsorted(ids, 0))
    ids, rows = ids[first:], rows[first:]
    if not rows.size:
        return result
    starts = np.flatnonzero(np.concatenate([[True], ids[1:] != ids[:-1]]))
    result[ids[starts]] = ufunc.reduceat(rows, starts, axis=0, dtype=rows.dtype)
    return result


def segment_sizes(ids: Any, count: int) -> Any:
    """The number of rows of ``count`` segments."""
    return np.bincount(ids[ids >= 0], minlength=count)


def _per_row(sizes: Any, rows: Any) -> Any:
    return sizes.reshape(sizes.shape + (1,) * (rows.ndim - sizes.ndim))


def mean_of_segments(rows: Any, ids: Any, count: int, root: bool = False) -> Any:
    """Sums divided by the number of rows, or by its square root; 0 of no rows."""
    wide = rows
    if rows.dtype.itemsize <= 2:
        wide = rows.astype(np.float32 if rows.dtype.kind in "fV" else np.int64)
    total = reduce_segments(np.add, wide, ids, count, 0)
    sizes = np.maximum(segment_sizes(ids, count), 1)
    divisor = _per_row(np.sqrt(sizes) if root else sizes, total).astype(wide.dtype)
    if wide.dtype.kind in "iu":
        return np.floor_divide(total - np.fmod(total, divisor), divisor).astype(
            rows.dtype
        )
    return (total / divisor).astype(rows.dtype)


def sorted_segment_count(data: Any, ids: Any) -> int:
    """The number of segments.

    Raises:
      InvalidArgumentError: if the numbers are not one a row, ascending from 0.
    """
    if ids.ndim != 1:
        raise InvalidArgumentError("segment_ids should be a vector.")
    if data.ndim < 1 or len(ids) != len(data):
        raise InvalidArgumentError(
            "segment_ids should be the same size as dimension 0 of input."
        )
    if not len(ids):
        return 0
    count = int(ids[-1]) + 1
    if ids[0] < 0 or count < 1:
        raise InvalidArgumentError(
            f"Segment id {int(ids[0])} out of range [0, {count}), possibly because "
            f"'segment_ids' input is not sorted."
        )
    if np.any(ids[1:] < ids[:-1]):
        raise InvalidArgumentError("segment ids are not increasing")
    return count


def gradient_of_product(
    call: Any, d_output: Any, product: Any, total: Any, spread: Any
) -> Any:
    """The gradient of a product of rows: the product of the others, also for zeros.

    With one zero among the factors only its own gradient is not zero; with more, none.
    """
    op = call.op
    data = call.data
    is_zero = op.Equal(data, 0)
    zero_count = spread(total(op.Cast(is_zero, DstT=dtypes.int32)))
    others_of_zero = spread(product(op.SelectV2(is_zero, op.OnesLike(data), data)))
    others = op.SelectV2(
        is_zero, others_of_zero, op.DivNoNan(spread(call.output), data)
    )
    has_gradient = op.LessEqual(zero_count, 1)
    d_each = spread(d_output)
    # masked before it is multiplied: NaN among the others stays NaN
    return op.Mul(op.SelectV2(has_gradient, d_each, op.ZerosLike(d_each)), others)


def gradient_of_extremum(call: Any, d_output: Any, total: Any, spread: Any) -> Any:
    """The gradient of a greatest or least row; equal elements share it."""
    op = call.op
    chosen = op.Cast(op.Equal(call.data, spread(call.output)), DstT=d_output.dtype)
    shared = op.DivNoNan(d_output, total(chosen))
    return op.Mul(spread(shared), chosen)
