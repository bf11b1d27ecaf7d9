"""Largest and smallest elements along axes, and their positions."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.math import reductions as reducing
from runtime.math.casting import cast
from runtime.math.statistics import argmax as position_of_largest
from runtime.math.statistics import argmin as position_of_smallest
from runtime.numpy_api.calls import reduced, refuse_out
from runtime.numpy_api.conversion import (
    as_tensor,
)
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def amax(
    a: TensorLike,
    axis: TensorLike | None = None,
    out: Any = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The largest element along axes.

    >>> tf.experimental.numpy.amax([1, 3, 2]).numpy()
    np.int64(3)

    Raises:
      ValueError: for ``out``.
    """
    refuse_out(out)
    result: Tensor = max(a, axis, keepdims)
    return result


def amin(
    a: TensorLike,
    axis: TensorLike | None = None,
    out: Any = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The smallest element along axes.

    >>> tf.experimental.numpy.amin([1, 3, 2]).numpy()
    np.int64(1)

    Raises:
      ValueError: for ``out``.
    """
    refuse_out(out)
    return min(a, axis, keepdims)


def _extremum(
    function: Any, for_bools: Any, a: Any, axis: Any, keepdims: Any
) -> Tensor:
    tensor = as_tensor(a)
    result: Tensor = reduced(
        for_bools if tensor.dtype.is_bool else function, tensor, axis, keepdims, None
    )
    return result


def max(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """The largest element along axes.

    >>> tf.experimental.numpy.max([[1, 3], [5, 2]], axis=1).numpy()
    array([3, 5])
    """
    return _extremum(reducing.reduce_max, reducing.reduce_any, a, axis, keepdims)


def min(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """The smallest element along axes.

    >>> tf.experimental.numpy.min([[1, 3], [5, 2]], axis=1).numpy()
    array([1, 2])
    """
    return _extremum(reducing.reduce_min, reducing.reduce_all, a, axis, keepdims)


def ptp(
    a: TensorLike, axis: TensorLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """From the smallest to the largest element along axes.

    >>> tf.experimental.numpy.ptp([4, 9, 6]).numpy()
    np.int64(5)
    """
    tensor = as_tensor(a)
    largest, smallest = (each(tensor, axis, keepdims) for each in (max, min))
    result: Tensor = weak_like(as_strong(largest) - as_strong(smallest), [tensor])
    return result


def _position(function: Any, a: Any, axis: Any) -> Tensor:
    tensor = as_strong(as_tensor(a))
    if tensor.dtype.is_bool:
        tensor = cast(tensor, dtypes.int32)
    if axis is None or tensor.shape.rank == 0:
        tensor, axis = apply_op("Reshape", [tensor, [-1]]), 0
    result: Tensor = function(tensor, axis)
    return result


def argmax(a: TensorLike, axis: TensorLike | None = None) -> Tensor:
    """The index of the largest element, along an axis or of all; int64.

    >>> tf.experimental.numpy.argmax([1, 9, 3]).numpy()
    np.int64(1)
    """
    return _position(position_of_largest, a, axis)


def argmin(a: TensorLike, axis: TensorLike | None = None) -> Tensor:
    """The index of the smallest element, along an axis or of all; int64.

    >>> tf.experimental.numpy.argmin([4, 1, 3]).numpy()
    np.int64(1)
    """
    return _position(position_of_smallest, a, axis)
