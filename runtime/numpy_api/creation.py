"""Array creation: values, shapes and ranges."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.arrays import filling
from runtime.math.casting import cast
from runtime.numpy_api.conversion import (
    as_dtype_or_none,
    as_tensor,
)
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def array(
    val: TensorLike, dtype: DTypeLike | None = None, copy: bool = True, ndmin: int = 0
) -> Tensor:
    """A tensor of a value; Python integers are int64, Python floats float64.

    >>> tf.experimental.numpy.array([1, 2.5]).dtype
    tf.float64

    Raises:
      ValueError: for lists of uneven lengths.
    """
    tensor = as_tensor(val, dtype)
    if copy:
        made = apply_op("Identity", [as_strong(tensor)])
        tensor = weak_like(made, [tensor])
    missing = ndmin - (tensor.shape.rank or 0)
    if missing <= 0:
        return tensor
    sizes = apply_op("ConcatV2", [[[1] * missing, apply_op("Shape", [tensor])], 0])
    return weak_like(apply_single("Reshape", [as_strong(tensor), sizes]), [tensor])


def asarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of a value; a tensor of the same dtype is returned unchanged.

    >>> tf.experimental.numpy.asarray([1, 2]).dtype
    tf.int64
    """
    return as_tensor(a, dtype)


def asanyarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """As ``asarray``.

    >>> tf.experimental.numpy.asanyarray([1.5]).dtype
    tf.float64
    """
    return as_tensor(a, dtype)


def ascontiguousarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of at least one axis.

    >>> tf.experimental.numpy.ascontiguousarray(1).shape
    TensorShape([1])
    """
    return array(a, dtype, ndmin=1)


def copy(a: TensorLike) -> Tensor:
    """A copy of an array.

    >>> tf.experimental.numpy.copy([1, 2]).numpy()
    array([1, 2])
    """
    result: Tensor = array(a, copy=True)
    return result


def _chosen(dtype: Any) -> DType:
    return as_dtype_or_none(dtype) or SETTINGS.default_float


def zeros(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Zeros of a shape; float64 by default.

    >>> tf.experimental.numpy.zeros(2).numpy()
    array([0., 0.])
    """
    return filling.zeros(_sizes(shape), _chosen(dtype))


def ones(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Ones of a shape; float64 by default.

    >>> tf.experimental.numpy.ones(2).numpy()
    array([1., 1.])
    """
    return filling.ones(_sizes(shape), _chosen(dtype))


def _sizes(shape: Any) -> Any:
    return [shape] if isinstance(shape, (int, np.integer)) else shape


def empty(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Zeros of a shape; no memory is left uninitialized.

    >>> tf.experimental.numpy.empty(2, "int8").numpy()
    array([0, 0], dtype=int8)
    """
    return zeros(shape, dtype)


def _like(function: Any, a: Any, dtype: Any) -> Any:
    tensor = as_tensor(a)
    if dtype is not None:
        return function(as_strong(tensor), as_dtype_or_none(dtype))
    return weak_like(function(as_strong(tensor)), [tensor])


def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of the shape and dtype of an array.

    >>> tf.experimental.numpy.zeros_like([1.5, 2]).numpy()
    array([0., 0.])
    """
    result: Tensor = _like(filling.zeros_like, a, dtype)
    return result


def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of the shape and dtype of an array.

    >>> tf.experimental.numpy.ones_like([1.5, 2]).numpy()
    array([1., 1.])
    """
    result: Tensor = _like(filling.ones_like, a, dtype)
    return result


def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of the shape and dtype of an array.

    >>> tf.experimental.numpy.empty_like([7]).numpy()
    array([0])
    """
    return zeros_like(a, dtype)


def full(
    shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike | None = None
) -> Tensor:
    """A value, broadcast to a shape.

    >>> tf.experimental.numpy.full(2, 7).numpy()
    array([7, 7])
    """
    value = as_strong(as_tensor(fill_value, dtype))
    return apply_single("BroadcastTo", [value, filling.shape_vector(_sizes(shape))])


def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
) -> Tensor:
    """A value in the shape and dtype of an array.

    >>> tf.experimental.numpy.full_like([1, 2], 7.5).numpy()
    array([7, 7])

    Raises:
      ValueError: for ``order``, ``subok`` or ``shape``, which tensors have not.
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    tensor = as_strong(as_tensor(a))
    value = as_strong(as_tensor(fill_value))
    wanted = as_dtype_or_none(dtype) or tensor.dtype
    return apply_single(
        "BroadcastTo", [cast(value, wanted), apply_op("Shape", [tensor])]
    )


def identity(n: int, dtype: DTypeLike = float) -> Tensor:
    """The square matrix with ones on its diagonal.

    >>> tf.experimental.numpy.identity(2).numpy()
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(n, n, dtype=dtype)


def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike = float) -> Tensor:
    """A matrix with ones on its ``k``-th diagonal.

    >>> tf.experimental.numpy.eye(2, 3, 1).numpy()
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    rows = np.arange(N)[:, None]
    columns = np.arange(N if M is None else M)[None, :]
    return cast(as_tensor(columns - rows == k), _chosen(dtype))


def tri(
    N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None
) -> Tensor:
    """A matrix with ones on and below its ``k``-th diagonal.

    >>> tf.experimental.numpy.tri(2, 3).numpy()
    array([[1., 0., 0.],
           [1., 1., 0.]])

    Raises:
      ValueError: for a negative number of columns.
    """
    if M is not None and M < 0:
        raise ValueError(f"Argument `M` must be a nonnegative integer. Received: M={M}")
    rows = np.arange(N)[:, None]
    columns = np.arange(N if M is None else M)[None, :]
    return cast(as_tensor(columns - rows <= k), _chosen(dtype))
