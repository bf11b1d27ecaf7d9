"""``tf.experimental.numpy.random``: NumPy's legacy random functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.math.casting import cast
from runtime.numpy_api.conversion import as_dtype_or_none, as_tensor
from runtime.numpy_api.settings import SETTINGS
from runtime.random import sampling, seeds
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def seed(s: Any) -> None:
    """Sets the seed of this module's random functions.

    >>> tf.experimental.numpy.random.seed(3)

    Raises:
      ValueError: if the seed is no whole number.
    """
    try:
        number = int(s)
    except (TypeError, ValueError):
        raise ValueError(
            f"Argument `s` got an invalid value {s}. Only integers are supported."
        ) from None
    seeds.set_seed(number)


def _shape(size: Any) -> Any:
    if size is None:
        return []
    return [size] if isinstance(size, (int, np.integer)) else list(size)


def randn(*args: Any) -> Tensor:
    """Normal numbers of mean 0 and deviation 1; the arguments are sizes.

    >>> tf.experimental.numpy.random.randn(2, 3).shape
    TensorShape([2, 3])
    """
    return standard_normal(size=args)


def standard_normal(size: TensorLike | None = None) -> Tensor:
    """Normal numbers of mean 0 and deviation 1.

    >>> tf.experimental.numpy.random.standard_normal(2).shape
    TensorShape([2])
    """
    return sampling.normal(_shape(size), dtype=SETTINGS.default_float)


def uniform(
    low: TensorLike = 0.0, high: TensorLike = 1.0, size: TensorLike | None = None
) -> Tensor:
    """Uniform random numbers in [low, high).

    >>> tf.experimental.numpy.random.uniform(size=2).shape
    TensorShape([2])
    """
    dtype = SETTINGS.default_float
    ends = [cast(as_tensor(each), dtype) for each in (low, high)]
    shape: Any = _shape(size)
    if size is None:
        shape = apply_op("BroadcastArgs", [apply_op("Shape", [each]) for each in ends])
    result: Tensor = ends[0] + (ends[1] - ends[0]) * sampling.uniform(
        shape, dtype=dtype
    )
    return result


def random(size: TensorLike | None = None) -> Tensor:
    """Uniform random numbers in [0, 1).

    >>> tf.experimental.numpy.random.random(2).shape
    TensorShape([2])
    """
    return uniform(0.0, 1.0, size)


def rand(*size: Any) -> Tensor:
    """Uniform random numbers in [0, 1); the arguments are the sizes of the axes.

    >>> tf.experimental.numpy.random.rand(2, 3).shape
    TensorShape([2, 3])
    """
    return uniform(0.0, 1.0, size)


def poisson(lam: TensorLike = 1.0, size: TensorLike | None = None) -> Tensor:
    """Counts of events of which ``lam`` are expected; int64.

    >>> tf.experimental.numpy.random.poisson(2.0, 3).dtype
    tf.int64
    """
    if size is None:
        return sampling.poisson([], as_tensor(lam), dtype=dtypes.int64)
    rates = apply_op("BroadcastTo", [as_tensor(lam), _shape(size)])
    return sampling.poisson([], rates, dtype=dtypes.int64)


def randint(
    low: TensorLike,
    high: TensorLike | None = None,
    size: TensorLike | None = None,
    dtype: DTypeLike = np.int64,
) -> Tensor:
    """Random integers in [low, high), or in [0, low) without ``high``.

    >>> tf.experimental.numpy.random.randint(1, 2, size=3).numpy()
    array([1, 1, 1])

    Raises:
      ValueError: for a dtype that is not int32 or int64.
    """
    wanted = as_dtype_or_none(dtype)
    if wanted not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"Only int32 and int64 are supported, not {dtype}.")
    least, most = (0, low) if high is None else (low, high)
    return sampling.uniform(_shape(size), least, most, dtype=wanted)
