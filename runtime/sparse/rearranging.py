"""Reordering, slicing, splitting and joining of sparse tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.sparse.sparse_tensor import SparseTensor, sparse_tensor
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def _sizes(value: Any) -> Any:
    """A shape as a vector of int64."""
    if isinstance(value, (list, tuple)) and any(isinstance(n, Tensor) for n in value):
        value = convert_to_tensor(value)
    if not hasattr(value, "constant_value"):
        return convert_to_tensor(np.asarray(value, np.int64).reshape(-1))
    return apply_op("Cast", [value], {"DstT": dtypes.int64})


def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """The entries in the order of their places, row by row.

    >>> tf.sparse.reorder(tf.SparseTensor([[1], [0]], [5, 6], [2])).values.numpy()
    array([6, 5], dtype=int32)

    Raises:
      TypeError: if the input is not sparse.
    """
    entries = sparse_tensor(sp_input)
    indices, values = apply_op("SparseReorder", entries.components(), None, name)
    return SparseTensor(indices, values, entries.dense_shape)


def reshape(
    sp_input: SparseTensor, shape: ShapeLike, name: str | None = None
) -> SparseTensor:
    """The same entries in another shape; -1 is inferred.

    >>> tf.sparse.reshape(tf.sparse.eye(2), [4]).indices.numpy().tolist()
    [[0], [3]]

    Raises:
      InvalidArgumentError: if the number of elements differs.
    """
    entries = sparse_tensor(sp_input)
    inputs = [entries.indices, entries.dense_shape, _sizes(shape)]
    indices, sizes = apply_op("SparseReshape", inputs, None, name)
    return SparseTensor(indices, entries.values, sizes)


def reset_shape(sp_input: SparseTensor, new_shape: Any = None) -> SparseTensor:
    """The same entries in the smallest possible shape, or in ``new_shape``.

    >>> tf.sparse.reset_shape(tf.SparseTensor([[0, 1]], [5], [9, 9])).shape
    TensorShape([1, 2])

    Raises:
      ValueError: for a shape that is too small, or of another rank.
    """
    entries = sparse_tensor(sp_input)
    if new_shape is None:
        least = apply_op("Max", [entries.indices, 0])
        shape = apply_op("Maximum", [least + 1, apply_op("ZerosLike", [least])])
        return SparseTensor(entries.indices, entries.values, shape)
    shape = _sizes(new_shape)
    shape.shape.assert_is_compatible_with(entries.dense_shape.shape)
    wanted, own = shape.constant_value(), entries.dense_shape.constant_value()
    if wanted is not None and own is not None and (wanted < own).any():
        raise ValueError(
            f"Requested new_shape should have dimension sizes >= sp_input.shape.  "
            f"Found new_shape ({wanted}), sp_input.shape ({own})."
        )
    return SparseTensor(entries.indices, entries.values, shape)


def retain(sp_input: SparseTensor, to_retain: TensorLike) -> SparseTensor:
    """The entries marked in a vector.

    >>> tf.sparse.retain(tf.sparse.eye(2), [False, True]).indices.numpy().tolist()
    [[1, 1]]

    Raises:
      ValueError: if there is not one mark for each entry.
    """
    entries = sparse_tensor(sp_input)
    marks: Any = convert_to_tensor(to_retain, dtypes.bool_)
    marks.shape[:1].assert_is_compatible_with(entries.values.shape[:1])
    places = apply_op("Reshape", [apply_op("Where", [marks]), [-1]])
    indices = apply_op("GatherV2", [entries.indices, places, 0])
    values = apply_op("GatherV2", [entries.values, places, 0])
    return SparseTensor(indices, values, entries.dense_shape)


def slice(
    sp_input: SparseTensor, start: TensorLike, size: TensorLike, name: str | None = None
) -> SparseTensor:
    """The entries inside a box, with indices relative to its corner.

    >>> tf.sparse.slice(tf.sparse.eye(3), [1, 1], [2, 2]).indices.numpy().tolist()
    [[0, 0], [1, 1]]

    Raises:
      InvalidArgumentError: for a box of another rank.
    """
    entries = sparse_tensor(sp_input)
    inputs = [*entries.components(), _sizes(start), _sizes(size)]
    return SparseTensor(*apply_op("SparseSlice", inputs, None, name))


def split(
    sp_input: Any = None,
    num_split: int | None = None,
    axis: TensorLike | None = None,
    name: str | None = None,
) -> list[SparseTensor]:
    """Splits along an axis; the first parts are longer if the division is not exact.

    >>> [part.shape for part in tf.sparse.split(tf.sparse.eye(3), 2, axis=0)]
    [TensorShape([2, 3]), TensorShape([1, 3])]

    Raises:
      ValueError: if an argument is missing.
      InvalidArgumentError: for more parts than the axis has places.
    """
    for label, given in (
        ("num_split", num_split),
        ("axis", axis),
        ("sp_input", sp_input),
    ):
        if given is None:
            raise ValueError(f"{label} is required")
    entries = sparse_tensor(sp_input)
    place = apply_op("Cast", [convert_to_tensor(axis)], {"DstT": dtypes.int64})
    columns = apply_op(
        "SparseSplit", [place, *entries.components()], {"num_split": num_split}, name
    )
    return [SparseTensor(*parts) for parts in zip(*columns)]


def concat(
    axis: int,
    sp_inputs: Sequence[Any],
    expand_nonconcat_dims: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """Concatenates sparse tensors along an axis.

    ``expand_nonconcat_dims``: the other axes may differ; the greatest size counts.

    >>> tf.sparse.concat(0, [tf.sparse.eye(2), tf.sparse.eye(2)]).shape
    TensorShape([4, 2])

    Raises:
      InvalidArgumentError: if the shapes do not fit.
    """
    if isinstance(sp_inputs, SparseTensor):
        sp_inputs = [sp_inputs]
    tensors = [sparse_tensor(each) for each in sp_inputs]
    if len(tensors) == 1:
        return tensors[0]
    shapes = [each.dense_shape for each in tensors]
    if expand_nonconcat_dims:
        shapes = _expanded(shapes, axis)
    inputs = [
        [each.indices for each in tensors],
        [each.values for each in tensors],
        shapes,
    ]
    return SparseTensor(*apply_op("SparseConcat", inputs, {"concat_dim": axis}, name))


def _expanded(shapes: list[Any], axis: int) -> list[Any]:
    greatest = apply_op("Max", [apply_op("Pack", [shapes], {"axis": 0}), 0])
    rank = greatest.shape[0]
    place = axis % rank
    return [
        apply_op(
            "ConcatV2",
            [[greatest[:place], each[place : place + 1], greatest[place + 1 :]], 0],
        )
        for each in shapes
    ]


def transpose(
    sp_input: SparseTensor, perm: TensorLike | None = None, name: str | None = None
) -> SparseTensor:
    """Permutes the axes, by default in reverse; entries are reordered.

    >>> entries = tf.SparseTensor([[0, 2]], [5], [2, 3])
    >>> tf.sparse.transpose(entries).indices.numpy().tolist()
    [[2, 0]]

    Raises:
      TypeError: if the input is not sparse.
    """
    entries = sparse_tensor(sp_input)
    if perm is None:
        perm = np.arange(entries.dense_shape.shape[0], dtype=np.int32)[::-1]
    if not hasattr(perm, "constant_value"):
        perm = np.asarray(perm, np.int32)
    order = convert_to_tensor(perm)
    order.shape.assert_is_compatible_with(entries.dense_shape.shape)
    indices = apply_op("GatherV2", [entries.indices, order, 1])
    shape = apply_op("GatherV2", [entries.dense_shape, order, 0])
    return reorder(SparseTensor(indices, entries.values, shape))
