"""Sums and maxima of sparse tensors along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.sparse.sparse_tensors import SparseEntries
from graphir.shapes import UNKNOWN, Shape


class SparseReduction(SparseEntries):
    """Entries of a sparse tensor reduced over axes; missing entries are left out."""

    reduce: Any
    start: float = 0

    def infer_shape(self) -> Any:
        sizes, axes = self.constant("input_shape"), self.constant("reduction_axes")
        if sizes is None or axes is None:
            return UNKNOWN
        rank = len(sizes)
        gone = {int(axis) % max(rank, 1) for axis in np.ravel(axes)}
        if self.keep_dims:
            return Shape([1 if i in gone else int(d) for i, d in enumerate(sizes)])
        return Shape([int(d) for i, d in enumerate(sizes) if i not in gone])

    def _reduced(self, indices: Any, values: Any, shape: Any, axes: Any) -> Any:
        """The index vectors of the groups, their values, and the shape."""
        rank = len(shape)
        gone: set[int] = set()
        for axis in np.ravel(axes).tolist():
            if not -rank <= axis < rank:
                raise self.invalid(
                    f"Invalid reduction dimension {axis}, for input with {rank} "
                    f"dimensions."
                )
            gone.add(axis % rank)
        kept = [axis for axis in range(rank) if axis not in gone]
        groups, member = np.unique(indices[:, kept], axis=0, return_inverse=True)
        if not kept:
            groups = np.zeros((1 if len(indices) else 0, 0), np.int64)
        result = np.zeros(len(groups), values.dtype)
        if len(groups):
            order = np.argsort(member.reshape(-1), kind="stable")
            counts = np.bincount(member.reshape(-1), minlength=len(groups))
            starts = np.cumsum(counts) - counts
            result = type(self).reduce.reduceat(values[order], starts)
        result = result.astype(values.dtype)
        if not self.keep_dims:
            return groups, result, shape[kept]
        places = np.zeros((len(groups), rank), np.int64)
        places[:, kept] = groups
        sizes = np.array([1 if axis in gone else shape[axis] for axis in range(rank)])
        return places, result, sizes


class DenseReduction(SparseReduction):
    """With a dense result."""

    def compute(
        self,
        input_indices: Any,
        input_values: Any,
        input_shape: Any,
        reduction_axes: Any,
    ) -> Any:
        places, values, shape = self._reduced(
            input_indices, input_values, input_shape, reduction_axes
        )
        dense = np.zeros(shape.tolist(), input_values.dtype)
        dense[tuple(places.T)] = values if dense.ndim else values.sum()
        return dense


class SparseResult(SparseReduction):
    """With a sparse result."""

    def infer_shape(self) -> Any:
        return [Shape([None, None]), Shape([None]), Shape([None])]

    def compute(
        self,
        input_indices: Any,
        input_values: Any,
        input_shape: Any,
        reduction_axes: Any,
    ) -> Any:
        places, values, shape = self._reduced(
            input_indices, input_values, input_shape, reduction_axes
        )
        return places, values, np.array(shape, np.int64)


_INPUTS = """(input_indices: int64, input_values: T, input_shape: int64,
    reduction_axes: int32)"""
_SPARSE = "(output_indices: int64, output_values: T, output_shape: int64)"


class SparseReduceSum(
    DenseReduction,
    signature=f"""
        SparseReduceSum{_INPUTS} -> (output: T)
        | keep_dims: bool = False; T: type in numeric
    """,
):
    """The sums of the entries over axes, as a dense tensor."""

    reduce = np.add

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        rank = self.input_indices.shape[1]
        axes = np.ravel(self.constant("reduction_axes")).tolist()
        gone = {axis % rank for axis in axes}
        ones = op.Cast(op.OnesLike(self.input_shape), DstT=self.input_shape.dtype)
        sizes = op.SelectV2([i in gone for i in range(rank)], ones, self.input_shape)
        spread = op.BroadcastTo(op.Reshape(d_output, sizes), self.input_shape)
        return None, op.GatherNd(spread, self.input_indices), None, None


class SparseReduceSumSparse(
    SparseResult,
    signature=f"""
        SparseReduceSumSparse{_INPUTS} -> {_SPARSE}
        | keep_dims: bool = False; T: type in numeric
    """,
):
    """The sums of the entries over axes, as a sparse tensor."""

    input_gradients = no_gradient

    reduce = np.add


class SparseReduceMax(
    DenseReduction,
    signature=f"""
        SparseReduceMax{_INPUTS} -> (output: T)
        | keep_dims: bool = False; T: type in real
    """,
):
    """The greatest entries over axes, as a dense tensor; 0 where there is none."""

    input_gradients = no_gradient

    reduce = np.maximum


class SparseReduceMaxSparse(
    SparseResult,
    signature=f"""
        SparseReduceMaxSparse{_INPUTS} -> {_SPARSE}
        | keep_dims: bool = False; T: type in real
    """,
):
    """The greatest entries over axes, as a sparse tensor."""

    input_gradients = no_gradient

    reduce = np.maximum
