"""Public functions that concatenate, stack, split and unstack tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_argument, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def concat(values: Any, axis: TensorLike, name: str = "concat") -> Tensor:
    """Tensors concatenated along an existing axis.

    >>> tf.concat([[1, 2], [3]], 0)
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 3], dtype=int32)>

    Raises:
      InvalidArgumentError: if the sizes of other axes differ, or the axis is out of
        range.
    """
    if hasattr(type(values), "__tf_rows__"):
        return _joined_rows(values.__tf_rows__(), axis, name)
    if not isinstance(values, (list, tuple)):
        values = [values]
    with op_scope(name, "concat") as scope:
        tensors = _of_one_dtype(values, "values")
        position = convert_argument(axis, dtypes.int32, name="axis")
        if len(tensors) == 1:
            convert_to_tensor(axis, dtypes.int32, name="concat_dim")  # what it must be
            return apply_single("Identity", tensors, None, scope)
        return apply_single("ConcatV2", [tensors, position], None, scope)


def _of_one_dtype(values: Sequence[Any], label: str) -> list[Tensor]:
    """Converts values to tensors; numbers take the dtype of the first tensor."""
    known = next((each.dtype for each in values if isinstance(each, Tensor)), None)
    tensors: list[Tensor] = []
    for position, each in enumerate(values):
        name = f"{label}_{position}"
        tensor = convert_to_tensor(each, dtype_hint=known, name=name)
        known = known or tensor.dtype
        tensors.append(tensor)
    return tensors


def stack(values: Any, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors of one shape, stacked along a new axis.

    >>> tf.stack([[1, 2], [3, 4]], axis=1).numpy().tolist()
    [[1, 3], [2, 4]]

    Raises:
      InvalidArgumentError: if the shapes differ (traced: ValueError).
      ValueError: if the new axis is out of range.
      TypeError: if the argument is an iterator, or no sequence.
    """
    if hasattr(type(values), "__tf_rows__"):
        return _with_first_axis_at(values.__tf_rows__(), axis, name)
    if isinstance(values, Tensor):
        values = unstack(values)
    with op_scope(name, "stack") as scope:
        is_composite = isinstance(values, CompositeTensor)
        if axis == 0 and not is_composite and not _holds_tensors(values):
            # numbers alone: one constant, whose dtype all of them decide
            return convert_to_tensor(values, name=scope)
        if not hasattr(type(values), "__len__"):
            # an iterator is spent by the first look at it
            raise TypeError(f"tf.stack takes a list of tensors, not {values!r}.")
        tensors = _of_one_dtype(list(values), "values")
        rank = tensors[0].shape.rank if tensors else None
        if rank is not None and not -rank - 1 <= axis <= rank:
            raise ValueError(
                f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})"
            )
        return apply_single("Pack", [tensors], {"axis": axis}, scope)


def _holds_tensors(values: Any) -> bool:
    has_items = hasattr(type(values), "__len__") and not isinstance(values, np.ndarray)
    return has_items and any(isinstance(each, Tensor) for each in values)


def _with_first_axis_at(rows: Tensor, axis: int, name: str) -> Tensor:
    """The items of a list of which a graph knows the length, stacked along an axis."""
    if axis == 0:
        return rows
    rank = rows.shape.rank
    if rank is None or not -rank <= axis < rank:
        raise ValueError(
            f"Argument `axis` = {axis} not in range [{-(rank or 0)}, {rank})"
        )
    order = list(range(1, rank))
    order.insert(axis % rank, 0)
    with op_scope(name, "stack") as scope:
        return apply_single("Transpose", [rows, order], None, scope)


def _joined_rows(rows: Tensor, axis: Any, name: str) -> Tensor:
    """The items of such a list joined along an axis they have."""
    rank = rows.shape.rank
    if rank is None or not isinstance(axis, int) or not 1 - rank <= axis < rank - 1:
        raise ValueError(
            f"Argument `axis` = {axis} is no axis of the items of a list that staged "
            f"code appends to; stacked they are {rows!r}"
        )
    axis %= rank - 1
    with op_scope(name, "concat") as scope:
        moved = _with_first_axis_at(rows, axis, "stack")
        sizes = apply_op("Shape", [moved], {"out_type": dtypes.int32})
        kept = apply_op("ConcatV2", [[sizes[:axis], [-1], sizes[axis + 2 :]], 0])
        return apply_single("Reshape", [moved, kept], None, scope)


def unstack(
    value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unstack"
) -> list[Tensor]:
    """The slices of a tensor along an axis, which disappears.

    >>> [each.numpy().tolist() for each in tf.unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]

    Raises:
      ValueError: if the axis does not exist or its size is unknown.
    """
    with op_scope(name, "unstack") as scope:
        tensor = convert_to_tensor(value, name="value")
        if num is None:
            num = _known_size(tensor, axis)
        attrs = {"num": num, "axis": axis}
        parts: list[Tensor] = apply_op("Unpack", [tensor], attrs, scope)
        return parts


def _known_size(tensor: Tensor, axis: int) -> int:
    shape = tensor.shape
    if shape.rank is None:
        raise ValueError(f"Cannot infer argument `num` from shape {shape}")
    if not -shape.rank <= axis < shape.rank:
        raise ValueError(
            f"Argument `axis` = {axis} not in range [{-shape.rank}, {shape.rank})"
        )
    size = shape[axis]
    if size is None:
        raise ValueError(f"Cannot infer argument `num` from shape {shape}")
    count: int = size
    return count


def split(
    value: TensorLike,
    num_or_size_splits: Any,
    axis: TensorLike = 0,
    num: int | None = None,
    name: str = "split",
) -> list[Tensor]:
    """Splits a tensor along an axis, into equal parts or parts of explicit sizes.

    >>> [each.numpy().tolist() for each in tf.split([1, 2, 3], [1, 2])]
    [[1], [2, 3]]

    Raises:
      InvalidArgumentError: if the sizes do not add up to the axis (traced: ValueError).
    """
    with op_scope(name, "split") as scope:
        tensor = convert_to_tensor(value, name="value")
        if isinstance(num_or_size_splits, int):
            attrs = {"num_split": num_or_size_splits}
            dim = convert_to_tensor(axis, name="split_dim")
            equal: list[Tensor] = apply_op("Split", [dim, tensor], attrs, scope)
            return equal
        sizes = convert_to_tensor(num_or_size_splits)
        if sizes.shape.rank == 0:
            raise ValueError(
                "Rank-0 tensors are not supported as the num_or_size_splits "
                "argument to "
                f"split. Argument provided: {num_or_size_splits}"
            )
        count = sizes.shape.num_elements() if num is None else num
        if count is None:
            raise ValueError(
                f"Cannot infer argument `num` from shape {num_or_size_splits}"
            )
        parts: list[Tensor] = apply_op(
            "SplitV", [tensor, sizes, axis], {"num_split": count}, scope
        )
        return parts


def meshgrid(*args: Any, indexing: str = "xy", name: str = "meshgrid") -> list[Tensor]:
    """Coordinate matrices from coordinate vectors.

    >>> [each.numpy().tolist() for each in tf.meshgrid([1, 2], [3])]
    [[[1, 2]], [[3, 3]]]

    Raises:
      ValueError: for an indexing that is neither 'xy' nor 'ij'.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got "
            f"'{indexing}'"
        )
    from runtime.arrays.reshaping import broadcast_to, reshape, size

    with op_scope(name, "meshgrid"):
        count = len(args)
        vectors = []
        for position, each in enumerate(args):
            sizes = [1] * count
            sizes[position] = -1
            vectors.append(reshape(each, sizes))
        lengths = [size(vector) for vector in vectors]
        order = list(range(count))
        if indexing == "xy" and count > 1:
            order[0], order[1] = 1, 0
            for position in (0, 1):
                sizes = [1] * count
                sizes[1 - position] = -1
                vectors[position] = reshape(args[position], sizes)
        whole: Any = stack([lengths[position] for position in order]) if count else []
        return [broadcast_to(vector, whole) for vector in vectors]
