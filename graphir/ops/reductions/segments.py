"""Segment reductions by sorted segment ids."""

from __future__ import annotations

from typing import Any, ClassVar

from graphir.ops.contract.declaration import Op
from graphir.ops.reductions.segment_reduction import (
    MAXIMA,
    MINIMA,
    PRODUCTS,
    SUMS,
    Reduction,
    gradient_of_extremum,
    gradient_of_product,
    mean_of_segments,
    reduce_segments,
    sorted_segment_count,
)
from graphir.shapes import UNKNOWN, Shape


class SortedSegments(Op):
    """Rows of ``data`` reduced by the ascending ``segment_ids``."""

    reduction: ClassVar[Reduction]

    def compute(self, data: Any, segment_ids: Any) -> Any:
        count = sorted_segment_count(data, segment_ids)
        how = self.reduction
        return reduce_segments(how.ufunc, data, segment_ids, count, how.empty(self.T))

    def infer_shape(self) -> Shape:
        self.segment_ids.shape.with_rank(1)
        shape: Shape = self.data.shape.with_rank_at_least(1)
        if shape.rank is None:
            return UNKNOWN
        ids = self.constant("segment_ids")
        count = None if ids is None else (int(ids[-1]) + 1 if len(ids) else 0)
        return Shape([count]).concatenate(shape[1:])


_SORTED = """(data: T, segment_ids: Tindices) -> (output: T)
    | T: type in numeric; Tindices: type in index
"""
_SORTED_REAL = """(data: T, segment_ids: Tindices) -> (output: T)
    | T: type in real; Tindices: type in index
"""


class SegmentSum(SortedSegments, signature="SegmentSum" + _SORTED):
    """Sums of rows by ascending segment number; 0 for a number without rows."""

    reduction = SUMS

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.GatherV2(d_output, self.segment_ids, 0), None


class SegmentMean(SortedSegments, signature="SegmentMean" + _SORTED):
    """Means of rows by ascending segment number; 0 for a number without rows."""

    def compute(self, data: Any, segment_ids: Any) -> Any:
        count = sorted_segment_count(data, segment_ids)
        return mean_of_segments(data, segment_ids, count)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        ones = op.OnesLike(self.data)
        sizes = op.SegmentSum(ones, self.segment_ids)
        scaled = op.DivNoNan(d_output, sizes)
        return op.GatherV2(scaled, self.segment_ids, 0), None


class SegmentProd(SortedSegments, signature="SegmentProd" + _SORTED):
    """Products of rows by ascending segment number; 1 for a number without rows."""

    reduction = PRODUCTS

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op

        def product(rows: Any) -> Any:
            return op.SegmentProd(rows, self.segment_ids)

        def total(rows: Any) -> Any:
            return op.SegmentSum(rows, self.segment_ids)

        def spread(rows: Any) -> Any:
            return op.GatherV2(rows, self.segment_ids, 0)

        return gradient_of_product(self, d_output, product, total, spread), None


class SortedExtremum(SortedSegments):
    """Greatest or least elements of rows."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        gradient = gradient_of_extremum(
            self,
            d_output,
            lambda rows: op.SegmentSum(rows, self.segment_ids),
            lambda rows: op.GatherV2(rows, self.segment_ids, 0),
        )
        return gradient, None


class SegmentMax(SortedExtremum, signature="SegmentMax" + _SORTED_REAL):
    """Greatest elements by ascending segment number; 0 for one without rows."""

    reduction = MAXIMA


class SegmentMin(SortedExtremum, signature="SegmentMin" + _SORTED_REAL):
    """Least elements by ascending segment number; 0 for one without rows."""

    reduction = MINIMA
