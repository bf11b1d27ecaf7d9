"""Discrete Fourier transforms, and fftshift."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.rearranging import roll
from runtime.arrays.reshaping import shape
from runtime.context import op_scope
from runtime.errors import InvalidArgumentError
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform over the last axis; complex64 or complex128.

    >>> tf.signal.fft(tf.constant([1, 0], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("FFT", input, name)


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last axis.

    >>> tf.signal.ifft(tf.constant([2, 0], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("IFFT", input, name)


def rfft(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real numbers over the last axis.

    The last axis of the result has ``n // 2 + 1`` complex numbers; the transformed axes
    are first padded with zeros or cropped to the sizes ``fft_length``.

    >>> tf.signal.rfft([1.0, 0.0]).dtype
    tf.complex64

    Raises:
      ValueError: for a dtype other than float32 and float64, or too few axes.
    """
    return _from_real("RFFT", input_tensor, fft_length, 1, name)


def irfft(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``rfft``; without ``fft_length`` the last size is even.

    >>> tf.signal.irfft(tf.constant([2, 0], tf.complex64)).dtype
    tf.float32

    Raises:
      InvalidArgumentError: for a dtype that is not complex or too few axes.
    """
    return _to_real("IRFFT", input_tensor, fft_length, 1, name)


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform over the last two axes; complex64 or complex128.

    >>> tf.signal.fft2d(tf.constant([[1, 0]], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("FFT2D", input, name)


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last two axes.

    >>> tf.signal.ifft2d(tf.constant([[2, 0]], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("IFFT2D", input, name)


def rfft2d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real numbers over the last two axes.

    The last axis of the result has ``n // 2 + 1`` complex numbers; the transformed axes
    are first padded with zeros or cropped to the sizes ``fft_length``.

    >>> tf.signal.rfft2d([[1.0, 0.0]]).dtype
    tf.complex64

    Raises:
      ValueError: for a dtype other than float32 and float64, or too few axes.
    """
    return _from_real("RFFT2D", input_tensor, fft_length, 2, name)


def irfft2d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``rfft2d``; without ``fft_length`` the last size is even.

    >>> tf.signal.irfft2d(tf.constant([[2, 0]], tf.complex64)).dtype
    tf.float32

    Raises:
      InvalidArgumentError: for a dtype that is not complex or too few axes.
    """
    return _to_real("IRFFT2D", input_tensor, fft_length, 2, name)


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform over the last three axes; complex64 or complex128.

    >>> tf.signal.fft3d(tf.constant([[[1, 0]]], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("FFT3D", input, name)


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last three axes.

    >>> tf.signal.ifft3d(tf.constant([[[2, 0]]], tf.complex64)).dtype
    tf.complex64

    Raises:
      InvalidArgumentError: for another dtype or too few axes.
    """
    return _complex_transform("IFFT3D", input, name)


def rfft3d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real numbers over the last three axes.

    The last axis of the result has ``n // 2 + 1`` complex numbers; the transformed axes
    are first padded with zeros or cropped to the sizes ``fft_length``.

    >>> tf.signal.rfft3d([[[1.0, 0.0]]]).dtype
    tf.complex64

    Raises:
      ValueError: for a dtype other than float32 and float64, or too few axes.
    """
    return _from_real("RFFT3D", input_tensor, fft_length, 3, name)


def irfft3d(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``rfft3d``; without ``fft_length`` the last size is even.

    >>> tf.signal.irfft3d(tf.constant([[[2, 0]]], tf.complex64)).dtype
    tf.float32

    Raises:
      InvalidArgumentError: for a dtype that is not complex or too few axes.
    """
    return _to_real("IRFFT3D", input_tensor, fft_length, 3, name)


def _complex_transform(op: str, input: Any, name: str | None) -> Tensor:
    with op_scope(name, op) as scope:
        tensor = convert_to_tensor(input, dtype_hint=dtypes.complex64, name="input")
        return apply_single(op, [tensor], None, scope)


def _from_real(
    op: str, input: Any, fft_length: Any, axis_count: int, name: str | None
) -> Tensor:
    with op_scope(name, op) as scope:
        tensor = convert_to_tensor(input, dtype_hint=dtypes.float32, name="input")
        if tensor.dtype not in (dtypes.float32, dtypes.float64):
            raise ValueError(
                f"RFFT requires tf.float32 or tf.float64 inputs, got: {tensor!r}"
            )
        lengths = _lengths(tensor, fft_length, axis_count)
        tensor = _filled(tensor, lengths)
        kind = dtypes.complex128 if tensor.dtype is dtypes.float64 else dtypes.complex64
        vector = np.array(lengths, np.int32)
        return apply_single(op, [tensor, vector], {"Tcomplex": kind}, scope)


def _to_real(
    op: str, input: Any, fft_length: Any, axis_count: int, name: str | None
) -> Tensor:
    with op_scope(name, op) as scope:
        tensor = convert_to_tensor(input, dtype_hint=dtypes.complex64, name="input")
        if not tensor.dtype.is_complex:
            raise ValueError(
                f"IRFFT requires tf.complex64 or tf.complex128 inputs, got: {tensor!r}"
            )
        lengths = _lengths(tensor, fft_length, axis_count)
        if fft_length is None:
            lengths[-1] = max(0, 2 * (lengths[-1] - 1))
        tensor = _filled(tensor, [*lengths[:-1], lengths[-1] // 2 + 1])
        kind = dtypes.float64 if tensor.dtype is dtypes.complex128 else dtypes.float32
        vector = np.array(lengths, np.int32)
        return apply_single(op, [tensor, vector], {"Treal": kind}, scope)


def _lengths(tensor: Tensor, fft_length: Any, axis_count: int) -> list[int]:
    if fft_length is not None:
        known = convert_to_tensor(fft_length).constant_value()
        if known is None:
            raise ValueError("fft_length must be known when the function is traced.")
        lengths = [int(length) for length in np.ravel(known)]
        if len(lengths) != axis_count:
            raise ValueError(
                f"fft_length has {len(lengths)} sizes, not {axis_count}: {lengths}"
            )
        return lengths
    shape = tensor.shape.with_rank_at_least(axis_count)
    sizes = None if shape.rank is None else shape.as_list()[-axis_count:]
    if sizes is None or None in sizes:
        raise ValueError(
            f"The transform of a tensor of shape {shape} needs fft_length: its last "
            f"sizes are not known."
        )
    return [int(size) for size in sizes if size is not None]


def _filled(tensor: Tensor, lengths: list[int]) -> Tensor:
    """Zeros after the end of each transformed axis, up to its length."""
    rank = tensor.shape.rank
    if rank is None:
        return tensor
    sizes = tensor.shape.as_list()[rank - len(lengths) :]
    missing = [
        0 if size is None else max(0, length - size)
        for size, length in zip(sizes, lengths)
    ]
    if not any(missing):
        return tensor
    paddings = [[0, 0]] * (rank - len(lengths)) + [[0, count] for count in missing]
    return apply_single("Pad", [tensor, np.array(paddings, np.int32)])


def fftshift(
    x: TensorLike, axes: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Moves frequency 0 to the middle, along all axes or the listed axes.

    >>> tf.signal.fftshift([0, 1, 2, -2, -1]).numpy().tolist()
    [-2, -1, 0, 1, 2]
    """
    return _shifted(x, axes, 1, name or "fftshift")


def ifftshift(
    x: TensorLike, axes: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The inverse of ``fftshift``.

    >>> tf.signal.ifftshift([-2, -1, 0, 1, 2]).numpy().tolist()
    [0, 1, 2, -2, -1]
    """
    return _shifted(x, axes, -1, name or "ifftshift")


def _shifted(x: Any, axes: Any, sign: int, name: str) -> Tensor:
    with op_scope(name, name):
        tensor = convert_to_tensor(x)
        rank = len(tensor.shape)
        chosen = list(range(rank)) if axes is None else np.ravel(axes).tolist()
        if any(not -rank <= axis < rank for axis in chosen):
            raise InvalidArgumentError(
                None, "Roll", f"dimension {chosen} is not one of {rank} axes"
            )
        known = [tensor.shape[axis] for axis in chosen]
        shifts: Any = np.array([sign * ((size or 0) // 2) for size in known], np.int32)
        if None in known:
            places = np.array(chosen, np.int32) % rank
            sizes = apply_op("GatherV2", [shape(tensor), places, 0])
            shifts = apply_op("Mul", [apply_op("FloorDiv", [sizes, 2]), sign])
        return roll(tensor, shifts, np.array(chosen, np.int32))
