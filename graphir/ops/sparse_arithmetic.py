"""Ops that compute with the entries of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.ops.declaration import Op
from graphir.ops.families import in_brackets
from graphir.ops.sparse_tensors import SparseEntries, flat_positions, index_vectors
from graphir.shapes import UNKNOWN, Shape


def merged(
    call: Op, first: tuple[Any, Any, Any], second: tuple[Any, Any, Any]
) -> tuple[Any, Any, Any]:
    """The places of both tensors in order, and the values of each there, 0 if none.

    Raises:
      InvalidArgumentError: if the shapes differ.
    """
    if first[2].tolist() != second[2].tolist():
        raise call.invalid(
            f"Operands' shapes do not match: got {in_brackets(first[2].tolist())} and "
            f"{in_brackets(second[2].tolist())}"
        )
    shape = first[2]
    places = [flat_positions(each[0], shape) for each in (first, second)]
    union = np.unique(np.concatenate(places))
    columns = []
    for each, place in zip((first, second), places):
        column = np.zeros(len(union), each[1].dtype)
        np.add.at(column, np.searchsorted(union, place), each[1])
        columns.append(column)
    return union, columns[0], columns[1]


class SparseAdd(
    SparseEntries,
    signature="""
        SparseAdd(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64,
                  b_values: T, b_shape: int64, thresh: Treal)
        -> (sum_indices: int64, sum_values: T, sum_shape: int64)
        | T: type in numeric; Treal: type in real
    """,
):
    """The sum of two sparse tensors, without entries smaller than ``thresh``."""

    def compute(
        self,
        a_indices: Any,
        a_values: Any,
        a_shape: Any,
        b_indices: Any,
        b_values: Any,
        b_shape: Any,
        thresh: Any,
    ) -> Any:
        first, second = (a_indices, a_values, a_shape), (b_indices, b_values, b_shape)
        places, a, b = merged(self, first, second)
        total = a + b
        # what only one of them has is kept, however small
        both = np.isin(places, flat_positions(a_indices, a_shape)) & np.isin(
            places, flat_positions(b_indices, b_shape)
        )
        kept = ~both | (np.abs(total) >= thresh)
        return index_vectors(places[kept], a_shape), total[kept], np.array(a_shape)

    def input_gradients(self, d_indices: Any, d_values: Any, d_shape: Any) -> Any:
        if d_values is None:
            return None, None, None, None, None, None, None
        d_a, d_b = self.op.SparseAddGrad(
            d_values, self.a_indices, self.b_indices, self.sum_indices
        )
        return None, d_a, None, None, d_b, None, None


class SparseAddGrad(
    SparseEntries,
    signature="""
        SparseAddGrad(backprop_val_grad: T, a_indices: int64, b_indices: int64,
                      sum_indices: int64) -> (a_val_grad: T, b_val_grad: T)
        | T: type in numeric
    """,
):
    """The gradients of the entries of two sparse tensors from those of the sum."""

    def infer_shape(self) -> list[Shape]:
        shapes = self.a_indices.shape, self.b_indices.shape
        return [Shape([each[0] if each.rank else None]) for each in shapes]

    def compute(
        self, backprop_val_grad: Any, a_indices: Any, b_indices: Any, sum_indices: Any
    ) -> Any:
        known = dict(zip(map(tuple, sum_indices.tolist()), backprop_val_grad))

        def taken(indices: Any) -> Any:
            result = np.zeros(len(indices), backprop_val_grad.dtype)
            for row, place in enumerate(map(tuple, indices.tolist())):
                result[row] = known.get(place, 0)
            return result

        return taken(a_indices), taken(b_indices)


class SparseTensorDenseAdd(
    SparseEntries,
    signature="""
        SparseTensorDenseAdd(a_indices: Tindices, a_values: T, a_shape: Tindices, b: T)
        -> (output: T) | T: type in numeric; Tindices: type in [int32,int64]
    """,
):
    """A sparse and a dense tensor of one shape, added."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.b.shape
        return shape

    def compute(self, a_indices: Any, a_values: Any, a_shape: Any, b: Any) -> Any:
        if tuple(a_shape.tolist()) != np.shape(b):
            raise self.invalid(
                f"Shapes do not match: {in_brackets(a_shape.tolist())} of the sparse "
                f"tensor and {in_brackets(np.shape(b))} of the dense one"
            )
        total = np.array(b)
        np.add.at(total, tuple(a_indices.T), a_values)
        return total

    def input_gradients(self, d_output: Any) -> Any:
        return None, self.op.GatherNd(d_output, self.a_indices), None, d_output


class Extremum(SparseEntries):
    """The entries of two sparse tensors joined; a missing entry counts as 0."""

    choose: Callable[..., Any]

    def infer_shape(self) -> list[Shape]:
        indices = self.a_indices.shape
        rank = indices[1] if indices.rank == 2 else None
        return [Shape([None, rank]), Shape([None])]

    def compute(
        self,
        a_indices: Any,
        a_values: Any,
        a_shape: Any,
        b_indices: Any,
        b_values: Any,
        b_shape: Any,
    ) -> Any:
        first, second = (a_indices, a_values, a_shape), (b_indices, b_values, b_shape)
        places, a, b = merged(self, first, second)
        return index_vectors(places, a_shape), type(self).choose(a, b)


class SparseSparseMaximum(
    Extremum,
    signature="""
        SparseSparseMaximum(a_indices: int64, a_values: T, a_shape: int64,
                            b_indices: int64, b_values: T, b_shape: int64)
        -> (output_indices: int64, output_values: T) | T: type in real
    """,
):
    """The greater of two sparse tensors, place by place."""

    choose = np.maximum


class SparseSparseMinimum(
    Extremum,
    signature="""
        SparseSparseMinimum(a_indices: int64, a_values: T, a_shape: int64,
                            b_indices: int64, b_values: T, b_shape: int64)
        -> (output_indices: int64, output_values: T) | T: type in numeric
    """,
):
    """The lesser of two sparse tensors, place by place."""

    choose = np.minimum


class WithDense(SparseEntries):
    """Each entry with the element of a dense tensor, broadcast, at its place."""

    combine: Callable[..., Any]

    def infer_shape(self) -> Shape:
        shape: Shape = self.sp_values.shape
        return shape

    def compute(
        self, sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any
    ) -> Any:
        sizes = tuple(sp_shape.tolist())
        try:
            spread = np.broadcast_to(dense, sizes)
        except ValueError:
            raise self.invalid(
                f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got "
                f"incompatible shapes: {in_brackets(sizes)} vs. "
                f"{in_brackets(np.shape(dense))}"
            ) from None
        return type(self).combine(sp_values, spread[tuple(sp_indices.T)])


_WITH_DENSE = """(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T)
    -> (output: T) | T: type in numeric"""


class SparseDenseCwiseAdd(WithDense, signature=f"SparseDenseCwiseAdd{_WITH_DENSE}"):
    """The entries, each with an element of the dense tensor added."""

    combine = np.add


class SparseDenseCwiseMul(WithDense, signature=f"SparseDenseCwiseMul{_WITH_DENSE}"):
    """The entries, each times an element of the dense tensor."""

    combine = np.multiply

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        spread = op.BroadcastTo(self.dense, self.sp_shape)
        d_values = op.Mul(d_output, op.GatherNd(spread, self.sp_indices))
        return None, d_values, None, None


class SparseDenseCwiseDiv(WithDense, signature=f"SparseDenseCwiseDiv{_WITH_DENSE}"):
    """The entries, each divided by an element of the dense tensor."""

    def compute(
        self, sp_indices: Any, sp_values: Any, sp_shape: Any, dense: Any
    ) -> Any:
        if sp_values.dtype.kind in "iu" and not np.all(dense):
            raise self.invalid("Integer division by zero")
        return super().compute(sp_indices, sp_values, sp_shape, dense)

    @staticmethod
    def combine(x: Any, y: Any) -> Any:
        if x.dtype.kind not in "iu":
            return np.divide(x, y)
        # towards zero, as C divides
        floor = x // y
        return floor + ((x % y != 0) & ((x < 0) != (y < 0)))

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        spread = op.BroadcastTo(self.dense, self.sp_shape)
        d_values = op.RealDiv(d_output, op.GatherNd(spread, self.sp_indices))
        return None, d_values, None, None


class SparseSoftmax(
    SparseEntries,
    signature="""
        SparseSoftmax(sp_indices: int64, sp_values: T, sp_shape: int64) -> (output: T)
        | T: type in [half,float,double]
    """,
):
    """Softmax over the entries of each row, missing ones left out."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.sp_values.shape
        return shape

    def compute(self, sp_indices: Any, sp_values: Any, sp_shape: Any) -> Any:
        if len(sp_shape) < 2:
            raise self.invalid(f"Input should have rank >= 2, got {len(sp_shape)}")
        rows, member = np.unique(sp_indices[:, :-1], axis=0, return_inverse=True)
        member = member.reshape(-1)
        greatest = np.full(len(rows), -np.inf, sp_values.dtype)
        np.maximum.at(greatest, member, sp_values)
        powers = np.exp(sp_values - greatest[member])
        total = np.zeros(len(rows), sp_values.dtype)
        np.add.at(total, member, powers)
        return powers / total[member]

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        weighted = op.Mul(d_output, self.output)
        rank = self.sp_indices.shape[1]
        total = op.SparseReduceSum(
            self.sp_indices, weighted, self.sp_shape, [rank - 1], keep_dims=True
        )
        mean = op.GatherNd(op.BroadcastTo(total, self.sp_shape), self.sp_indices)
        return None, op.Mul(op.Sub(d_output, mean), self.output), None


class SparseReduction(SparseEntries):
    """Entries of a sparse tensor reduced over axes; missing ones are left out."""

    reduce: Any
    start: float = 0

    def infer_shape(self) -> Any:
        sizes, axes = self.constant("input_shape"), self.constant("reduction_axes")
        if sizes is None or axes is None:
            return UNKNOWN
        rank = len(sizes)
        gone = {int(axis) % max(rank, 1) for axis in np.ravel(axes)} or set(range(rank))
        if self.keep_dims:
            return Shape([1 if i in gone else int(d) for i, d in enumerate(sizes)])
        return Shape([int(d) for i, d in enumerate(sizes) if i not in gone])

    def _reduced(self, indices: Any, values: Any, shape: Any, axes: Any) -> Any:
        """The index vectors of the groups, their values, and the shape."""
        rank = len(shape)
        gone = set(range(rank)) if not np.size(axes) else set()
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
        gone = {axis % rank for axis in axes} or set(range(rank))
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

    reduce = np.add


class SparseReduceMax(
    DenseReduction,
    signature=f"""
        SparseReduceMax{_INPUTS} -> (output: T)
        | keep_dims: bool = False; T: type in real
    """,
):
    """The greatest entries over axes, as a dense tensor; 0 where there is none."""

    reduce = np.maximum


class SparseReduceMaxSparse(
    SparseResult,
    signature=f"""
        SparseReduceMaxSparse{_INPUTS} -> {_SPARSE}
        | keep_dims: bool = False; T: type in real
    """,
):
    """The greatest entries over axes, as a sparse tensor."""

    reduce = np.maximum
