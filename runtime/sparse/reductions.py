"""Reductions of sparse tensors over axes, and segment reductions of rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.sparse.sparse_tensor import SparseTensor, sparse_tensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def reduce_sum(
    sp_input: SparseTensor,
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The sums of the entries over axes, dense or sparse.

    >>> tf.sparse.reduce_sum(tf.sparse.eye(2), axis=1).numpy().tolist()
    [1.0, 1.0]

    Raises:
      InvalidArgumentError: for an axis that does not exist.
    """
    return _reduced("SparseReduceSum", sp_input, axis, keepdims, output_is_sparse, name)


def reduce_max(
    sp_input: SparseTensor,
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The greatest entries over axes, dense or sparse; no entry is no 0.

    >>> tf.sparse.reduce_max(tf.SparseTensor([[0]], [-5], [2])).numpy().item()
    -5

    Raises:
      InvalidArgumentError: for an axis that does not exist.
    """
    return _reduced("SparseReduceMax", sp_input, axis, keepdims, output_is_sparse, name)


def _reduced(
    op: str, sp_input: Any, axis: Any, keepdims: Any, is_sparse: bool, name: str | None
) -> Any:
    entries = sparse_tensor(sp_input)
    if axis is None:
        axis = _all_axes(entries.dense_shape)
    axes = convert_to_tensor(axis, dtypes.int32)
    inputs = [*entries.components(), axes]
    attrs = {"keep_dims": bool(keepdims)}
    if is_sparse:
        return SparseTensor(*apply_op(f"{op}Sparse", inputs, attrs, name))
    return apply_op(op, inputs, attrs, name)


def _all_axes(sizes: Tensor) -> TensorLike:
    """The axes of a shape; a tensor where their number is known when it runs."""
    rank = sizes.shape[0] if sizes.shape.rank is not None else None
    if rank is not None:
        return np.arange(rank, dtype=np.int32)
    return apply_single("Range", [0, apply_single("Size", [sizes]), 1])


def segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Any:
    """Sums of picked rows that share a segment number.

    >>> tf.sparse.segment_sum([1.0, 2.0, 4.0], [0, 2], [0, 0]).numpy().tolist()
    [5.0]

    Raises:
      InvalidArgumentError: for an index out of range, or numbers that do not ascend.
    """
    parts = data, indices, segment_ids, num_segments
    return _segments("SparseSegmentSum", parts, name, sparse_gradient)


def segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Any:
    """Means of picked rows that share a segment number.

    >>> tf.sparse.segment_mean([1.0, 2.0, 4.0], [0, 2], [0, 0]).numpy().tolist()
    [2.5]

    Raises:
      InvalidArgumentError: for an index out of range, or numbers that do not ascend.
    """
    parts = data, indices, segment_ids, num_segments
    return _segments("SparseSegmentMean", parts, name, sparse_gradient)


def segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Any:
    """Sums of picked rows by segment, divided by the square root of their number.

    >>> tf.sparse.segment_sqrt_n([1.0, 1.0], [0, 1, 0, 1], [0] * 4).numpy().tolist()
    [2.0]

    Raises:
      InvalidArgumentError: for an index out of range, or numbers that do not ascend.
    """
    parts = data, indices, segment_ids, num_segments
    return _segments("SparseSegmentSqrtN", parts, name, sparse_gradient)


def _segments(op: str, parts: Any, name: str | None, sparse_gradient: bool) -> Any:
    *inputs, count = parts
    attrs = {"sparse_gradient": sparse_gradient}
    if count is None:
        return apply_op(op, inputs, attrs, name)
    return apply_op(f"{op}WithNumSegments", [*inputs, count], attrs, name)
