"""Gather and scatter: elements and slices read or written by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.arrays.index_vectors import usable_vectors, zeros_like
from graphir.ops.contract.bounds import require_between
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class GatherV2(
    Op,
    signature="""
        GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams)
        | batch_dims: int = 0; Tparams: type; Tindices: type in [int16,int32,int64];
          Taxis: type in [int32,int64]
    """,
    traits="precision_neutral function_without_scope gathers",
):
    """Slices of ``params`` along an axis, picked by index; batch axes go in step."""

    def infer_shape(self) -> Shape:
        params, indices = self.params.shape, self.indices.shape
        axis = self.constant("axis")
        if params.rank is None or indices.rank is None:
            return UNKNOWN
        batch_dims = self._batch_dims(indices.rank)
        if axis is None:
            return Shape([None] * (params.rank + indices.rank - 1 - batch_dims))
        position = self._position(int(axis), params.rank)
        self._check_axis(position, batch_dims)
        sizes = zip(params[:batch_dims], indices[:batch_dims], strict=True)
        batch = Shape([one if other is None else other for one, other in sizes])
        before = batch.concatenate(params[batch_dims:position])
        picked: Shape = before.concatenate(indices[batch_dims:])
        return picked.concatenate(params[position + 1 :])

    def compute(self, params: Any, indices: Any, axis: Any) -> Any:
        array, picks = np.asarray(params), np.asarray(indices)
        position = self._position(int(axis), array.ndim)
        batch_dims = self._batch_dims(picks.ndim)
        self._check(picks, array.shape[position])
        if not batch_dims:
            return np.take(array, picks, position)
        self._check_axis(position, batch_dims)
        self._check_batch(array.shape, picks.shape, batch_dims)
        return _batched_take(array, picks, position, batch_dims)

    def _position(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"Expected params to have rank at least "
                f"{axis + 1 if axis >= 0 else -axis} "
                f"but got rank {rank}"
            )
        return axis % rank

    def _batch_dims(self, rank: int) -> int:
        batch_dims = int(self.batch_dims)
        require_between(batch_dims, -rank, rank, "batch_dims")
        return batch_dims + rank if batch_dims < 0 else batch_dims

    def _check(self, indices: Any, size: int) -> None:
        bad = (indices < 0) | (indices >= size)
        if not bad.any():
            return
        where = np.argwhere(bad)[0].tolist()
        raise self.invalid(
            f"indices{in_brackets(where) if where else ''} = "
            f"{indices[tuple(where)]} is "
            f"not in [0, {size})"
        )

    def _check_axis(self, axis: int, batch_dims: int) -> None:
        if axis < batch_dims:
            raise self.invalid(
                f"batch_dims ({batch_dims}) must be less than or equal to axis "
                f"({axis})."
            )

    def _check_batch(self, params: Any, indices: Any, batch_dims: int) -> None:
        for axis in range(batch_dims):
            if params[axis] != indices[axis]:
                raise self.invalid(
                    f"params.shape[{axis}]: {params[axis]} should be equal to "
                    f"indices.shape[{axis}]: {indices[axis]}"
                )

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        shape = op.Shape(self.params, out_type=self.Taxis)
        axis = self.constant("axis")
        if axis is None or self.params.shape.rank is None:
            raise LookupError(
                "The gradient of a gather needs a constant axis and a known rank."
            )
        position = int(axis) % self.params.shape.rank
        batch_dims = self._batch_dims(self.indices.shape.rank or 0)
        return self._scattered(d_output, shape, position, batch_dims), None, None

    def _scattered(self, d_output: Any, shape: Any, axis: int, batch_dims: int) -> Any:
        """Adds the slices of the gradient where they were picked."""
        op, rank = self.op, self.params.shape.rank
        picked = self.indices.shape.rank - batch_dims
        # to the front: batch axes, picked axes, then axes before and after the axis
        order = [
            *range(batch_dims),
            *range(axis, axis + picked),
            *range(batch_dims, axis),
            *range(axis + picked, rank - 1 + picked),
        ]
        moved = op.Transpose(d_output, np.array(order, np.int32))
        front = [
            *range(batch_dims),
            axis,
            *range(batch_dims, axis),
            *range(axis + 1, rank),
        ]
        front_shape = op.GatherV2(shape, np.array(front, np.int32), np.int32(0))
        indices = self._indices_with_batch(batch_dims)
        scattered = op.ScatterNd(
            indices, moved, op.Cast(front_shape, DstT=self.Tindices)
        )
        back = np.argsort(front).astype(np.int32)
        return op.Transpose(scattered, back)

    def _indices_with_batch(self, batch_dims: int) -> Any:
        op, rank = self.op, self.indices.shape.rank
        columns = [self.indices]
        whole = op.Shape(self.indices, out_type=self.Tindices)
        for axis in reversed(range(batch_dims)):
            size = op.StridedSlice(whole, [axis], [axis + 1], [1], shrink_axis_mask=1)
            counted = op.Range(op.Sub(size, size), size, op.OnesLike(size))
            column = op.Reshape(counted, [-1 if i == axis else 1 for i in range(rank)])
            columns.insert(0, op.BroadcastTo(column, whole))
        return op.Pack(columns, axis=rank)


def _batched_take(params: Any, indices: Any, axis: int, batch_dims: int) -> Any:
    # one open grid of positions for the batch axes, then plain indexing
    front = np.moveaxis(params, axis, batch_dims)
    picked = indices.ndim - batch_dims
    batch = np.ogrid[tuple(slice(size) for size in indices.shape[:batch_dims])]
    grid = [each.reshape(*each.shape, *[1] * picked) for each in batch]
    index = (*grid, indices)
    taken = front[index]
    source = list(range(batch_dims, batch_dims + picked))
    return np.moveaxis(taken, source, range(axis, axis + picked))


class GatherNd(
    Op,
    signature="""
        GatherNd(params: Tparams, indices: Tindices) -> (output: Tparams)
        | Tparams: type; Tindices: type in [int16,int32,int64];
          bad_indices_policy: string = ''
    """,
    traits="function_without_scope",
):
    """Slices picked by the index vectors in the last axis of ``indices``."""

    def infer_shape(self) -> Shape:
        params, indices = self.params.shape, self.indices.shape
        if params.rank is None or indices.rank is None or indices[-1] is None:
            return UNKNOWN
        if indices[-1] > params.rank:
            raise ValueError(
                f"indices.shape[-1] must be <= params.rank, but saw indices shape: "
                f"{in_brackets(indices)} and params shape: {in_brackets(params)}"
            )
        result: Shape = indices[:-1].concatenate(params[indices[-1] :])
        return result

    def compute(self, params: Any, indices: Any) -> Any:
        array, vectors = np.asarray(params), np.asarray(indices)
        depth = vectors.shape[-1]
        if depth > array.ndim:
            raise self.invalid(
                f"index innermost dimension length must be <= params rank; saw: "
                f"{depth} "
                f"vs. {array.ndim}"
            )
        usable = usable_vectors(self, vectors, array.shape, "param shape")
        index = (*np.moveaxis(vectors, -1, 0), Ellipsis)
        if usable is None:
            return array[index]
        index = (*vectors[usable].T, Ellipsis)
        picked = array[index]
        gathered = zeros_like(picked, (*usable.shape, *array.shape[depth:]))
        gathered[usable] = picked
        return gathered

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        shape = op.Shape(self.params, out_type=self.Tindices)
        policy = self.bad_indices_policy
        d_params = op.ScatterNd(
            self.indices, d_output, shape, bad_indices_policy=policy
        )
        return d_params, None


class ScatterNd(
    Op,
    signature="""
        ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> (output: T)
        | T: type; Tindices: type in [int16,int32,int64];
          bad_indices_policy: string = ''
    """,
    traits="function_without_scope",
):
    """Zeros of that shape with the updates added where the index vectors point."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("shape")

    def compute(self, indices: Any, updates: Any, shape: Any) -> Any:
        values, vectors = np.asarray(updates), np.asarray(indices)
        sizes = np.asarray(shape).tolist()
        usable = usable_vectors(self, vectors, tuple(sizes), "shape")
        output = zeros_like(values, sizes)
        expected = (*vectors.shape[:-1], *sizes[vectors.shape[-1] :])
        if values.shape != expected:
            raise self.invalid(
                f"Dimensions [0,{vectors.ndim - 1}) of indices[shape="
                f"{in_brackets(vectors.shape)}] must match dimensions "
                f"[0,{vectors.ndim - 1}) of updates[shape={in_brackets(values.shape)}]"
            )
        if usable is not None:
            vectors, values = vectors[usable], values[usable]
        index = tuple(np.moveaxis(vectors, -1, 0))
        np.add.at(output, (*index, Ellipsis), values)
        return output

    def input_gradients(self, d_output: Any) -> Any:
        policy = self.bad_indices_policy
        d_updates = self.op.GatherNd(d_output, self.indices, bad_indices_policy=policy)
        return None, d_updates, None
