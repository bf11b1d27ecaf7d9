"""Functions that pick elements by position, and put them back."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.arrays.filling import shape_vector
from runtime.context import op_scope
from runtime.conversion import convert_to_tensor
from runtime.tensor import Tensor


def gather(
    params: Any,
    indices: Any,
    validate_indices: None = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Slices of ``params`` along an axis (the first after the batch axes) by index.

    >>> tf.gather([5, 6, 7], [2, 0]).numpy().tolist()
    [7, 5]

    Raises:
      InvalidArgumentError: for an index out of range.
    """
    with op_scope(name, "GatherV2") as scope:
        values = convert_to_tensor(params, name="params")
        picks = convert_to_tensor(indices, name="indices")
        position = convert_to_tensor(batch_dims if axis is None else axis, name="axis")
        attrs = {"batch_dims": batch_dims}
        gathered: Tensor = apply_op("GatherV2", [values, picks, position], attrs, scope)
        return gathered


def gather_nd(
    params: Any,
    indices: Any,
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
    with op_scope(name, "GatherNd") as scope:
        values = convert_to_tensor(params, name="params")
        picks = convert_to_tensor(indices, name="indices")
        if batch_dims:
            picks = _with_batch_indices(picks, batch_dims)
        attrs = {"bad_indices_policy": bad_indices_policy.encode()}
        gathered: Tensor = apply_op("GatherNd", [values, picks], attrs, scope)
        return gathered


def _with_batch_indices(indices: Tensor, batch_dims: int) -> Tensor:
    """Puts the position in each batch axis before every index vector."""
    sizes = indices.shape.as_ints()
    grid = np.indices(sizes[:batch_dims]).astype(indices.dtype.numpy_dtype)
    grid = grid.reshape(*grid.shape, *[1] * (len(sizes) - 1 - batch_dims))
    spread = np.broadcast_to(grid, (batch_dims, *sizes[:-1]))
    batch = convert_to_tensor(np.moveaxis(spread, 0, -1))
    joined: Tensor = apply_op("ConcatV2", [[batch, indices], -1])
    return joined


def scatter_nd(
    indices: Any,
    updates: Any,
    shape: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """Zeros of that shape with the updates added where the index vectors point.

    >>> tf.scatter_nd([[1], [3]], [5, 6], [4]).numpy().tolist()
    [0, 5, 0, 6]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    with op_scope(name, "ScatterNd") as scope:
        picks = convert_to_tensor(indices, name="indices")
        values = convert_to_tensor(updates, name="updates")
        sizes = convert_to_tensor(shape_vector(shape), name="shape")
        if sizes.dtype is not picks.dtype:
            sizes = apply_op("Cast", [sizes], {"DstT": picks.dtype})
        attrs = {"bad_indices_policy": bad_indices_policy.encode()}
        scattered: Tensor = apply_op("ScatterNd", [picks, values, sizes], attrs, scope)
        return scattered


def _tensor_scatter(
    op: str, tensor: Any, indices: Any, updates: Any, name: Any
) -> Tensor:
    with op_scope(name, op) as scope:
        values = convert_to_tensor(tensor, name="tensor")
        picks = convert_to_tensor(indices, name="indices")
        new = convert_to_tensor(updates, values.dtype, name="updates")
        scattered: Tensor = apply_op(op, [values, picks, new], None, scope)
        return scattered


def tensor_scatter_nd_update(
    tensor: Any,
    indices: Any,
    updates: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The tensor with other values at the places the index vectors name.

    >>> tf.tensor_scatter_nd_update([0, 0, 0], [[1]], [9]).numpy().tolist()
    [0, 9, 0]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterUpdate", tensor, indices, updates, name)


def tensor_scatter_nd_add(
    tensor: Any,
    indices: Any,
    updates: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The tensor with updates added at the places the index vectors name.

    >>> tf.tensor_scatter_nd_add([1, 1], [[0], [0]], [2, 3]).numpy().tolist()
    [6, 1]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterAdd", tensor, indices, updates, name)


def tensor_scatter_nd_sub(
    tensor: Any,
    indices: Any,
    updates: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The tensor with updates subtracted at the places the index vectors name.

    >>> tf.tensor_scatter_nd_sub([5, 5], [[0]], [2]).numpy().tolist()
    [3, 5]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterSub", tensor, indices, updates, name)


def tensor_scatter_nd_max(
    tensor: Any,
    indices: Any,
    updates: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The larger of element and update at the places the index vectors name.

    >>> tf.tensor_scatter_nd_max([5, 5], [[0], [1]], [2, 9]).numpy().tolist()
    [5, 9]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterMax", tensor, indices, updates, name)


def tensor_scatter_nd_min(
    tensor: Any,
    indices: Any,
    updates: Any,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The smaller of element and update at the places the index vectors name.

    >>> tf.tensor_scatter_nd_min([5, 5], [[0], [1]], [2, 9]).numpy().tolist()
    [2, 5]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterMin", tensor, indices, updates, name)


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """``size`` elements of each axis from ``begin`` on; -1 is all the rest.

    >>> tf.slice([1, 2, 3, 4], [1], [2]).numpy().tolist()
    [2, 3]

    Raises:
      InvalidArgumentError: if the slice does not fit.
    """
    with op_scope(name, "Slice") as scope:
        tensor = convert_to_tensor(input_, name="input")
        bounds = _of_one_index_type(begin=begin, size=size)
        sliced: Tensor = apply_op("Slice", [tensor, *bounds], None, scope)
        return sliced


def _of_one_index_type(**vectors: Any) -> list[Tensor]:
    tensors = [convert_to_tensor(each, name=label) for label, each in vectors.items()]
    if len({each.dtype for each in tensors}) == 1:
        return tensors
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
    """``input_[begin:end:strides]`` for vectors of bounds, as the masks say.

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
        sliced: Tensor = apply_op("StridedSlice", [tensor, *bounds], attrs, scope)
        return sliced


def where(
    condition: Any, x: Any = None, y: Any = None, name: str | None = None
) -> Tensor:
    """``x`` where the condition holds, else ``y``; alone, where the condition holds.

    >>> tf.where([True, False], [1, 2], 0).numpy().tolist()
    [1, 0]
    >>> tf.where([False, True]).numpy().tolist()
    [[1]]

    Raises:
      ValueError: if only one of x and y is given.
      InvalidArgumentError: if the shapes do not broadcast.
    """
    if x is None and y is None:
        with op_scope(name, "Where") as scope:
            mask = convert_to_tensor(condition, name="condition")
            found: Tensor = apply_op("Where", [mask], None, scope)
            return found
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    with op_scope(name, "SelectV2") as scope:
        mask = convert_to_tensor(condition, dtypes.bool_, name="condition")
        known = next((each.dtype for each in (x, y) if isinstance(each, Tensor)), None)
        t = convert_to_tensor(x, dtype_hint=known, name="t")
        e = convert_to_tensor(y, dtype_hint=t.dtype, name="e")
        chosen: Tensor = apply_op("SelectV2", [mask, t, e], None, scope)
        return chosen


def boolean_mask(
    tensor: Any, mask: Any, axis: int | None = None, name: str = "boolean_mask"
) -> Tensor:
    """The elements (or slices) where the mask is True, as a vector of them.

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


def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Where each value could be put into its sorted row, before or after equals.

    >>> tf.searchsorted([1, 3, 5], [3, 4]).numpy().tolist()
    [1, 2]

    Raises:
      ValueError: for a side that is neither 'left' nor 'right'.
      InvalidArgumentError: if the leading axes differ.
    """
    from runtime.arrays.reshaping import reshape, shape

    ops = {"left": "LowerBound", "right": "UpperBound"}
    if side not in ops:
        raise ValueError(
            f"Argument `side` must be either 'right' or 'left'. Received: `side` = "
            f"'{side}'."
        )
    with op_scope(name, "searchsorted"):
        ordered = convert_to_tensor(sorted_sequence)
        wanted = convert_to_tensor(values, ordered.dtype)
        rows = [reshape(each, [-1, _last_size(each)]) for each in (ordered, wanted)]
        found = apply_op(ops[side], rows, {"out_type": as_dtype(out_type)})
        return reshape(found, shape(wanted))


def _last_size(tensor: Tensor) -> Any:
    from runtime.arrays.reshaping import shape

    size = tensor.shape[-1]
    return shape(tensor)[-1] if size is None else size


class Unique(NamedTuple):
    """What ``unique`` gives."""

    y: Tensor
    idx: Tensor


# `count` is TensorFlow's field; tuples have a method of that name, which the
# functional form hides without a word
UniqueWithCounts = namedtuple("UniqueWithCounts", ["y", "idx", "count"])


def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Unique:
    """Distinct elements in order of appearance, and for each element which it is.

    >>> y, idx = tf.unique([5, 7, 5])
    >>> y.numpy().tolist(), idx.numpy().tolist()
    ([5, 7], [0, 1, 0])

    Raises:
      InvalidArgumentError: if ``x`` is no vector.
    """
    attrs = {"out_idx": as_dtype(out_idx)}
    return Unique(*apply_op("Unique", [convert_to_tensor(x)], attrs, name or "Unique"))


def unique_with_counts(
    x: Any, out_idx: Any = dtypes.int32, name: str | None = None
) -> UniqueWithCounts:
    """The same with how often each distinct element occurs.

    >>> tf.unique_with_counts([5, 7, 5]).count.numpy().tolist()
    [2, 1]
    """
    attrs = {"out_idx": as_dtype(out_idx)}
    label = name or "UniqueWithCounts"
    found = apply_op("UniqueWithCounts", [convert_to_tensor(x)], attrs, label)
    return UniqueWithCounts(*found)


def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Tensor:
    """Flat indices as index vectors, one row of the result an axis.

    >>> tf.unravel_index([5], [2, 4]).numpy().tolist()
    [[1], [1]]

    Raises:
      InvalidArgumentError: for an index out of range.
    """
    with op_scope(name, "UnravelIndex") as scope:
        flat = convert_to_tensor(indices, name="indices")
        sizes = convert_to_tensor(dims, flat.dtype, name="dims")
        found: Tensor = apply_op("UnravelIndex", [flat, sizes], None, scope)
        return found
