"""Construction of sparse tensors, and conversion to and from dense tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.sparse.sparse_tensor import SparseTensor, sparse_tensor
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """The elements that are not 0 (not empty) as entries.

    >>> tf.sparse.from_dense([[0, 5], [0, 0]]).indices.numpy().tolist()
    [[0, 1]]
    """
    dense: Any = convert_to_tensor(tensor)
    nothing = b"" if dense.dtype is dtypes.string else 0
    zero = constant_of(np.array(nothing, dense.dtype.numpy_dtype), dense.dtype)
    places = apply_op("Where", [apply_op("NotEqual", [dense, zero])])
    shape = apply_op("Shape", [dense], {"out_type": dtypes.int64})
    return SparseTensor(places, apply_op("GatherNd", [dense, places]), shape)


def to_dense(
    sp_input: SparseTensor,
    default_value: Any = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """The dense tensor, with ``default_value`` (0, or empty) at missing entries.

    >>> tf.sparse.to_dense(tf.SparseTensor([[1]], [7], [3])).numpy().tolist()
    [0, 7, 0]

    Raises:
      TypeError: if the input is not sparse.
      InvalidArgumentError: for places outside, repeated, or out of order.
    """
    entries = sparse_tensor(sp_input)
    if default_value is None:
        nothing = b"" if entries.dtype is dtypes.string else 0
        default_value = np.array(nothing, entries.dtype.numpy_dtype)
    default = convert_to_tensor(default_value, entries.dtype)
    inputs = [entries.indices, entries.dense_shape, entries.values, default]
    attrs = {"validate_indices": validate_indices}
    return apply_single("SparseToDense", inputs, attrs, name or "SparseToDense")


def to_indicator(
    sp_input: SparseTensor, vocab_size: Any, name: str | None = None
) -> Tensor:
    """Which numbers below ``vocab_size`` each row of entries has.

    >>> rows = tf.SparseTensor([[0, 0], [1, 0]], [2, 0], [2, 1])
    >>> tf.sparse.to_indicator(rows, 3).numpy().tolist()
    [[False, False, True], [True, False, False]]

    Raises:
      TypeError: if the input is not sparse.
      InvalidArgumentError: for a number out of range.
    """
    entries = sparse_tensor(sp_input)
    places = apply_op("Cast", [entries.values], {"DstT": dtypes.int64})
    column = apply_op("ExpandDims", [places, 1])
    moved = apply_op("ConcatV2", [[entries.indices[:, :-1], column], 1])
    size = apply_op("Cast", [convert_to_tensor(vocab_size)], {"DstT": dtypes.int64})
    last = apply_op("ExpandDims", [size, 0])
    shape = apply_op("ConcatV2", [[entries.dense_shape[:-1], last], 0])
    inputs = [moved, shape, constant_of(np.True_, dtypes.bool_), False]
    attrs = {"validate_indices": False}
    return apply_single("SparseToDense", inputs, attrs, name)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> SparseTensor:
    """The identity matrix as a sparse tensor.

    >>> tf.sparse.eye(2).indices.numpy().tolist()
    [[0, 0], [1, 1]]
    """
    rows = int(num_rows)
    columns = rows if num_columns is None else int(num_columns)
    places = np.arange(min(rows, columns), dtype=np.int64)
    wanted = as_dtype(dtype)
    ones = constant_of(np.ones(len(places), wanted.numpy_dtype), wanted)
    return SparseTensor(np.stack([places, places], 1), ones, [rows, columns])


def expand_dims(
    sp_input: SparseTensor, axis: Any = None, name: str | None = None
) -> SparseTensor:
    """Inserts an axis of size 1, by default the last.

    >>> tf.sparse.expand_dims(tf.sparse.eye(2), 0).shape
    TensorShape([1, 2, 2])

    Raises:
      TypeError: if the input is not sparse.
      InvalidArgumentError: for an axis that does not exist.
    """
    entries = sparse_tensor(sp_input)
    rank = entries.dense_shape.shape[0]
    place = -1 if axis is None else int(axis)
    if rank is None:
        return _expanded(entries, place)
    place = place + rank + 1 if place < 0 else place
    sizes, places = entries.dense_shape, entries.indices
    # a slice that is refused says which axis does not exist
    before = apply_op("Slice", [sizes, [0], [place]])
    one = constant_of(np.ones(1, np.int64), dtypes.int64)
    shape = apply_op("ConcatV2", [[before, one, sizes[place:]], 0])
    zeros = apply_op("ZerosLike", [places[:, :1]])
    if not rank:
        zeros = apply_op("ZerosLike", [apply_op("Where", [entries.values == 0])])
    parts = [places[:, :place], zeros, places[:, place:]]
    return SparseTensor(apply_op("ConcatV2", [parts, 1]), entries.values, shape)


def _expanded(entries: SparseTensor, axis: int) -> SparseTensor:
    """With a new axis, where the rank has no value yet."""
    place: int | None = axis + 1 if axis < 0 else axis
    if axis == -1:
        place = None
    sizes, places = entries.dense_shape, entries.indices
    one = constant_of(np.ones(1, np.int64), dtypes.int64)
    rows = apply_op("Shape", [entries.values], {"out_type": dtypes.int64})
    zeros = apply_op("Fill", [apply_op("ConcatV2", [[rows, one], 0]), np.int64(0)])
    after_sizes = [] if place is None else [sizes[place:]]
    after_places = [] if place is None else [places[:, place:]]
    shape = apply_op("ConcatV2", [[sizes[:place], one, *after_sizes], 0])
    indices = apply_op("ConcatV2", [[places[:, :place], zeros, *after_places], 1])
    return SparseTensor(indices, entries.values, shape)


def fill_empty_rows(
    sp_input: SparseTensor, default_value: Any, name: str | None = None
) -> tuple[SparseTensor, Any]:
    """Adds an entry in the first column of empty rows; also returns which were empty.

    >>> filled, was_empty = tf.sparse.fill_empty_rows(
    ...     tf.SparseTensor([[0, 1]], [5], [2, 2]), 9
    ... )
    >>> filled.values.numpy().tolist(), was_empty.numpy().tolist()
    ([5, 9], [False, True])

    Raises:
      TypeError: if the input is not sparse.
    """
    entries = sparse_tensor(sp_input)
    default = convert_to_tensor(default_value, entries.dtype)
    indices, values, is_empty, _ = apply_op(
        "SparseFillEmptyRows", [*entries.components(), default], None, name
    )
    return SparseTensor(indices, values, entries.dense_shape), is_empty


def mask(a: TensorLike, mask_indices: Any, name: str | None = None) -> IndexedSlices:
    """The slices whose indices are not in a list.

    >>> slices = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([4, 7]))
    >>> tf.sparse.mask(slices, [4]).indices.numpy().tolist()
    [7]

    Raises:
      TypeError: if the argument is no IndexedSlices.
    """
    if not isinstance(a, IndexedSlices):
        raise TypeError(f"tf.sparse.mask takes IndexedSlices, not {a!r}.")
    kept, places = apply_op("ListDiff", [a.indices, convert_to_tensor(mask_indices)])
    values = apply_op("GatherV2", [a.values, places, 0])
    return IndexedSlices(values, kept, a.dense_shape)
