"""Ops that make, rearrange and expand sparse tensors: indices, values and shape."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from graphir.ops.declaration import Op, not_differentiable
from graphir.ops.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class SparseEntries(Op):
    """Ops on the entries of sparse tensors; most let no gradient through."""

    input_gradients: Any = not_differentiable

    def infer_shape(self) -> Any:
        """Three results: the indices, the values, and the shape."""
        rank = self._inputs[2].shape[0] if self._inputs[2].shape.rank else None
        return [Shape([None, rank]), Shape([None]), Shape([rank])]


def flat_positions(indices: Any, shape: Any) -> Any:
    """Each index vector as a position in the dense tensor, row by row.

    >>> flat_positions(np.array([[0, 1], [1, 2]]), np.array([2, 3]))
    array([1, 5])
    """
    steps = np.cumprod([1, *np.ravel(shape)[:0:-1]], dtype=np.int64)[::-1]
    positions: Any = indices @ steps[: indices.shape[1]]
    return positions


def index_vectors(positions: Any, shape: Any) -> Any:
    """The index vector of each position in the dense tensor.

    >>> index_vectors(np.array([1, 5]), np.array([2, 3]))
    array([[0, 1],
           [1, 2]])
    """
    columns = []
    for size in reversed([int(size) for size in shape]):
        columns.append(positions % max(size, 1))
        positions = positions // max(size, 1)
    return np.stack(columns[::-1], axis=1).astype(np.int64)


def require_inside(call: Op, indices: Any, shape: Any, unordered: bool = True) -> None:
    """Refuses index vectors outside of a shape, or (asked to) not in order.

    Raises:
      InvalidArgumentError: for the first of them.
    """
    outside = np.flatnonzero(((indices < 0) | (indices >= shape)).any(axis=1))
    if outside.size:
        row = outside[0]
        raise call.invalid(
            f"indices[{row}] = {in_brackets(indices[row].tolist())} is out of bounds: "
            f"need 0 <= index < {in_brackets(np.ravel(shape).tolist())}"
        )
    if unordered:
        return
    steps = np.diff(flat_positions(indices, shape))
    if (steps <= 0).any():
        row = int(np.argmax(steps <= 0)) + 1
        kind = "repeated" if steps[row - 1] == 0 else "out of order"
        raise call.invalid(
            f"indices[{row}] = {in_brackets(indices[row].tolist())} is {kind}"
        )


class SparseToDense(
    Op,
    signature="""
        SparseToDense(sparse_indices: Tindices, output_shape: Tindices,
                      sparse_values: T, default_value: T) -> (dense: T)
        | validate_indices: bool = True; T: type; Tindices: type in [int32,int64]
    """,
):
    """A tensor with the values where the index vectors point, else the default."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("output_shape")

    def compute(
        self,
        sparse_indices: Any,
        output_shape: Any,
        sparse_values: Any,
        default_value: Any,
    ) -> Any:
        sizes = np.ravel(output_shape)
        indices = np.asarray(sparse_indices)
        if indices.ndim < 2:
            indices = indices.reshape(-1, 1)
        if indices.shape[1] != len(sizes):
            raise self.invalid(
                f"output_shape has incorrect number of elements: {len(sizes)} should "
                f"be: {indices.shape[1]}"
            )
        if np.ndim(sparse_values) and len(sparse_values) != len(indices):
            raise self.invalid(
                f"sparse_values has incorrect shape "
                f"{in_brackets(np.shape(sparse_values))}, should be [] or "
                f"[{len(indices)}]"
            )
        require_inside(self, indices, sizes, not self.validate_indices)
        dense = np.empty(sizes.tolist(), self.T.numpy_dtype)
        dense[...] = default_value
        dense[tuple(indices.T)] = sparse_values
        return dense

    def input_gradients(self, d_dense: Any) -> Any:
        op = self.op
        places = self.sparse_indices
        if places.shape.rank == 1:
            places = op.ExpandDims(places, 1)
        d_values = op.GatherNd(d_dense, places)
        d_default = op.Sub(
            op.Sum(op.Reshape(d_dense, [-1]), [0]),
            op.Sum(op.Reshape(d_values, [-1]), [0]),
        )
        if self.sparse_values.shape.rank == 0:
            d_values = op.Sum(op.Reshape(d_values, [-1]), [0])
        return None, None, d_values, d_default


class SparseReorder(
    SparseEntries,
    signature="""
        SparseReorder(input_indices: int64, input_values: T, input_shape: int64)
        -> (output_indices: int64, output_values: T) | T: type
    """,
):
    """The entries in the order of their places, row by row."""

    def infer_shape(self) -> list[Shape]:
        return [self.input_indices.shape, self.input_values.shape]

    def compute(self, input_indices: Any, input_values: Any, input_shape: Any) -> Any:
        order = self._order(input_indices, input_shape)
        return input_indices[order], input_values[order]

    def _order(self, indices: Any, shape: Any) -> Any:
        require_inside(self, indices, shape)
        return np.argsort(flat_positions(indices, shape), kind="stable")

    def input_gradients(self, d_indices: Any, d_values: Any) -> Any:
        if d_values is None:
            return None, None, None
        op = self.op
        count = op.StridedSlice(
            op.Shape(self.input_values), [0], [1], [1], shrink_axis_mask=1
        )
        places = op.Range(0, count, 1)
        _, moved = op.SparseReorder(self.input_indices, places, self.input_shape)
        back = op.InvertPermutation(moved)
        return None, op.GatherV2(d_values, back, 0), None


class SparseReshape(
    SparseEntries,
    signature="""
        SparseReshape(input_indices: int64, input_shape: int64, new_shape: int64)
        -> (output_indices: int64, output_shape: int64)
    """,
):
    """The same entries in a tensor of another shape; -1 stands for what is left."""

    def infer_shape(self) -> list[Shape]:
        count, rank = self.input_indices.shape, self.new_shape.shape
        rows = count[0] if count.rank else None
        columns = rank[0] if rank.rank else None
        return [Shape([rows, columns]), Shape([columns])]

    def compute(self, input_indices: Any, input_shape: Any, new_shape: Any) -> Any:
        total = int(np.prod(input_shape, dtype=np.int64))
        sizes = [int(size) for size in new_shape]
        if sizes.count(-1) > 1:
            raise self.invalid("only one output dimension may be -1")
        if -1 in sizes:
            known = int(np.prod([size for size in sizes if size != -1], dtype=np.int64))
            if not known or total % known:
                raise self.invalid(
                    f"Input to reshape is a SparseTensor with {total} dense values, "
                    f"but the requested shape requires a multiple of {known}. "
                    f"input_shape={in_brackets(input_shape.tolist())} "
                    f"output_shape={in_brackets(sizes)}"
                )
            sizes[sizes.index(-1)] = total // known
        if any(size < 0 for size in sizes):
            raise self.invalid(f"size {min(sizes)} must be non-negative")
        if int(np.prod(sizes, dtype=np.int64)) != total:
            raise self.invalid(
                f"Input to reshape is a tensor with {total} dense values, but the "
                f"requested shape has {int(np.prod(sizes, dtype=np.int64))}. "
                f"input_shape={in_brackets(input_shape.tolist())} "
                f"output_shape={in_brackets(sizes)}"
            )
        positions = flat_positions(input_indices, input_shape)
        shape = np.array(sizes, np.int64)
        if not sizes:
            return np.zeros((len(positions), 0), np.int64), shape
        return index_vectors(positions, shape), shape


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
    """The gradient of the entries of a slice, 0 for those outside."""

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
    """Parts along an axis; the first ones are longer if they cannot be equal."""

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


class SparseFillEmptyRows(
    SparseEntries,
    signature="""
        SparseFillEmptyRows(indices: int64, values: T, dense_shape: int64,
                            default_value: T)
        -> (output_indices: int64, output_values: T, empty_row_indicator: bool,
            reverse_index_map: int64)
        | T: type
    """,
):
    """The rows without an entry get one, the default, in their first place."""

    def infer_shape(self) -> list[Shape]:
        indices = self.indices.shape
        rank = indices[1] if indices.rank == 2 else None
        sizes = self.constant("dense_shape")
        rows = None if sizes is None or not len(sizes) else int(sizes[0])
        count = indices[0] if indices.rank == 2 else None
        return [Shape([None, rank]), Shape([None]), Shape([rows]), Shape([count])]

    def compute(
        self, indices: Any, values: Any, dense_shape: Any, default_value: Any
    ) -> Any:
        if np.ndim(default_value):
            raise self.invalid(
                f"default_value must be a scalar, saw: "
                f"{in_brackets(np.shape(default_value))}"
            )
        if not len(dense_shape):
            raise self.invalid("Dense shape cannot be empty.")
        rows, count = indices[:, 0], int(dense_shape[0])
        wrong = np.flatnonzero((rows < 0) | (rows >= count))
        if wrong.size:
            raise self.invalid(
                f"indices({wrong[0]}, 0) is invalid: {rows[wrong[0]]} >= {count}"
            )
        is_empty = np.bincount(rows, minlength=count) == 0
        added = np.zeros((int(is_empty.sum()), indices.shape[1]), np.int64)
        added[:, 0] = np.flatnonzero(is_empty)
        defaults = np.empty(len(added), values.dtype)
        defaults[...] = default_value
        joined = np.concatenate([indices, added])
        order = np.argsort(joined[:, 0], kind="stable")
        places = np.empty(len(joined), np.int64)
        places[order] = np.arange(len(joined))
        entries = np.concatenate([values, defaults])
        return joined[order], entries[order], is_empty, places[: len(indices)]

    def input_gradients(self, *d_results: Any) -> Any:
        if d_results[1] is None:
            return None, None, None, None
        d_values, d_default = self.op.SparseFillEmptyRowsGrad(
            self.reverse_index_map, d_results[1]
        )
        return None, d_values, None, d_default


class SparseFillEmptyRowsGrad(
    SparseEntries,
    signature="""
        SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T)
        -> (d_values: T, d_default_value: T) | T: type
    """,
):
    """The gradients of the given entries, and the sum of those of the others."""

    def infer_shape(self) -> list[Shape]:
        return [self.reverse_index_map.shape, Shape([])]

    def compute(self, reverse_index_map: Any, grad_values: Any) -> Any:
        is_default = np.ones(len(grad_values), bool)
        is_default[reverse_index_map] = False
        rest = grad_values[is_default].sum(dtype=grad_values.dtype)
        return grad_values[reverse_index_map], rest


__all__ = [
    "UNKNOWN",
    "SparseConcat",
    "SparseEntries",
    "SparseFillEmptyRows",
    "SparseFillEmptyRowsGrad",
    "SparseReorder",
    "SparseReshape",
    "SparseSlice",
    "SparseSliceGrad",
    "SparseSplit",
    "SparseToDense",
    "flat_positions",
    "index_vectors",
    "require_inside",
]
