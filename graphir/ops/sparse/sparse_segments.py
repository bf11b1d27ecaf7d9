"""Segment sums and means of rows that are gathered by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.reductions.segment_reduction import (
    mean_of_segments,
    reduce_segments,
    segment_sizes,
    sorted_segment_count,
)
from graphir.shapes import UNKNOWN, Shape

_SIGNATURE = """(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T)
    | T: type in floating; Tidx: type in index = int32;
      Tsegmentids: type in index = int32; sparse_gradient: bool = False
"""
_WITH_COUNT = """(data: T, indices: Tidx, segment_ids: Tsegmentids,
      num_segments: Tnumsegments) -> (output: T)
    | T: type in floating; Tidx: type in index = int32;
      Tnumsegments: type in index = int32;
      Tsegmentids: type in index = int32; sparse_gradient: bool = False
"""
_GRADIENT = """(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32)
      -> (output: T)
    | T: type in floating; Tidx: type in index = int32;
      Tsegmentids: type in index = int32
"""


def picked_rows(data: Any, indices: Any, ids: Any) -> Any:
    """The rows of data at the indices.

    Raises:
      InvalidArgumentError: for an index out of range, or not one a segment number.
    """
    if len(indices) != len(ids):
        raise InvalidArgumentError("segment_ids and indices should have same size.")
    wrong = np.flatnonzero((indices < 0) | (indices >= len(data)))
    if len(wrong):
        raise InvalidArgumentError(
            f"Bad: indices[{wrong[0]}] == {indices[wrong[0]]} out of range "
            f"[0, {len(data)})"
        )
    return data[indices]


def reduce_picked(rows: Any, ids: Any, count: int, kind: str) -> Any:
    """Picked rows by segment; ``kind`` is ``Sum``, ``Mean`` or ``SqrtN``."""
    if kind == "Sum":
        return reduce_segments(np.add, rows, ids, count, 0)
    return mean_of_segments(rows, ids, count, root=kind == "SqrtN")


class SparseSegments(Op):
    """Picked rows reduced by ascending segment numbers; how, the op's name says."""

    kind = "Sum"

    def infer_shape(self) -> Shape:
        shape: Shape = self.data.shape.with_rank_at_least(1)
        self.indices.shape.with_rank(1).merge_with(self.segment_ids.shape)
        if shape.rank is None:
            return UNKNOWN
        return Shape([self._segment_count()]).concatenate(shape[1:])

    def _segment_count(self) -> int | None:
        ids = self.constant("segment_ids")
        if ids is None:
            return None
        return int(ids[-1]) + 1 if len(ids) else 0

    def compute(self, *inputs: Any) -> Any:
        data, indices, ids = inputs[:3]
        rows = picked_rows(data, indices, ids)
        count = sorted_segment_count(rows, ids)
        if len(inputs) == 4:
            given = int(inputs[3])
            if given < count:
                raise InvalidArgumentError("segment ids must be < num_segments")
            count = given
        return reduce_picked(rows, ids, count, self.kind)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        size = op.StridedSlice(op.Shape(self.data), [0], [1], [1], shrink_axis_mask=1)
        gradient = getattr(op, f"SparseSegment{self.kind}Grad")
        d_data = gradient(d_output, self.indices, self.segment_ids, size)
        return (d_data, *[None] * (len(self._inputs) - 1))


class SparseSegmentsWithCount(SparseSegments):
    """A reduction of segments with ``num_segments`` as an argument."""

    def _segment_count(self) -> int | None:
        count = self.constant("num_segments")
        return None if count is None else int(count)


class SparseSegmentSum(
    SparseSegments,
    signature="SparseSegmentSum" + _SIGNATURE.replace("floating", "real"),
):
    """Sums of picked rows by ascending segment number."""


class SparseSegmentMean(SparseSegments, signature="SparseSegmentMean" + _SIGNATURE):
    """Means of picked rows by ascending segment number."""

    kind = "Mean"


class SparseSegmentSqrtN(SparseSegments, signature="SparseSegmentSqrtN" + _SIGNATURE):
    """Sums of picked rows by segment, divided by the root of their number."""

    kind = "SqrtN"


class SparseSegmentSumWithNumSegments(
    SparseSegmentsWithCount,
    signature="SparseSegmentSumWithNumSegments"
    + _WITH_COUNT.replace("floating", "real"),
):
    """Sums of picked rows by ascending segment number."""


class SparseSegmentMeanWithNumSegments(
    SparseSegmentsWithCount,
    signature="SparseSegmentMeanWithNumSegments" + _WITH_COUNT,
):
    """Means of picked rows by ascending segment number."""

    kind = "Mean"


class SparseSegmentSqrtNWithNumSegments(
    SparseSegmentsWithCount,
    signature="SparseSegmentSqrtNWithNumSegments" + _WITH_COUNT,
):
    """Sums of picked rows by segment, divided by the root of their number."""

    kind = "SqrtN"


class SparseSegmentGradient(Op):
    """Each segment's gradient added to the rows that were picked for it."""

    kind = "Sum"
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.grad.shape.with_rank_at_least(1)
        size = self.constant("output_dim0")
        if shape.rank is None:
            return UNKNOWN
        return Shape([None if size is None else int(size)]).concatenate(shape[1:])

    def compute(self, grad: Any, indices: Any, ids: Any, output_dim0: Any) -> Any:
        rows = picked_rows(grad, ids, indices)
        if self.kind != "Sum":
            sizes = segment_sizes(ids, len(grad))[ids]
            divisor = np.sqrt(sizes) if self.kind == "SqrtN" else sizes
            shape = (len(ids),) + (1,) * (rows.ndim - 1)
            rows = (rows / divisor.reshape(shape)).astype(grad.dtype)
        return reduce_segments(np.add, rows, indices, int(output_dim0), 0)


class SparseSegmentSumGrad(
    SparseSegmentGradient, signature="SparseSegmentSumGrad" + _GRADIENT
):
    """The gradient of SparseSegmentSum with respect to its data."""

    input_gradients = no_gradient


class SparseSegmentMeanGrad(
    SparseSegmentGradient, signature="SparseSegmentMeanGrad" + _GRADIENT
):
    """The gradient of SparseSegmentMean with respect to its data."""

    input_gradients = no_gradient

    kind = "Mean"


class SparseSegmentSqrtNGrad(
    SparseSegmentGradient, signature="SparseSegmentSqrtNGrad" + _GRADIENT
):
    """The gradient of SparseSegmentSqrtN with respect to its data."""

    input_gradients = no_gradient

    kind = "SqrtN"


_COMPACT = _GRADIENT.replace("output_dim0", "dense_output_dim0").replace(
    "-> (output: T)", "-> (output: T, sorted_unique_indices: Tidx)"
)


class CompactSegmentGradient(Op):
    """Gradients of the rows that were picked alone, and the numbers of these rows."""

    kind = "Sum"
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        shape: Shape = self.grad.shape.with_rank_at_least(1)
        if shape.rank is None:
            return [UNKNOWN, Shape([None])]
        return [Shape([None]).concatenate(shape[1:]), Shape([None])]

    def compute(self, grad: Any, indices: Any, ids: Any, size: Any) -> list[Any]:
        if len(indices) and (indices.min() < 0 or indices.max() >= int(size)):
            raise self.invalid(f"indices must be in [0, {int(size)})")
        rows = picked_rows(grad, ids, indices)
        if self.kind != "Sum":
            sizes = segment_sizes(ids, len(grad))[ids]
            divisor = np.sqrt(sizes) if self.kind == "SqrtN" else sizes
            shape = (len(ids),) + (1,) * (rows.ndim - 1)
            rows = (rows / divisor.reshape(shape)).astype(grad.dtype)
        found, places = np.unique(indices, return_inverse=True)
        return [reduce_segments(np.add, rows, places, len(found), 0), found]


class SparseSegmentSumGradV2(
    CompactSegmentGradient, signature="SparseSegmentSumGradV2" + _COMPACT
):
    """The gradient of SparseSegmentSum for the rows picked."""


class SparseSegmentMeanGradV2(
    CompactSegmentGradient, signature="SparseSegmentMeanGradV2" + _COMPACT
):
    """The gradient of SparseSegmentMean for the rows picked."""

    kind = "Mean"


class SparseSegmentSqrtNGradV2(
    CompactSegmentGradient, signature="SparseSegmentSqrtNGradV2" + _COMPACT
):
    """The gradient of SparseSegmentSqrtN for the rows picked."""

    kind = "SqrtN"
