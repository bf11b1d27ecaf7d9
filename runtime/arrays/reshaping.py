"""Public functions that return or change the shape of a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import shape_vector
from runtime.context import op_scope
from runtime.tensors.composites import convert_to_tensor as dense_tensor
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def shape(
    input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """The sizes of the axes as a vector; a constant if the static shape is known.

    >>> tf.shape([[1, 2, 3]])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    with op_scope(name, "Shape") as scope:
        tensor = convert_to_tensor(input, name="input")
        wanted = as_dtype(out_type or dtypes.int32)
        if tensor.shape.is_fully_defined():
            sizes = np.array(tensor.shape.as_ints(), wanted.numpy_dtype)
            return constant_of(sizes, wanted, scope)
        return apply_single("Shape", [tensor], {"out_type": wanted}, scope)


def shape_n(
    input: Any, out_type: DTypeLike = dtypes.int32, name: str | None = None
) -> list[Tensor]:
    """The shapes of several tensors of one dtype.

    >>> [each.numpy().tolist() for each in tf.shape_n([[1, 2], [3]])]
    [[2], [1]]
    """
    tensors = [convert_to_tensor(each) for each in input]
    attrs = {"out_type": as_dtype(out_type)}
    found: list[Tensor] = apply_op("ShapeN", [tensors], attrs, name or "ShapeN")
    return found


def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """The number of axes.

    >>> tf.rank([[1], [2]]).numpy()
    np.int32(2)
    """
    with op_scope(name, "Rank") as scope:
        tensor = convert_to_tensor(input, name="input")
        if tensor.shape.rank is not None:
            return constant_of(
                np.array(tensor.shape.rank, np.int32), dtypes.int32, scope
            )
        return apply_single("Rank", [tensor], None, scope)


def size(
    input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """The number of elements.

    >>> tf.size([[1, 2, 3]]).numpy()
    np.int32(3)
    """
    with op_scope(name, "Size") as scope:
        tensor = convert_to_tensor(input, name="input")
        wanted = as_dtype(out_type or dtypes.int32)
        count = tensor.shape.num_elements()
        if count is not None:
            return constant_of(np.array(count, wanted.numpy_dtype), wanted, scope)
        return apply_single("Size", [tensor], {"out_type": wanted}, scope)


def reshape(tensor: TensorLike, shape: Any, name: str | None = None) -> Tensor:
    """The same elements in another shape; one size may be -1 and is inferred.

    >>> tf.reshape([1, 2, 3, 4], [2, -1]).numpy().tolist()
    [[1, 2], [3, 4]]

    Raises:
      InvalidArgumentError: if the elements do not fill the shape (traced: ValueError).
    """
    if hasattr(shape, "in_rows"):
        rows: Tensor = shape.reshaped(tensor)
        return rows
    with op_scope(name, "Reshape") as scope:
        values = convert_to_tensor(tensor, name="tensor")
        sizes = shape_vector(shape, dtype_hint=dtypes.int32)
        return apply_single("Reshape", [values, sizes], None, scope)


def expand_dims(input: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """The tensor with an axis of size 1 inserted.

    >>> tf.expand_dims([1, 2], 0).shape
    TensorShape([1, 2])

    Raises:
      InvalidArgumentError: if the axis is out of range (traced: ValueError).
    """
    with op_scope(name, "ExpandDims") as scope:
        tensor = convert_to_tensor(input, name="input")
        dim = convert_to_tensor(axis, None, dtypes.int32, "dim")
        return apply_single("ExpandDims", [tensor, dim], None, scope)


def squeeze(input: TensorLike, axis: Any = None, name: str | None = None) -> Tensor:
    """Removes all axes of size 1, or the listed axes.

    >>> tf.squeeze([[[1], [2]]]).shape
    TensorShape([2])

    Raises:
      InvalidArgumentError: if a named axis has another size (traced: ValueError).
    """
    if isinstance(axis, Tensor):
        raise TypeError(f"Expected list for 'axis' argument to 'squeeze', not {axis}.")
    axes = [] if axis is None else [int(each) for each in np.ravel(axis)]
    return apply_single(
        "Squeeze", [convert_to_tensor(input)], {"squeeze_dims": axes}, name or "Squeeze"
    )


def ensure_shape(x: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """The tensor after a check of its shape, which becomes the static shape.

    >>> tf.ensure_shape([1, 2], [None]).shape
    TensorShape([2])

    Raises:
      InvalidArgumentError: if the shape does not fit.
    """
    from graphir.shapes import as_shape

    tensor = convert_to_tensor(x)
    return apply_single(
        "EnsureShape", [tensor], {"shape": as_shape(shape)}, name or "EnsureShape"
    )


def transpose(
    a: TensorLike,
    perm: TensorLike | None = None,
    conjugate: bool = False,
    name: str = "transpose",
) -> Tensor:
    """Permutes the axes; without ``perm`` reverses them.

    >>> tf.transpose([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 3], [2, 4]]

    Raises:
      InvalidArgumentError: if ``perm`` is no permutation of the axes.
    """
    with op_scope(name, "transpose") as scope:
        tensor = convert_to_tensor(a, name="a")
        if perm is None:
            perm = _reversed_axes(tensor)
        order = convert_to_tensor(perm, None, dtypes.int32, "perm")
        op = "Transpose"
        if conjugate and tensor.dtype.is_complex:
            op = "ConjugateTranspose"
        return apply_single(op, [tensor, order], None, scope)


def _reversed_axes(tensor: Tensor) -> Any:
    count = tensor.shape.rank
    if count is not None:
        return np.arange(count - 1, -1, -1, dtype=np.int32)
    found = apply_op("Rank", [tensor], None, "Rank")
    last = apply_op("Sub", [found, 1], None, "sub")
    return apply_op("Sub", [last, apply_op("Range", [0, found, 1], None, "Range")])


def tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """The tensor repeated along each axis.

    >>> tf.tile([1, 2], [2])
    <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 2, 1, 2], dtype=int32)>

    Raises:
      InvalidArgumentError: if there is not one number for each axis.
    """
    with op_scope(name, "Tile") as scope:
        tensor = convert_to_tensor(input, name="input")
        return apply_single("Tile", [tensor, multiples], None, scope)


def repeat(
    input: TensorLike, repeats: Any, axis: int | None = None, name: str | None = None
) -> Tensor:
    """Repeats elements along an axis; without an axis the tensor is flattened.

    >>> tf.repeat([1, 2], repeats=[3, 1]).numpy().tolist()
    [1, 1, 1, 2]

    Raises:
      ValueError: for an axis that does not exist.
      InvalidArgumentError: if ``repeats`` does not fit the axis.
    """
    with op_scope(name, "Repeat"):
        # ragged ones are only taken flat
        tensor = (convert_to_tensor if axis is None else dense_tensor)(input)
        rank = tensor.shape.rank
        if rank == 0:
            tensor, rank = reshape(tensor, [1]), 1
        if axis is not None and rank is not None and not -rank <= axis < rank:
            raise ValueError(
                f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}"
            )
        counts = _repeats(repeats)
        if axis is None:
            tensor, axis = reshape(tensor, [-1]), 0
        length = _size_along(tensor, axis, counts.dtype)
        size, given = tensor.shape[axis], counts.shape.num_elements()
        if None not in (size, given) and given not in (1, size):
            raise ValueError(f"Dimensions {size} and {given} are not compatible")
        repeated = _repeated_size(size, counts)
        if given is None or given == 1:
            # in graphs this also refuses another number of counts
            counts = broadcast_to(reshape(counts, [-1]), reshape(length, [1]))
        # element i stands at all places below the i-th running total
        totals = apply_op("Cumsum", [counts, 0])
        places = apply_op(
            "Range",
            [
                convert_to_tensor(0, counts.dtype),
                apply_op("Sum", [counts, [0]]),
                convert_to_tensor(1, counts.dtype),
            ],
        )
        rows = [apply_op("ExpandDims", [each, 0]) for each in (totals, places)]
        picks = apply_op("UpperBound", rows, {"out_type": dtypes.int32})
        flat = reshape(picks, [-1])
        rank = tensor.shape.rank
        if rank is not None:
            # counted from the end, for a gradient that is a tensor and no slices
            axis = axis % rank - rank
        result = apply_single("GatherV2", [tensor, flat, axis])
        if rank is not None and repeated is not None:
            sizes = list(tensor.shape)
            sizes[axis] = repeated
            result.set_shape(sizes)
        return result


def _repeated_size(size: int | None, counts: Tensor) -> int | None:
    """The length of an axis whose elements are all repeated a known number of times."""
    if size is None or counts.shape.num_elements() != 1:
        return None
    known = counts.constant_value()
    return None if known is None else size * int(np.asarray(known).item())


def _repeats(repeats: Any) -> Any:
    """How often each element is repeated, as int32 or int64."""
    counts = convert_to_tensor(repeats, dtype_hint=dtypes.int32)
    if not counts.dtype.is_integer:
        raise TypeError(f"repeats must be integers, not {counts.dtype.name}.")
    if counts.dtype not in (dtypes.int32, dtypes.int64):
        counts = apply_op("Cast", [counts], {"DstT": dtypes.int32})
    if counts.shape.rank not in (None, 0, 1):
        raise ValueError(f"Shape {counts.shape} must have rank at most 1")
    return counts


def _size_along(tensor: Tensor, axis: int, dtype: Any) -> Tensor:
    sizes = shape(tensor, out_type=dtype)
    return apply_single("GatherV2", [sizes, axis % (tensor.shape.rank or 1), 0])


def broadcast_to(input: TensorLike, shape: Any, name: str | None = None) -> Tensor:
    """The tensor spread to a larger shape by the broadcasting rules.

    >>> tf.broadcast_to([1, 2], [2, 2]).numpy().tolist()
    [[1, 2], [1, 2]]

    Raises:
      InvalidArgumentError: if the shapes do not broadcast (traced: ValueError).
    """
    if hasattr(shape, "in_rows"):
        rows: Tensor = shape.spread(input)
        return rows
    with op_scope(name, "BroadcastTo") as scope:
        tensor = convert_to_tensor(input, name="input")
        sizes = shape_vector(shape, dtype_hint=dtypes.int32)
        return apply_single("BroadcastTo", [tensor, sizes], None, scope)


def broadcast_static_shape(shape_x: TensorLike, shape_y: TensorLike) -> Shape:
    """The shape of an element-wise result of two shapes.

    >>> tf.broadcast_static_shape(tf.TensorShape([3, 1]), tf.TensorShape([4]))
    TensorShape([3, 4])

    Raises:
      ValueError: if the shapes do not broadcast.
    """
    from graphir.shapes import as_shape, broadcast_shapes

    return broadcast_shapes(as_shape(shape_x), as_shape(shape_y))


def broadcast_dynamic_shape(shape_x: TensorLike, shape_y: TensorLike) -> Any:
    """The shape to which two shapes broadcast; both are integer vectors.

    >>> tf.broadcast_dynamic_shape([3, 1], [4]).numpy().tolist()
    [3, 4]
    """
    for one, other in ((shape_x, shape_y), (shape_y, shape_x)):
        if hasattr(one, "broadcast_with"):
            return one.broadcast_with(other)
    vectors = [shape_vector(shape_x), shape_vector(shape_y)]
    return apply_single("BroadcastArgs", vectors)
