"""Tensor functions with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_single
from runtime.arrays import filling, indexing, rearranging, reshaping
from runtime.linalg import norms
from runtime.math import casting, division, statistics
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.tensors.composites import convert_to_tensor as converted
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def boolean_mask(
    tensor: TensorLike,
    mask: TensorLike,
    name: str = "boolean_mask",
    axis: int | None = None,
) -> Tensor:
    """The parts at which the mask is true.

    >>> tf.compat.v1.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    return indexing.boolean_mask(tensor, mask, axis, name)


def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: Any = None,
    name: str | None = None,
    axis: TensorLike | None = None,
    batch_dims: int = 0,
) -> Tensor:
    """Slices of a tensor, by their positions along an axis.

    >>> tf.compat.v1.gather([10, 20], [1]).numpy()
    array([20], dtype=int32)
    """
    return indexing.gather(params, indices, validate_indices, axis, batch_dims, name)


def batch_gather(
    params: TensorLike, indices: TensorLike, name: str | None = None
) -> Tensor:
    """Slices of each item of a batch, by positions per item.

    >>> tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy().tolist()
    [[2], [3]]
    """
    positions = converted(indices)
    rank = positions.shape.rank
    if rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return indexing.gather(params, positions, axis=rank - 1, batch_dims=rank - 1)


def pad(
    tensor: TensorLike,
    paddings: TensorLike,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: TensorLike = 0,
) -> Tensor:
    """The tensor with more around it.

    >>> tf.compat.v1.pad([1], [[1, 1]]).numpy()
    array([0, 1, 0], dtype=int32)
    """
    return rearranging.pad(tensor, paddings, mode, constant_values, name)


def where(
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Elements of ``x`` where the condition is true, of ``y`` elsewhere.

    A condition that is a vector selects whole rows. Without ``x`` and ``y``, the
    indices of the true elements.

    >>> tf.compat.v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]]).numpy()
    array([[1, 2],
           [7, 8]], dtype=int32)

    Raises:
      ValueError: if only one of ``x`` and ``y`` is passed.
    """
    if x is None and y is None:
        return indexing.where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return apply_single("Select", [condition, x, y], name=name)


def expand_dims(
    input: TensorLike,
    axis: TensorLike | None = None,
    name: str | None = None,
    dim: Any = None,
) -> Tensor:
    """The tensor with one more axis of size 1.

    >>> tf.compat.v1.expand_dims([1, 2], 0).shape
    TensorShape([1, 2])
    """
    return reshaping.expand_dims(input, _either("axis", axis, "dim", dim), name)


def squeeze(
    input: TensorLike,
    axis: TensorLike | None = None,
    name: str | None = None,
    squeeze_dims: Any = None,
) -> Tensor:
    """The tensor without its axes of size 1, or without some of them.

    >>> tf.compat.v1.squeeze([[1], [2]]).shape
    TensorShape([2])
    """
    axes = _either("axis", axis, "squeeze_dims", squeeze_dims)
    return reshaping.squeeze(input, axes, name)


def transpose(
    a: TensorLike,
    perm: TensorLike | None = None,
    name: str = "transpose",
    conjugate: bool = False,
) -> Tensor:
    """The tensor with its axes in another order.

    >>> tf.compat.v1.transpose([[1, 2]]).shape
    TensorShape([2, 1])
    """
    return reshaping.transpose(a, perm, conjugate, name)


def shape(
    input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None
) -> Tensor:
    """The shape as a tensor.

    >>> tf.compat.v1.shape([[1, 2]]).numpy()
    array([1, 2], dtype=int32)
    """
    return reshaping.shape(input, out_type or dtypes.int32, name)


def size(
    input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None
) -> Tensor:
    """The number of elements as a tensor.

    >>> tf.compat.v1.size([[1, 2]]).numpy()
    np.int32(2)
    """
    return reshaping.size(input, out_type or dtypes.int32, name)


def norm(
    tensor: TensorLike,
    ord: Any = "euclidean",
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """The norm of vectors or matrices.

    >>> tf.compat.v1.norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
    kept = _either("keepdims", keepdims, "keep_dims", keep_dims)
    return norms.norm(tensor, ord, axis, kept, name)


def count_nonzero(
    input_tensor: TensorLike | None = None,
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
    reduction_indices: TensorLike | None = None,
    keep_dims: bool | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The number of elements that are not zero.

    >>> tf.compat.v1.count_nonzero([0, 1, 2]).numpy()
    np.int64(2)
    """
    return statistics.count_nonzero(
        _either("input", input, "input_tensor", input_tensor),
        _either("axis", axis, "reduction_indices", reduction_indices),
        _either("keepdims", keepdims, "keep_dims", keep_dims),
        dtype,
        name,
    )


def convert_to_tensor(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: DTypeLike | None = None,
) -> Tensor:
    """The value as a tensor.

    >>> tf.compat.v1.convert_to_tensor(1).dtype
    tf.int32
    """
    hint = _either("dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype)
    return converted(value, dtype, hint, name)


def to_float(x: TensorLike, name: str = "ToFloat") -> Tensor:
    """The value as float32.

    >>> tf.compat.v1.to_float(1).dtype
    tf.float32
    """
    return casting.cast(x, dtypes.float32, name)


def to_double(x: TensorLike, name: str = "ToDouble") -> Tensor:
    """The value as float64.

    >>> tf.compat.v1.to_double(1).dtype
    tf.float64
    """
    return casting.cast(x, dtypes.float64, name)


def to_bfloat16(x: TensorLike, name: str = "ToBFloat16") -> Tensor:
    """The value as bfloat16.

    >>> tf.compat.v1.to_bfloat16(1).dtype
    tf.bfloat16
    """
    return casting.cast(x, dtypes.bfloat16, name)


def to_complex64(x: TensorLike, name: str = "ToComplex64") -> Tensor:
    """The value as complex64.

    >>> tf.compat.v1.to_complex64(1).dtype
    tf.complex64
    """
    return casting.cast(x, dtypes.complex64, name)


def to_complex128(x: TensorLike, name: str = "ToComplex128") -> Tensor:
    """The value as complex128.

    >>> tf.compat.v1.to_complex128(1).dtype
    tf.complex128
    """
    return casting.cast(x, dtypes.complex128, name)


def ones_like(
    tensor: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    optimize: bool = True,
) -> Tensor:
    """A tensor of ones of the shape of another.

    >>> tf.compat.v1.ones_like([1, 2]).numpy()
    array([1, 1], dtype=int32)
    """
    return filling.ones_like(tensor, dtype, name)


def zeros_like(
    tensor: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    optimize: bool = True,
) -> Tensor:
    """A tensor of zeros of the shape of another.

    >>> tf.compat.v1.zeros_like([1, 2]).numpy()
    array([0, 0], dtype=int32)
    """
    return filling.zeros_like(tensor, dtype, name)


def to_int32(x: TensorLike, name: str = "ToInt32") -> Tensor:
    """The value as int32.

    >>> tf.compat.v1.to_int32(1.5).numpy()
    np.int32(1)
    """
    return casting.cast(x, dtypes.int32, name)


def to_int64(x: TensorLike, name: str = "ToInt64") -> Tensor:
    """The value as int64.

    >>> tf.compat.v1.to_int64(1.5).numpy()
    np.int64(1)
    """
    return casting.cast(x, dtypes.int64, name)


def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The quotient as Python 2 had it: integers give the integer below.

    >>> tf.compat.v1.div(7, 2).numpy(), tf.compat.v1.div(7.0, 2.0).numpy()
    (np.int32(3), np.float32(3.5))
    """
    left = x if isinstance(x, (Tensor, RaggedTensor)) else converted(x)
    if left.dtype.is_integer:
        return division.floordiv(left, y, name)
    return division.realdiv(left, y, name)


def _either(name: str, value: Any, old_name: str, old: Any) -> Any:
    """The one of two names that an argument was given by.

    Raises:
      ValueError: if both were used.
    """
    if value is not None and old is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{name}'.")
    return old if value is None else value
