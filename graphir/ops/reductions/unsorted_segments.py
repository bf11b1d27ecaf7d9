"""Segment reductions by segment ids in any order."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.ops.reductions.segment_reduction import (
    FINITE_MAXIMA,
    FINITE_MINIMA,
    PRODUCTS,
    SUMS,
    Reduction,
    gradient_of_extremum,
    gradient_of_product,
    reduce_segments,
)
from graphir.shapes import UNKNOWN, Shape

_SIGNATURE = """(data: T, segment_ids: Tindices, num_segments: Tnumsegments)
    -> (output: T)
    | T: type in numeric; Tindices: type in index;
      Tnumsegments: type in index = int32
"""
_REAL_SIGNATURE = _SIGNATURE.replace("numeric", "real")


class UnsortedSegments(Op):
    """Parts of ``data`` reduced by ``segment_ids``; negative ids are left out."""

    reduction: ClassVar[Reduction]

    def infer_shape(self) -> Shape:
        data, ids = self.data.shape, self.segment_ids.shape
        if data.rank is None or ids.rank is None:
            return UNKNOWN
        if not data[: ids.rank].is_compatible_with(ids):
            raise ValueError(
                f"data.shape = {data} does not start with segment_ids.shape = {ids}"
            )
        count = self.constant("num_segments")
        size = None if count is None else int(count)
        return Shape([size]).concatenate(data[ids.rank :])

    def compute(self, data: Any, ids: Any, num_segments: Any) -> Any:
        """The kernel: checks, flattens the segment axes, reduces.

        Raises:
          InvalidArgumentError: for shapes that don't fit or a number too large.
        """
        count = int(num_segments)
        if data.shape[: ids.ndim] != ids.shape:
            raise InvalidArgumentError(
                f"data.shape = {list(data.shape)} does not start with "
                f"segment_ids.shape = {list(ids.shape)}"
            )
        if count < 0:
            raise InvalidArgumentError("Input num_segments == -1 must not be negative.")
        flat_ids = ids.reshape(-1)
        too_large = np.flatnonzero(flat_ids >= count)
        if len(too_large):
            index = list(map(int, np.unravel_index(too_large[0], ids.shape or (1,))))
            raise InvalidArgumentError(
                f"segment_ids{index} = {flat_ids[too_large[0]]} is out of range "
                f"[0, {count})"
            )
        rows = data.reshape(len(flat_ids), *data.shape[ids.ndim :])
        how = self.reduction
        return reduce_segments(how.ufunc, rows, flat_ids, count, how.empty(self.T))

    def total(self, rows: Any) -> Any:
        """Sums of rows by the segment numbers of this call."""
        return self.op.UnsortedSegmentSum(rows, self.segment_ids, self.num_segments)

    def spread(self, rows: Any) -> Any:
        """Rows of segments, repeated for all their parts; 0 for parts left out."""
        op = self.op
        gathered = op.GatherV2(rows, op.Maximum(self.segment_ids, 0), 0)
        is_used = op.GreaterEqual(self.segment_ids, 0)
        if gathered.shape.rank is None or is_used.shape.rank is None:
            more = op.Sub(op.Rank(gathered), op.Rank(is_used))
            ones = op.Fill(op.ExpandDims(more, 0), 1)
            is_used = op.Reshape(is_used, op.ConcatV2([op.Shape(is_used), ones], 0))
        else:
            for _ in range(gathered.shape.rank - is_used.shape.rank):
                is_used = op.ExpandDims(is_used, -1)
        return op.SelectV2(is_used, gathered, op.ZerosLike(gathered))


class UnsortedSegmentSum(
    UnsortedSegments,
    signature="UnsortedSegmentSum"
    + _SIGNATURE.replace(
        "Tindices: type in index", "Tindices: type in [int16,int32,int64]"
    ),
):
    """Sums by segment number; 0 for a number without parts."""

    reduction = SUMS

    def compute(self, data: Any, ids: Any, num_segments: Any) -> Any:
        totals = super().compute(data, ids, num_segments)
        if totals.dtype.kind in "iub":
            return totals
        return totals + totals.dtype.type(0)  # sums start at 0: none is -0.0

    def input_gradients(self, d_output: Any) -> Any:
        return self.spread(d_output), None, None


class UnsortedSegmentProd(
    UnsortedSegments, signature="UnsortedSegmentProd" + _SIGNATURE
):
    """Products by segment number; 1 for a number without parts."""

    reduction = PRODUCTS

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op

        def product(rows: Any) -> Any:
            return op.UnsortedSegmentProd(rows, self.segment_ids, self.num_segments)

        gradient = gradient_of_product(self, d_output, product, self.total, self.spread)
        return gradient, None, None


class UnsortedExtremum(UnsortedSegments):
    """Greatest or least parts, of which each begins with a finite value."""

    def compute(self, data: Any, ids: Any, num_segments: Any) -> Any:
        found = super().compute(data, ids, num_segments)
        start = found.dtype.type(self.reduction.start(self.T))
        return self.reduction.ufunc(found, start)

    def input_gradients(self, d_output: Any) -> Any:
        gradient = gradient_of_extremum(self, d_output, self.total, self.spread)
        return gradient, None, None


class UnsortedSegmentMax(
    UnsortedExtremum, signature="UnsortedSegmentMax" + _REAL_SIGNATURE
):
    """Greatest parts by segment number; the least value for one without parts."""

    reduction = FINITE_MAXIMA


class UnsortedSegmentMin(
    UnsortedExtremum, signature="UnsortedSegmentMin" + _REAL_SIGNATURE
):
    """Least parts by segment number; the greatest value for one without parts."""

    reduction = FINITE_MINIMA
