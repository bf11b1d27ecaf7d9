"""Sums, means, extrema and cumulative sums along axes."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.math import reductions as reducing
from runtime.math import scans
from runtime.math.casting import cast
from runtime.numpy_api.binary import true_divide
from runtime.numpy_api.calls import axes_of, reduced, refuse_out, widened
from runtime.numpy_api.conversion import (
    as_dtype_or_none,
    as_float,
    as_tensor,
    number,
    promoted,
)
from runtime.numpy_api.elementwise import abs as absolute
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def sum(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The sum along axes; small integers and booleans are summed as int64.

    >>> tf.experimental.numpy.sum([[1, 2], [3, 4]], axis=0).numpy()
    array([4, 6])
    """
    result: Tensor = reduced(reducing.reduce_sum, a, axis, keepdims, dtype, "int")
    return result


def prod(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The product along axes; small integers and booleans are multiplied as int64.

    >>> tf.experimental.numpy.prod([2, 3, 4]).numpy()
    np.int64(24)
    """
    result: Tensor = reduced(reducing.reduce_prod, a, axis, keepdims, dtype, "int")
    return result


def mean(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    keepdims: bool | None = None,
) -> Any:
    """The mean along axes; of integers as float64.

    >>> tf.experimental.numpy.mean([1, 2, 4]).numpy().round(4)
    np.float64(2.3333)

    Raises:
      ValueError: for ``out``.
    """
    refuse_out(out)
    return reduced(reducing.reduce_mean, a, axis, keepdims, dtype, "float")


def all(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """Whether every element along axes is true, or not zero.

    >>> bool(tf.experimental.numpy.all([1, 2, 0]))
    False
    """
    values = cast(as_strong(as_tensor(a)), dtypes.bool_)
    result: Tensor = reducing.reduce_all(values, axes_of(axis), bool(keepdims))
    return result


def any(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """Whether some element along axes is true, or not zero.

    >>> bool(tf.experimental.numpy.any([1, 2, 0]))
    True
    """
    values = cast(as_strong(as_tensor(a)), dtypes.bool_)
    return reducing.reduce_any(values, axes_of(axis), bool(keepdims))


def count_nonzero(a: TensorLike, axis: TensorLike | None = None) -> Tensor:
    """The number of elements along axes that are not zero; int64.

    >>> tf.experimental.numpy.count_nonzero([1, 0, 2]).numpy()
    np.int64(2)
    """
    values = cast(as_strong(as_tensor(a)), dtypes.bool_)
    result: Tensor = reducing.reduce_sum(cast(values, dtypes.int64), axes_of(axis))
    return result


def var(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: bool | None = None,
) -> Tensor:
    """The variance along axes; ``ddof`` is subtracted from the number of elements.

    >>> tf.experimental.numpy.var([1, 3]).numpy()
    np.float64(1.0)

    Raises:
      ValueError: for ``out``.
    """
    refuse_out(out)
    tensor = as_tensor(a)
    values = as_strong(tensor)
    if dtype is not None:
        values = cast(values, as_dtype_or_none(dtype))
    values = widened(values, "float")
    is_whole = tensor.dtype.is_integer or tensor.dtype.is_bool
    if is_whole and values.dtype is dtypes.float32 and not SETTINGS.is_weak:
        values = cast(values, dtypes.float64)
    axes = axes_of(axis)
    from_mean = values - reducing.reduce_mean(values, axes, True)
    squares = _squares(from_mean)
    total = reducing.reduce_sum(squares, axes, bool(keepdims))
    count = reducing.reduce_sum(apply_op("OnesLike", [squares]), axes, bool(keepdims))
    found = total / (count - number(ddof, count.dtype))
    result: Tensor = found if dtype is None else cast(found, _real_of(dtype))
    return result


def _real_of(dtype: Any) -> DType:
    found = as_dtype_or_none(dtype)
    return found.real_dtype if found is not None else SETTINGS.default_float


def _squares(values: Any) -> Tensor:
    size = as_strong(absolute(values))
    result: Tensor = size * size
    return result


def std(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """The standard deviation along axes.

    >>> tf.experimental.numpy.std([1, 3]).numpy()
    np.float64(1.0)
    """
    return apply_single("Sqrt", [var(a, axis, keepdims=keepdims)])


def average(
    a: TensorLike,
    axis: TensorLike | None = None,
    weights: TensorLike | None = None,
    returned: bool = False,
) -> Any:
    """The mean with weights; with ``returned`` also the sum of the weights.

    >>> tf.experimental.numpy.average([1.0, 3.0], weights=[3.0, 1.0]).numpy()
    np.float64(1.5)

    Raises:
      ValueError: for weights of another shape that are no vector.
    """
    values = as_strong(as_float(a))
    if weights is None:
        found = mean(values, axis)
        count: Any = true_divide(
            cast(apply_op("Size", [values]), values.dtype),
            cast(apply_op("Size", [found]), values.dtype),
        )
        ones = apply_op("OnesLike", [found])
        return (
            (found, ones * as_strong(number(count, values.dtype)))
            if returned
            else (found)
        )
    values, shares = (as_strong(as_float(each)) for each in promoted(values, weights))
    if axis is None and shares.shape.rank != values.shape.rank:
        raise ValueError("`axis` must be given where weights have another shape.")
    shares = _along(shares, values, axis)
    total = reducing.reduce_sum(shares, axis)
    found = reducing.reduce_sum(values * shares, axis) / total
    return (found, total) if returned else found


def _along(shares: Any, values: Any, axis: Any) -> Any:
    """The weights in the shape of the values."""
    if shares.shape.rank == values.shape.rank:
        return shares
    if shares.shape.rank != 1:
        raise ValueError("Weights of another shape must be a vector.")
    sizes = [1] * values.shape.rank
    sizes[axis] = -1
    row = apply_op("Reshape", [shares, sizes])
    return apply_op("BroadcastTo", [row, apply_op("Shape", [values])])


def _without_nan(a: Any, instead: int) -> Tensor:
    tensor = as_strong(as_tensor(a))
    if not (tensor.dtype.is_floating or tensor.dtype.is_complex):
        return tensor
    is_nan = apply_op("NotEqual", [tensor, tensor])
    return apply_single("SelectV2", [is_nan, number(instead, tensor.dtype), tensor])


def nansum(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = False,
) -> Tensor:
    """The sum along axes, ignoring NaN.

    >>> tf.experimental.numpy.nansum([1.0, float("nan")]).numpy()
    np.float64(1.0)
    """
    return sum(_without_nan(a, 0), axis, dtype, keepdims)


def nanprod(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
) -> Tensor:
    """The product along axes, ignoring NaN.

    >>> tf.experimental.numpy.nanprod([3.0, float("nan")]).numpy()
    np.float64(3.0)
    """
    return prod(_without_nan(a, 1), axis, dtype, keepdims)


def nanmean(
    a: TensorLike,
    axis: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = None,
) -> Any:
    """The mean along axes, ignoring NaN.

    >>> tf.experimental.numpy.nanmean([1.0, 3.0, float("nan")]).numpy()
    np.float64(2.0)
    """
    tensor = as_strong(as_tensor(a))
    if not (tensor.dtype.is_floating or tensor.dtype.is_complex):
        return mean(tensor, axis, dtype, keepdims=keepdims)
    total = nansum(tensor, axis, dtype, keepdims)
    is_number = apply_op("Equal", [tensor, tensor])
    count = reducing.reduce_sum(
        cast(is_number, total.dtype), axes_of(axis), bool(keepdims)
    )
    return total / count


def _running(function: Any, a: Any, axis: Any, dtype: Any) -> Tensor:
    tensor = as_tensor(a, dtype)
    plain = as_strong(tensor)
    if dtype is None:
        plain = widened(plain, "int")
    if axis is None:
        plain, axis = apply_op("Reshape", [plain, [-1]]), 0
    result: Tensor = weak_like(function(plain, axis), [tensor])
    return result


def cumsum(
    a: TensorLike, axis: TensorLike | None = None, dtype: DTypeLike | None = None
) -> Tensor:
    """The sums up to each element, along an axis or of all elements.

    >>> tf.experimental.numpy.cumsum([1, 2, 3]).numpy()
    array([1, 3, 6])
    """
    return _running(scans.cumsum, a, axis, dtype)


def cumprod(
    a: TensorLike, axis: TensorLike | None = None, dtype: DTypeLike | None = None
) -> Tensor:
    """The products up to each element, along an axis or of all elements.

    >>> tf.experimental.numpy.cumprod([1, 2, 3]).numpy()
    array([1, 2, 6])
    """
    return _running(scans.cumprod, a, axis, dtype)


__all__ = [
    "all",
    "any",
    "average",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "mean",
    "nanmean",
    "nanprod",
    "nansum",
    "prod",
    "std",
    "sum",
    "var",
]
