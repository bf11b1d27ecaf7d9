"""Ops that reorder, reshape and densify sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import vector_of
from graphir.shapes import Shape


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
        sizes = vector_of(output_shape, "output_shape")
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
    """The same entries in a tensor of another shape; -1 is inferred."""

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
