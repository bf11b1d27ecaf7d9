"""Public functions that gather, slice, select and mask elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_attr
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_argument, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def gather(
    params: TensorLike,
    indices: Any,
    validate_indices: None = None,
    axis: TensorLike | None = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Slices of ``params`` along an axis (the first after the batch axes) by index.

    >>> tf.gather([5, 6, 7], [2, 0]).numpy().tolist()
    [7, 5]

    Raises:
      InvalidArgumentError: for an index out of range.
    """
    if batch_dims == 0 and _is_first(axis) and hasattr(params, "sparse_read"):
        if hasattr(indices, "with_flat_values"):  # ragged: the rows alone are read
            flat = gather(params, indices.flat_values, name=name)
            return indices.with_flat_values(flat)  # type: ignore[no-any-return]
        if not isinstance(indices, CompositeTensor):
            rows: Tensor = params.sparse_read(indices, name=name)
            return rows
    with op_scope(name, "GatherV2") as scope:
        values = convert_to_tensor(params, name="params")
        picks = convert_to_tensor(indices, name="indices")
        position = convert_to_tensor(batch_dims if axis is None else axis, name="axis")
        attrs = {"batch_dims": batch_dims}
        return apply_single("GatherV2", [values, picks, position], attrs, scope)


def _is_first(axis: Any) -> bool:
    return axis is None or (type(axis) is int and axis == 0)


def gather_nd(
    params: Any,
    indices: TensorLike,
    batch_dims: int = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """Slices picked by the index vectors in the last axis of ``indices``.

    >>> tf.gather_nd([[1, 2], [3, 4]], [[1, 0]]).numpy().tolist()
    [3]

    Raises:
      InvalidArgumentError: for an index out of range.
    """
    is_plain = not batch_dims and not isinstance(indices, CompositeTensor)
    if is_plain and not bad_indices_policy and hasattr(params, "sparse_read"):
        found: Tensor = params.gather_nd(indices, name=name)
        return found
    with op_scope(name, "GatherNd") as scope:
        values = convert_to_tensor(params, name="params")
        picks = convert_to_tensor(indices, name="indices")
        if batch_dims:
            picks = _with_batch_indices(picks, batch_dims)
        attrs = {
            "bad_indices_policy": text_attr(bad_indices_policy, "bad_indices_policy")
        }
        return apply_single("GatherNd", [values, picks], attrs, scope)


def _with_batch_indices(indices: Tensor, batch_dims: int) -> Tensor:
    """Puts the position in each batch axis before every index vector."""
    if not indices.shape.is_fully_defined():
        return _with_staged_batch_indices(indices, batch_dims)
    sizes = indices.shape.as_ints()
    grid = np.indices(sizes[:batch_dims]).astype(indices.dtype.numpy_dtype)
    grid = grid.reshape(*grid.shape, *[1] * (len(sizes) - 1 - batch_dims))
    spread = np.broadcast_to(grid, (batch_dims, *sizes[:-1]))
    batch = convert_to_tensor(np.moveaxis(spread, 0, -1))
    return apply_single("ConcatV2", [[batch, indices], -1])


def _with_staged_batch_indices(indices: Tensor, batch_dims: int) -> Tensor:
    """The same where sizes are known only when the graph runs."""
    rank = indices.shape.rank
    if rank is None:
        raise ValueError("batch_dims needs indices of a known rank.")
    dtype = indices.dtype
    sizes: Any = apply_op("Shape", [indices], {"out_type": dtypes.int32})
    one = np.array([1], np.int32)
    spread = apply_op("ConcatV2", [[sizes[:-1], one], 0])
    parts = []
    for axis in range(batch_dims):
        places = apply_op("Range", [0, sizes[axis], 1])
        upright = apply_op("Reshape", [places, [-1, *[1] * (rank - 1 - axis)]])
        whole = apply_op("BroadcastTo", [upright, spread])
        parts.append(apply_op("Cast", [whole], {"DstT": dtype}))
    return apply_single("ConcatV2", [[*parts, indices], -1])


def slice(
    input_: TensorLike, begin: TensorLike, size: TensorLike, name: str | None = None
) -> Tensor:
    """``size`` elements of each axis from ``begin`` on; -1 is all remaining elements.

    >>> tf.slice([1, 2, 3, 4], [1], [2]).numpy().tolist()
    [2, 3]

    Raises:
      InvalidArgumentError: if the slice does not fit.
    """
    with op_scope(name, "Slice") as scope:
        tensor = convert_to_tensor(input_, name="input")
        bounds = _of_one_index_type(begin=begin, size=size)
        return apply_single("Slice", [tensor, *bounds], None, scope)


def _of_one_index_type(**vectors: Any) -> list[Tensor]:
    tensors = [convert_to_tensor(each, name=label) for label, each in vectors.items()]
    kinds = {each.dtype for each in tensors}
    if len(kinds) == 1 or not all(each.is_integer for each in kinds):
        return tensors  # the op says what it does not take
    return [apply_op("Cast", [each], {"DstT": dtypes.int64}) for each in tensors]


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """``input_[begin:end:strides]`` for vectors of bounds, interpreted by bit masks.

    >>> tf.strided_slice([1, 2, 3, 4], [0], [4], [2]).numpy().tolist()
    [1, 3]

    Raises:
      InvalidArgumentError: for a stride of 0 or an index out of range.
    """
    with op_scope(name, "StridedSlice") as scope:
        tensor = convert_to_tensor(input_, name="input")
        if strides is None:
            strides = np.ones(np.shape(begin), np.int32)
        bounds = _of_one_index_type(begin=begin, end=end, strides=strides)
        attrs = {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        }
        return apply_single("StridedSlice", [tensor, *bounds], attrs, scope)


def where(
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """``x`` where the condition holds, else ``y``; without them, the true positions.

    >>> tf.where([True, False], [1, 2], 0).numpy().tolist()
    [1, 0]
    >>> tf.where([False, True]).numpy().tolist()
    [[1]]

    Raises:
      ValueError: for ``x`` without ``y``, or ``y`` without ``x``.
      InvalidArgumentError: if the shapes do not broadcast.
    """
    if x is None and y is None:
        with op_scope(name, "Where") as scope:
            mask = convert_to_tensor(condition, name="condition")
            return apply_single("Where", [mask], None, scope)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    with op_scope(name, "SelectV2") as scope:
        mask = convert_argument(condition, dtypes.bool_, name="condition")
        known = next((each.dtype for each in (x, y) if isinstance(each, Tensor)), None)
        t = convert_to_tensor(x, dtype_hint=known, name="t")
        e = convert_to_tensor(y, dtype_hint=t.dtype, name="e")
        return apply_single("SelectV2", [mask, t, e], None, scope)


def boolean_mask(
    tensor: TensorLike,
    mask: TensorLike,
    axis: int | None = None,
    name: str = "boolean_mask",
) -> Tensor:
    """The elements (or slices) where the mask is True, along one axis.

    >>> tf.boolean_mask([1, 2, 3], [True, False, True]).numpy().tolist()
    [1, 3]

    Raises:
      ValueError: if the mask is a scalar or its shape does not fit.
    """
    from runtime.arrays.reshaping import reshape, shape

    with op_scope(name, "boolean_mask"):
        values = convert_to_tensor(tensor, name="tensor")
        marks = convert_to_tensor(mask, name="mask")
        rank, first = marks.shape.rank, 0 if axis is None else axis
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        if rank is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions "
                "are None."
            )
        first = first + (values.shape.rank or 0) if first < 0 else first
        values.shape[first : first + rank].assert_is_compatible_with(marks.shape)
        whole = shape(values)
        before, after = whole[:first], whole[first + rank :]
        flat = apply_op("ConcatV2", [[before, [-1], after], 0])
        picks = apply_op(
            "Squeeze", [where(reshape(marks, [-1]))], {"squeeze_dims": [1]}
        )
        return gather(reshape(values, flat), picks, axis=first)
