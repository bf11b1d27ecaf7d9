"""Bincount, bucketize and histograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import Unary
from graphir.ops.contract.ranks import integer_of
from graphir.shapes import UNKNOWN, Shape


def counts(values: Any, size: int, weights: Any, dtype: Any) -> Any:
    """How often each of 0 .. size - 1 occurs, or the sums of its weights.

    Values of ``size`` or more are left out.

    Raises:
      InvalidArgumentError: for negative values or weights of another shape.
    """
    if size < 0:
        raise InvalidArgumentError(f"size ({size}) must be non-negative")
    if np.size(values) and np.min(values) < 0:
        raise InvalidArgumentError("Input arr must be non-negative!")
    if np.size(weights) and np.shape(weights) != np.shape(values):
        raise InvalidArgumentError(
            f"If weights are passed, they must have the same shape "
            f"({list(np.shape(weights))}) as input ({list(np.shape(values))})"
        )
    flat = np.ravel(values)
    is_counted = flat < size
    chosen = np.ravel(weights)[is_counted] if np.size(weights) else None
    if chosen is not None and chosen.dtype.kind == "i":
        # np.bincount sums in float64: exact up to 2^53 only
        result = np.zeros(size, dtype)
        np.add.at(result, flat[is_counted], chosen)
        return result
    return np.bincount(flat[is_counted], chosen, size).astype(dtype)


class Bincount(
    Op,
    signature="""
        Bincount(arr: int32, size: int32, weights: T) -> (bins: T)
        | T: type in [int32,int64,float,double]
    """,
):
    """How often each of 0 .. size - 1 occurs, or the sums of its weights."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        size = self.constant("size")
        return Shape([None if size is None else int(size)])

    def compute(self, arr: Any, size: Any, weights: Any) -> Any:
        return counts(arr, int(size), weights, weights.dtype)


class DenseBincount(
    Op,
    signature="""
        DenseBincount(input: Tidx, size: Tidx, weights: T) -> (output: T)
        | Tidx: type in [int32,int64]; T: type in [int32,int64,float,double];
          binary_output: bool = False
    """,
):
    """How often each of 0 .. size - 1 occurs, in a vector or in each row of a matrix.

    ``binary_output`` tells only whether it occurs.
    """

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape = self.input.shape.with_rank_at_most(2)
        self.size.shape.with_rank(0)
        size = self.constant("size")
        columns = Shape([None if size is None else int(size)])
        if shape.rank is None:
            return UNKNOWN
        return shape[:-1].concatenate(columns) if shape.rank else columns

    def compute(self, input: Any, size: Any, weights: Any) -> Any:
        count = integer_of(size, "size")
        if np.ndim(input) > 2:
            raise self.invalid(
                f"Shape must be at most rank 2 but is rank {np.ndim(input)}"
            )
        if input.ndim < 2:
            return self._row(input, count, weights)
        rows = [
            self._row(row, count, weights[index] if weights.size else weights)
            for index, row in enumerate(input)
        ]
        return np.array(rows, weights.dtype).reshape(len(rows), count)

    def _row(self, row: Any, count: int, weights: Any) -> Any:
        found = counts(row, count, weights, weights.dtype)
        return (found != 0).astype(weights.dtype) if self.binary_output else found


class Bucketize(
    Unary,
    signature="""
        Bucketize(input: T) -> (output: int32)
        | T: type in [int32,int64,float,double]; boundaries: list(float)
    """,
):
    """The number of boundaries that are no greater than each element."""

    input_gradients = not_differentiable

    def compute(self, input: Any) -> Any:
        boundaries = np.array(self.boundaries, np.float32)
        found = np.searchsorted(boundaries, input, side="right")
        return np.asarray(found).astype(np.int32)[()]


class HistogramFixedWidth(
    Op,
    signature="""
        HistogramFixedWidth(values: T, value_range: T, nbins: int32) -> (out: dtype)
        | T: type in [int32,int64,float,double]; dtype: type in index = int32
    """,
):
    """The numbers of values in ``nbins`` equal parts of a range.

    Values outside count for the first or the last part.
    """

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        count = self.constant("nbins")
        return Shape([None if count is None else int(count)])

    def compute(self, values: Any, value_range: Any, nbins: Any) -> Any:
        count = int(nbins)
        if count <= 0:
            raise InvalidArgumentError(
                f"nbins should be a positive number, but got '{count}'"
            )
        low, high = value_range
        if not low < high:
            raise InvalidArgumentError(
                f"value_range should satisfy value_range[0] < value_range[1], but got "
                f"'[{low}, {high}]'"
            )
        step = (np.float64(high) - np.float64(low)) / count
        index = np.floor((np.ravel(values).astype(np.float64) - low) / step)
        inside = np.clip(np.nan_to_num(index), 0, count - 1).astype(np.int64)
        return np.bincount(inside, minlength=count).astype(self.dtype.numpy_dtype)
