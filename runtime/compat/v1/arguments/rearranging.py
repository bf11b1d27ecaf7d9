"""Blocks, differences and entries with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.arrays import blocks
from runtime.compat.v1.neural.given import either, required
from runtime.context import op_scope
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse import rearranging as sparse_rearranging
from runtime.sparse.sparse_tensor import SparseTensor, sparse_tensor
from runtime.strings import splitting
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def batch_to_space(
    input: TensorLike,
    crops: TensorLike,
    block_size: Any = None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Items of a batch as blocks of images; one block size counts for both axes.

    >>> tf.compat.v1.batch_to_space(tf.ones([4, 1, 1, 1]), [[0, 0], [0, 0]], 2).shape
    TensorShape([1, 2, 2, 1])

    Raises:
      ValueError: unless exactly one of `block_size` and `block_shape` is passed.
    """
    sizes = _block(required(block_size=block_size, block_shape=block_shape))
    return blocks.batch_to_space(input, sizes, crops, name)


def space_to_batch(
    input: TensorLike,
    paddings: TensorLike,
    block_size: Any = None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Blocks of images as items of a batch; one block size counts for both axes.

    >>> tf.compat.v1.space_to_batch(tf.ones([1, 2, 2, 1]), [[0, 0], [0, 0]], 2).shape
    TensorShape([4, 1, 1, 1])

    Raises:
      ValueError: unless exactly one of `block_size` and `block_shape` is passed.
    """
    sizes = _block(required(block_size=block_size, block_shape=block_shape))
    return blocks.space_to_batch(input, sizes, paddings, name)


def _block(given: Any) -> Any:
    return np.array([given, given]) if isinstance(given, int) else given


class Difference(NamedTuple):
    """The elements, and their positions."""

    out: Tensor
    idx: Tensor


def setdiff1d(
    x: TensorLike,
    y: TensorLike,
    index_dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Difference:
    """The elements of one list that are not in another, and their positions.

    >>> tf.compat.v1.setdiff1d([1, 2, 3], [2]).out.numpy()
    array([1, 3], dtype=int32)
    """
    first = convert_to_tensor(x)
    inputs = [first, convert_to_tensor(y, first.dtype)]
    found = apply_op("ListDiff", inputs, {"out_idx": as_dtype(index_dtype)}, name)
    return Difference(*found)


def sparse_to_dense(
    sparse_indices: TensorLike,
    output_shape: TensorLike,
    sparse_values: TensorLike,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Values at indices, and a default elsewhere.

    >>> tf.compat.v1.sparse_to_dense([1], [3], 5).numpy()
    array([0, 5, 0], dtype=int32)

    Raises:
      InvalidArgumentError: for indices that repeat or are out of order.
    """
    values = convert_to_tensor(sparse_values)
    inputs = [
        convert_to_tensor(sparse_indices),
        convert_to_tensor(output_shape),
        values,
        convert_to_tensor(default_value, values.dtype),
    ]
    attrs = {"validate_indices": validate_indices}
    dense: Tensor = apply_op("SparseToDense", inputs, attrs, name)
    return dense


def sparse_split(
    keyword_required: Any = None,
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: TensorLike | None = None,
    name: str | None = None,
    split_dim: Any = None,
) -> list[SparseTensor]:
    """A sparse tensor in parts along an axis; takes keywords alone.

    Raises:
      ValueError: for a positional argument, or a missing one.
    """
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    along = either(axis=axis, split_dim=split_dim)
    if sp_input is None or num_split is None or along is None:
        raise ValueError("sp_input, num_split and axis are required.")
    return sparse_rearranging.split(sp_input, num_split, along, name)


def sparse_merge(
    sp_ids: Any,
    sp_values: Any,
    vocab_size: Any,
    name: str | None = None,
    already_sorted: bool = False,
) -> SparseTensor:
    """Values at the places of sparse ids: the ids replace the last axis.

    >>> ids = tf.SparseTensor([[0, 0], [1, 0]], tf.constant([2, 0], tf.int64), [2, 1])
    >>> values = tf.SparseTensor([[0, 0], [1, 0]], [5.0, 6.0], [2, 1])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_merge(ids, values, 3)).numpy()
    array([[0., 0., 5.],
           [6., 0., 0.]], dtype=float32)

    Raises:
      ValueError: if there are not as many sizes as ids.
    """
    several = isinstance(sp_ids, (list, tuple))
    ids = [sparse_tensor(each) for each in (sp_ids if several else [sp_ids])]
    sizes = list(vocab_size) if several else [vocab_size]
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    values = sparse_tensor(sp_values)
    with op_scope(name, "SparseMerge"):
        rows = apply_op(
            "StridedSlice",
            [ids[0].indices, [0, 0], [0, -1], [1, 1]],
            {"begin_mask": 3, "end_mask": 1},
        )
        columns = [apply_op("ExpandDims", [_int64(each.values), -1]) for each in ids]
        indices = apply_op("ConcatV2", [[rows, *columns], 1])
        outer = apply_op(
            "StridedSlice", [values.dense_shape, [0], [-1], [1]], {"begin_mask": 1}
        )
        inner = apply_op("Pack", [[_int64(convert_to_tensor(each)) for each in sizes]])
        shape = apply_op("ConcatV2", [[outer, inner], 0])
        made = SparseTensor(indices, values.values, shape)
        return made if already_sorted else sparse_rearranging.reorder(made)


def _int64(value: Tensor) -> Tensor:
    if value.dtype is dtypes.int64:
        return value
    cast: Tensor = apply_op("Cast", [value], {"DstT": dtypes.int64})
    return cast


def string_split(
    source: TensorLike,
    sep: TensorLike | None = None,
    skip_empty: bool = True,
    delimiter: TensorLike | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """Strings split at any character of ``sep``, by default " ".

    >>> tf.compat.v1.string_split(["a b", "c"]).values.numpy()
    array([b'a', b'b', b'c'], dtype=object)

    Raises:
      ValueError: if both `sep` and `delimiter` are passed, or for an unknown
        ``result_type``.
    """
    characters = either(sep=sep, delimiter=delimiter)
    given = [
        convert_to_tensor(source, dtypes.string),
        convert_to_tensor(" " if characters is None else characters, dtypes.string),
    ]
    found = apply_op("StringSplit", given, {"skip_empty": skip_empty}, name)
    return _pieces(SparseTensor(*found), result_type)


def strings_split(
    input: TensorLike | None = None,
    sep: TensorLike | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """The pieces of each string, at the separator or at white space.

    >>> tf.compat.v1.strings.split(["a b", "c"]).values.numpy()
    array([b'a', b'b', b'c'], dtype=object)

    Raises:
      ValueError: unless exactly one of `input` and `source` is passed, or for an
        unknown ``result_type``.
    """
    texts = convert_to_tensor(required(input=input, source=source), dtypes.string)
    if result_type == "SparseTensor" and texts.shape.rank == 0:
        texts = apply_op("ExpandDims", [texts, 0])
    ragged = splitting.split(texts, sep, maxsplit, name)
    if result_type == "RaggedTensor":
        return ragged
    return _pieces(ragged.to_sparse(), result_type)


def _pieces(found: SparseTensor, result_type: str) -> Any:
    if result_type == "SparseTensor":
        return found
    if result_type == "RaggedTensor":
        return RaggedTensor.from_sparse(found)
    raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def clip_by_average_norm(
    t: TensorLike, clip_norm: TensorLike, name: str | None = None
) -> Tensor:
    """A tensor whose norm over its number of elements is at most ``clip_norm``.

    >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], 1.0).numpy()
    array([1.2, 1.6], dtype=float32)
    """
    with op_scope(name, "clip_by_average_norm") as scope:
        value = convert_to_tensor(t, name="t")
        limit = convert_to_tensor(clip_norm, value.dtype)
        count = apply_op("Cast", [apply_op("Size", [value])], {"DstT": value.dtype})
        squares = apply_op("Mul", [value, value])
        axes = apply_op("Range", [0, apply_op("Rank", [value]), 1])
        total = apply_op("Sum", [squares, axes])
        inverse = apply_op("Mul", [apply_op("Rsqrt", [total]), count])
        factor = apply_op("Minimum", [inverse, apply_op("Reciprocal", [limit])])
        scaled = apply_op("Mul", [apply_op("Mul", [value, limit]), factor])
        clipped: Tensor = apply_op("Identity", [scaled], name=scope)
        return clipped


__all__ = [
    "batch_to_space",
    "clip_by_average_norm",
    "setdiff1d",
    "space_to_batch",
    "sparse_merge",
    "sparse_split",
    "sparse_to_dense",
    "string_split",
    "strings_split",
]
