"""Slices, splits and concatenation of sparse tensors."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.sparse.sparse_tensors import (
    SparseEntries,
    flat_positions,
)
from graphir.shapes import Shape


class SparseSlice(
    SparseEntries,
    signature="""
        SparseSlice(indices: int64, values: T, shape: int64, start: int64, size: int64)
        -> (output_indices: int64, output_values: T, output_shape: int64) | T: type
    """,
):
    """The entries inside a box, counted from its corner."""

    def compute(self, indices: Any, values: Any, shape: Any, start: Any, size: Any):  # type: ignore[no-untyped-def]
        if not len(shape) == len(start) == len(size):
            raise self.invalid(
                f"Expected start and size to be of length {len(shape)}, got "
                f"{len(start)} and {len(size)}"
            )
        if (np.asarray(size) < 0).any():
            raise self.invalid(f"size must not be negative, got {np.asarray(size)}")
        ends = np.minimum(start + size, shape)
        inside = ((indices >= start) & (indices < ends)).all(axis=1)
        return indices[inside] - start, values[inside], np.maximum(ends - start, 0)

    def input_gradients(self, d_indices: Any, d_values: Any, d_shape: Any) -> Any:
        if d_values is None:
            return None, None, None, None, None
        d_all = self.op.SparseSliceGrad(
            d_values, self.indices, self.start, self.output_indices
        )
        return None, d_all, None, None, None


class SparseSliceGrad(
    SparseEntries,
    signature="""
        SparseSliceGrad(backprop_val_grad: T, input_indices: int64, input_start: int64,
                        output_indices: int64) -> (val_grad: T) | T: type in numeric
    """,
):
    """The gradient of a slice for all entries; 0 for entries outside the slice."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape = self.input_indices.shape
        return Shape([shape[0] if shape.rank else None])

    def compute(
        self,
        backprop_val_grad: Any,
        input_indices: Any,
        input_start: Any,
        output_indices: Any,
    ) -> Any:
        sliced = map(tuple, (output_indices + input_start).tolist())
        known = dict(zip(sliced, backprop_val_grad))
        result = np.zeros(len(input_indices), backprop_val_grad.dtype)
        for row, place in enumerate(map(tuple, input_indices.tolist())):
            result[row] = known.get(place, 0)
        return result


class SparseSplit(
    SparseEntries,
    signature="""
        SparseSplit(split_dim: int64, indices: int64, values: T, shape: int64)
        -> (output_indices: num_split*int64, output_values: num_split*T,
            output_shape: num_split*int64)
        | num_split: int >= 1; T: type
    """,
):
    """Parts along an axis; the first parts are longer if the size does not divide."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        rank = self.shape.shape[0] if self.shape.shape.rank else None
        count = self.num_split
        return (
            [Shape([None, rank])] * count
            + [Shape([None])] * count
            + [Shape([rank])] * count
        )

    def compute(self, split_dim: Any, indices: Any, values: Any, shape: Any) -> Any:
        axis, rank = int(split_dim), len(shape)
        if not -rank <= axis < rank:
            raise self.invalid(
                f"Input split_dim should be between [-{rank}, {rank}), got {axis}"
            )
        size, count = int(shape[axis]), int(self.num_split)
        if not 1 <= count <= size:
            raise self.invalid(
                f"Input num_split should be between 1 and the splitting dimension size "
                f"({size}), got {count}"
            )
        each, longer = divmod(size, count)
        bounds = np.cumsum([0, *[each + (part < longer) for part in range(count)]])
        found: list[list[Any]] = [[], [], []]
        for start, end in pairwise(bounds):
            inside = (indices[:, axis] >= start) & (indices[:, axis] < end)
            part, sizes = indices[inside].copy(), np.array(shape, np.int64)
            part[:, axis] -= start
            sizes[axis] = end - start
            for column, array in zip(found, (part, values[inside], sizes)):
                column.append(array)
        return tuple(array for column in found for array in column)


class SparseConcat(
    SparseEntries,
    signature="""
        SparseConcat(indices: N*int64, values: N*T, shapes: N*int64)
        -> (output_indices: int64, output_values: T, output_shape: int64)
        | concat_dim: int; N: int >= 2; T: type
    """,
):
    """Sparse tensors one after the other along an axis."""

    def infer_shape(self) -> list[Shape]:
        first = self.shapes[0].shape
        rank = first[0] if first.rank else None
        return [Shape([None, rank]), Shape([None]), Shape([rank])]

    def compute(self, indices: list[Any], values: list[Any], shapes: list[Any]) -> Any:
        rank = len(shapes[0])
        axis = int(self.concat_dim)
        if not -rank <= axis < rank:
            raise self.invalid(
                f"Concat dimension must be in range [-{rank}, {rank}), got {axis}"
            )
        axis %= rank
        total = np.array(shapes[0], np.int64)
        moved = [np.array(indices[0])]
        for index, shape in enumerate(shapes[1:], 1):
            self._check(shapes[0], shape, axis, index)
            part = np.array(indices[index])
            part[:, axis] += total[axis]
            total[axis] += shape[axis]
            moved.append(part)
        joined, entries = np.concatenate(moved), np.concatenate(values)
        order = np.argsort(flat_positions(joined, total), kind="stable")
        return joined[order], entries[order], total

    def _check(self, first: Any, shape: Any, axis: int, index: int) -> None:
        if len(first) != len(shape):
            raise self.invalid(
                f"Ranks of all input tensors must match: expected {len(first)} but got "
                f"{len(shape)} at position {index}"
            )
        for dim, (expected, size) in enumerate(zip(first.tolist(), shape.tolist())):
            if dim != axis and expected != size:
                raise self.invalid(
                    f"Input shapes must match: expected {expected} for dimension {dim} "
                    f"but got {size} at position {index}"
                )
