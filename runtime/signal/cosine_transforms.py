"""Discrete cosine transforms (Ahmed et al., 1974), and the MDCT of audio codecs."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.arrays.joining import concat, split
from runtime.arrays.rearranging import pad, reverse
from runtime.context import op_scope
from runtime.signal.framing import Window, frame, overlap_and_add
from runtime.signal.transforms import irfft, rfft
from runtime.signal.windows import vorbis_window
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_INVERSE: Final = {1: 1, 2: 3, 3: 2, 4: 4}


def dct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The cosine transform of a type from 1 to 4 over the last axis.

    ``n`` cuts the axis or fills it with zeros first; ``norm='ortho'`` makes the
    transform orthonormal.

    >>> tf.signal.dct([1.0, 1.0]).numpy()
    array([4., 0.], dtype=float32)

    Raises:
      ValueError: for another type, axis or norm, or an axis of unknown size.
    """
    _check(type, n, axis, norm)
    with op_scope(name, "dct"):
        tensor = convert_to_tensor(input, dtype_hint=dtypes.float32, name="input")
        if tensor.dtype not in (dtypes.float32, dtypes.float64):
            raise TypeError(
                f"A cosine transform takes float32 or float64, not {tensor.dtype.name}."
            )
        if n is not None:
            tensor = _of_length(tensor, n)
        size = tensor.shape[-1]
        if size is None:
            raise ValueError("A cosine transform needs an axis of known size.")
        if type == 1 and size < 2:
            raise ValueError(
                "Type-I DCT requires the dimension to be greater than one."
            )
        transforms = {1: _type_1, 2: _type_2, 3: _type_3, 4: _type_4}
        result: Tensor = transforms[type](tensor, size, norm == "ortho")
        return result


def _check(type: int, n: int | None, axis: int, norm: str | None) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in _INVERSE:
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if norm not in (None, "ortho"):
        raise ValueError(
            f"Unknown normalization. Expected None or 'ortho', got: {norm}"
        )
    if type == 1 and norm == "ortho":
        raise ValueError("Normalization is not supported for the Type-I DCT.")


def _of_length(tensor: Tensor, length: int) -> Tensor:
    size = tensor.shape[-1]
    if size >= length:
        cut: Tensor = tensor[..., :length]
        return cut
    paddings = np.zeros((tensor.shape.rank or 0, 2), np.int32)
    paddings[-1, 1] = length - size
    return pad(tensor, paddings)


def _times(tensor: Tensor, weights: Any) -> Tensor:
    dtype = tensor.dtype
    factors = constant_of(np.asarray(weights).astype(dtype.numpy_dtype), dtype)
    return apply_single("Mul", [tensor, factors])


def _complex_type(dtype: DType) -> DType:
    return dtypes.complex128 if dtype is dtypes.float64 else dtypes.complex64


def _real(tensor: Tensor, dtype: DType) -> Tensor:
    return apply_single("Real", [tensor], {"Tout": dtype})


def _type_1(tensor: Tensor, size: int, ortho: bool) -> Tensor:
    mirrored = concat([tensor, reverse(tensor[..., 1:-1], [-1])], -1)
    return _real(rfft(mirrored), tensor.dtype)


def _type_2(tensor: Tensor, size: int, ortho: bool) -> Tensor:
    turns = 2 * np.exp(-1j * math.pi * np.arange(size) / (2 * size))
    spectrum = rfft(tensor, [2 * size])[..., :size]
    result = _real(_times(spectrum, turns), tensor.dtype)
    return _times(result, _ortho_weights(size)) if ortho else result


def _ortho_weights(size: int) -> Any:
    weights = np.full(size, math.sqrt(1 / (2 * size)))
    weights[0] = math.sqrt(1 / (4 * size))
    return weights


def _type_3(tensor: Tensor, size: int, ortho: bool) -> Tensor:
    if ortho:
        weights = np.full(size, math.sqrt(1 / (2 * size)))
        weights[0] = math.sqrt(1 / size)
        tensor = _times(tensor, weights)
    kind = _complex_type(tensor.dtype)
    spectrum = apply_op("Cast", [tensor], {"DstT": kind})
    turns = 2 * size * np.exp(1j * math.pi * np.arange(size) / (2 * size))
    result: Tensor = irfft(_times(spectrum, turns), [2 * size])[..., :size]
    return result


def _type_4(tensor: Tensor, size: int, ortho: bool) -> Tensor:
    kind = _complex_type(tensor.dtype)
    places = np.arange(size)
    before = np.exp(-1j * math.pi * (2 * places + 1) / (4 * size))
    turned = _times(apply_op("Cast", [tensor], {"DstT": kind}), before)
    spectrum = apply_op("FFT", [_of_length(turned, 2 * size)])[..., :size]
    after = 2 * np.exp(-1j * math.pi * places / (2 * size))
    result = _real(_times(spectrum, after), tensor.dtype)
    return _times(result, math.sqrt(1 / (2 * size))) if ortho else result


def idct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``dct`` of the same type, up to a factor.

    With ``norm='ortho'`` it is the inverse; without, twice the size times as large
    (for type 1 twice one less than the size), as in SciPy.

    >>> tf.signal.idct(tf.signal.dct([1.0, 2.0])).numpy().round(3).tolist()
    [4.0, 8.0]

    Raises:
      ValueError: for another type, axis, norm or an ``n``.
    """
    _check(type, n, axis, norm)
    with op_scope(name, "idct"):
        return dct(input, _INVERSE[type], n, axis, norm)


def mdct(
    signals: TensorLike,
    frame_length: int,
    window_fn: Window | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The lapped cosine transform of half-overlapping frames (Princen et al., 1987).

    >>> tf.signal.mdct(tf.ones([8]), 4).shape
    TensorShape([3, 2])

    Raises:
      ValueError: if ``frame_length`` is no multiple of 4.
    """
    with op_scope(name, "mdct"):
        if frame_length % 4:
            raise ValueError("The frame length must be a multiple of 4.")
        frames = frame(signals, frame_length, frame_length // 2, pad_end)
        if window_fn is not None:
            window = window_fn(frame_length, dtype=frames.dtype)
            frames = apply_op("Mul", [frames, window])
        a, b, c, d = split(frames, 4, axis=-1)
        first = apply_op("Sub", [apply_op("Neg", [reverse(c, [-1])]), d])
        second = apply_op("Sub", [a, reverse(b, [-1])])
        return dct(concat([first, second], -1), type=4, norm=norm)


def inverse_mdct(
    mdcts: TensorLike,
    window_fn: Window | None = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``mdct``; the ends of the signal lack their overlap.

    >>> tf.signal.inverse_mdct(tf.ones([3, 2])).shape
    TensorShape([8])

    Raises:
      ValueError: for fewer than two axes; for no coefficients, or a number not known.
    """
    with op_scope(name, "inverse_mdct"):
        tensor = convert_to_tensor(mdcts, name="mdcts")
        if tensor.shape.rank is not None and tensor.shape.rank < 2:
            raise ValueError(f"Shape {tensor.shape} must have rank at least 2")
        step = tensor.shape[-1]
        if not step:
            raise ValueError("inverse_mdct needs a known number of coefficients.")
        halves = dct(tensor, type=4, norm=norm)
        if norm is None:
            halves = _times(halves, 0.5 / step)
        first, second = split(halves, 2, axis=-1)
        unfolded = [
            second,
            apply_op("Neg", [reverse(second, [-1])]),
            apply_op("Neg", [reverse(first, [-1])]),
            apply_op("Neg", [first]),
        ]
        frames = concat(unfolded, -1)
        if window_fn is not None:
            window = window_fn(2 * step, dtype=frames.dtype)
            frames = apply_op("Mul", [frames, window])
        return overlap_and_add(frames, step)
