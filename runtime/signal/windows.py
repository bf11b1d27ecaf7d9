"""Window functions: weights by which the samples of a frame are multiplied."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.errors import InvalidArgumentError
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.conversion import constant_of
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def hann_window(
    window_length: TensorLike,
    periodic: bool = True,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Hann's raised cosine; the periodic form is for Fourier transforms.

    >>> tf.signal.hann_window(4).numpy()
    array([0. , 0.5, 1. , 0.5], dtype=float32)

    Raises:
      ValueError: for a dtype that is not floating.
    """
    return _raised_cosine(window_length, periodic, dtype, 0.5, name)


def hamming_window(
    window_length: TensorLike,
    periodic: bool = True,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Hamming's raised cosine, which does not fall to 0.

    >>> tf.signal.hamming_window(4).numpy()
    array([0.08, 0.54, 1.  , 0.54], dtype=float32)

    Raises:
      ValueError: for a dtype that is not floating.
    """
    return _raised_cosine(window_length, periodic, dtype, 0.54, name)


def _raised_cosine(
    window_length: Any, periodic: bool, dtype: Any, level: float, name: str | None
) -> Tensor:
    count = _length(window_length)
    if count == 1:
        return _window(np.ones(1), dtype, name)
    period = count - 1 + (1 if periodic and count % 2 == 0 else 0)
    angles = 2 * math.pi * np.arange(count) / period
    return _window(level - (1 - level) * np.cos(angles), dtype, name)


def _length(window_length: Any) -> int:
    known = convert_to_tensor(window_length).constant_value()
    if known is None:
        raise ValueError("The length of a window must be known when tracing.")
    if int(known) < 0:
        raise InvalidArgumentError(
            None, None, f"A window has no negative length: {known}"
        )
    return int(known)


def _window(weights: Any, dtype: Any, name: str | None) -> Tensor:
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {wanted!r}")
    return constant_of(weights.astype(wanted.numpy_dtype), wanted, name)


def vorbis_window(
    window_length: TensorLike,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The power-complementary window of the Vorbis codec.

    >>> tf.signal.vorbis_window(2).numpy()
    array([0.70710677, 0.70710677], dtype=float32)

    Raises:
      ValueError: for a dtype that is not floating.
    """
    count = _length(window_length)
    inner = np.sin(math.pi / count * (np.arange(count) + 0.5)) if count else np.zeros(0)
    return _window(np.sin(math.pi / 2 * np.square(inner)), dtype, name)


def kaiser_window(
    window_length: TensorLike,
    beta: float = 12.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Kaiser's window; a larger beta is narrower.

    >>> tf.signal.kaiser_window(3, beta=0.0).numpy().tolist()
    [1.0, 1.0, 1.0]

    Raises:
      ValueError: for a dtype that is not floating.
    """
    return _window(_kaiser(_length(window_length), beta), dtype, name)


def _kaiser(count: int, beta: Any) -> Any:
    return np.kaiser(count, float(beta)) if count > 1 else np.ones(count)


def kaiser_bessel_derived_window(
    window_length: TensorLike,
    beta: float = 12.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The power-complementary window made from half a Kaiser window.

    >>> tf.signal.kaiser_bessel_derived_window(2).numpy()
    array([0.70710677, 0.70710677], dtype=float32)

    Raises:
      ValueError: for a dtype that is not floating.
    """
    sums = np.cumsum(_kaiser(_length(window_length) // 2 + 1, beta))
    half = np.sqrt(sums[:-1] / sums[-1])
    return _window(np.concatenate([half, half[::-1]]), dtype, name)
