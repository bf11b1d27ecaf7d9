"""Arithmetic on the entries of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, unimplemented_gradient
from graphir.ops.contract.families import in_brackets
from graphir.ops.sparse.sparse_tensors import (
    SparseEntries,
    flat_positions,
    index_vectors,
)
from graphir.shapes import Shape


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
    """The gradients of two sparse tensors' entries from gradients of the sum."""

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
    input_gradients = unimplemented_gradient


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
    input_gradients = unimplemented_gradient


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
    """The entries plus the elements of a dense tensor at their positions."""

    combine = np.add
    input_gradients = unimplemented_gradient


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
    """Softmax over the entries of each row; missing entries are left out."""

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
