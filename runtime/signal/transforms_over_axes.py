"""Discrete Fourier transforms over chosen axes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.rearranging import pad
from runtime.context import op_scope
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def fftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Any:
    """The Fourier transform over axes, by default all; complex64 or complex128.

    ``fft_length`` cuts each axis, or fills it with zeros. ``norm`` divides the forward
    transform ("forward"), the inverse one ("backward", the default), or both by the
    root ("ortho") of the number of elements.

    >>> tf.signal.fftnd(tf.constant([[1, 0]], tf.complex64)).numpy().tolist()
    [[(1+0j), (1+0j)]]

    Raises:
      ValueError: for another norm; lengths and axes of different numbers.
    """
    return _transformed("FFTND", input_tensor, fft_length, axes, norm, name)


def ifftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Any:
    """The inverse of ``fftnd``.

    >>> tf.signal.ifftnd(tf.constant([[2, 0]], tf.complex64)).numpy().tolist()
    [[(1+0j), (1+0j)]]

    Raises:
      ValueError: for another norm; lengths and axes of different numbers.
    """
    return _transformed("IFFTND", input_tensor, fft_length, axes, norm, name)


def rfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real numbers over axes: one half of the last axis.

    >>> tf.signal.rfftnd([[1.0, 0.0]]).numpy().tolist()
    [[(1+0j), (1+0j)]]

    Raises:
      ValueError: for another norm; lengths and axes of different numbers.
    """
    result: Tensor = _transformed("RFFTND", input_tensor, fft_length, axes, norm, name)
    return result


def irfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: TensorLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Any:
    """The inverse of ``rfftnd``; without ``fft_length`` the last size is even.

    >>> tf.signal.irfftnd(tf.constant([[2, 0]], tf.complex64)).numpy().tolist()
    [[1.0, 1.0]]

    Raises:
      ValueError: for another norm; lengths and axes of different numbers.
    """
    return _transformed("IRFFTND", input_tensor, fft_length, axes, norm, name)


_NORMS = (None, "backward", "ortho", "forward")


def _transformed(
    op: str, input: Any, fft_length: Any, axes: Any, norm: Any, name: str | None
) -> Any:
    if norm not in _NORMS:
        raise ValueError(f"norm is one of {_NORMS}, not {norm!r}.")
    hint = dtypes.float32 if op == "RFFTND" else dtypes.complex64
    with op_scope(name, op) as scope:
        tensor = convert_to_tensor(input, dtype_hint=hint, name="input")
        rank = tensor.shape.rank
        if rank is None:
            raise ValueError("The number of axes must be known.")
        if not rank:
            raise ValueError(f"{op} has no axis to transform: the input is a scalar.")
        if any(each is not None and np.ndim(each) != 1 for each in (fft_length, axes)):
            raise ValueError("fft_length and axes are lists of numbers.")
        count = None if fft_length is None else len(fft_length)
        if count is not None and count > rank:
            raise ValueError(f"fft_length has {count} entries for {rank} axes.")
        if axes is None:
            axes = range(rank) if count is None else range(rank - count, rank)
        places = [int(axis) % rank for axis in axes]
        lengths = _lengths(op, tensor, fft_length, places)
        sizes = [np.array(each, np.int32) for each in (lengths, places)]
        attrs = _attrs(op, tensor.dtype)
        found = apply_op(op, [_filled(op, tensor, lengths, places), *sizes], attrs)
        scale = _scale(op.startswith("I"), norm, math.prod(lengths))
        return apply_op(
            "Mul", [found, np.array(scale, found.dtype.numpy_dtype)], None, scope
        )


def _attrs(op: str, dtype: Any) -> dict[str, Any]:
    is_double = dtype in (dtypes.float64, dtypes.complex128)
    if op == "RFFTND":
        return {"Tcomplex": dtypes.complex128 if is_double else dtypes.complex64}
    if op == "IRFFTND":
        return {"Treal": dtypes.float64 if is_double else dtypes.float32}
    return {}


def _lengths(op: str, tensor: Any, fft_length: Any, places: list[int]) -> list[int]:
    if fft_length is not None:
        if len(fft_length) != len(places):
            raise ValueError(
                "fft_length and axes must have the same number of entries."
            )
        return [int(each) for each in fft_length]
    sizes = tensor.shape.as_list()
    found = [sizes[place] for place in places]
    if None in found:
        raise ValueError("fft_length is required if sizes are not known.")
    if op == "IRFFTND":
        found[-1] = max(2 * (found[-1] - 1), 1)
    return found


def _filled(op: str, tensor: Any, lengths: list[int], places: list[int]) -> Tensor:
    """The tensor with zeros behind axes that are shorter than their lengths."""
    sizes = tensor.shape.as_list()
    missing = [[0, 0] for _ in sizes]
    for length, place in zip(lengths, places):
        is_half = op == "IRFFTND" and place == places[-1]
        wanted = length // 2 + 1 if is_half else length
        size = wanted if sizes[place] is None else sizes[place]
        missing[place][1] = max(wanted - size, 0)
    return pad(tensor, missing) if np.any(missing) else tensor


def _scale(is_inverse: bool, norm: str | None, count: int) -> float:
    """What the result is multiplied by; the inverse is divided by the count already."""
    if norm == "ortho":
        return math.sqrt(count) if is_inverse else 1 / math.sqrt(count)
    if norm == "forward":
        return float(count) if is_inverse else 1 / count
    return 1.0
