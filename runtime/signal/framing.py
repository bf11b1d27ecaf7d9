"""Overlapping frames of signals, short-time Fourier transforms, and their inverses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import reshape, shape
from runtime.context import op_scope
from runtime.errors import InvalidArgumentError
from runtime.signal.transforms import irfft, rfft
from runtime.signal.windows import hann_window
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.conversion import constant_of
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

Window = Callable[..., Any]


def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Frames of an axis, ``frame_step`` apart: [..., frames, frame_length, ...].

    With ``pad_end`` the last frames are filled with ``pad_value``, else left out.

    >>> tf.signal.frame([1, 2, 3, 4], 2, 1).numpy().tolist()
    [[1, 2], [2, 3], [3, 4]]

    Raises:
      ValueError: if the rank or a length is not known when tracing.
      InvalidArgumentError: for a step of 0 or a negative length; steps backwards give
        no frames.
    """
    with op_scope(name, "frame"):
        tensor = convert_to_tensor(signal, name="signal")
        length, step = _known(frame_length), _known(frame_step)
        if step == 0 or length < 0:
            text = "frame_step must not be 0, nor frame_length negative: "
            raise InvalidArgumentError(None, None, f"{text}{step}, {length}")
        rank = tensor.shape.rank
        if rank is not None and rank > 0 and tensor.shape[axis] is None:
            padded = (pad_end, pad_value)
            return _framed_when_run(tensor, (length, step), axis % rank, padded)
        position, size = _axis_size(tensor, axis)
        if pad_end:
            count = max(0, -(-size // step))
            missing = max(0, length + step * (count - 1) - size)
            paddings = np.zeros((tensor.shape.rank or 0, 2), np.int32)
            paddings[position, 1] = missing
            tensor = pad(tensor, paddings, constant_values=pad_value)
        else:
            count = max(0, 1 + (size - length) // step)
        picks = np.arange(count)[:, None] * step + np.arange(length)
        return apply_single(
            "GatherV2", [tensor, picks.astype(np.int32), np.int32(position)]
        )


def _framed_when_run(
    tensor: Tensor, lengths: tuple[int, int], position: int, padded: tuple[bool, Any]
) -> Tensor:
    """The same for an axis whose size only the run knows."""
    length, step = lengths
    size: Any = shape(tensor)[position]
    count = apply_op("Maximum", [(size - length) // step + 1, 0])
    if padded[0]:
        count = -(-size // step)
        missing = apply_op("Maximum", [length + step * (count - 1) - size, 0])
        others = tensor.shape.rank or 1
        none = convert_to_tensor(np.zeros(2, np.int32))
        rows = [none] * others
        rows[position] = apply_op("Pack", [[convert_to_tensor(0), missing]])
        tensor = pad(tensor, apply_op("Pack", [rows]), constant_values=padded[1])
    starts: Any = apply_op("Range", [0, count, 1])
    picks = starts[:, None] * step + np.arange(length, dtype=np.int32)
    return apply_single("GatherV2", [tensor, picks, np.int32(position)])


def _known(value: Any) -> int:
    known = convert_to_tensor(value).constant_value()
    if known is None:
        raise ValueError("The length and step of frames must be known when tracing.")
    return int(known)


def _axis_size(tensor: Tensor, axis: int) -> tuple[int, int]:
    rank = tensor.shape.rank
    if rank is None or tensor.shape[axis] is None:
        raise ValueError(
            f"Axis {axis} of a signal of shape {tensor.shape} is not known."
        )
    size: int = tensor.shape[axis]
    return axis % rank, size


def overlap_and_add(
    signal: TensorLike, frame_step: TensorLike, name: str | None = None
) -> Tensor:
    """The sum of overlapping frames, ``frame_step`` apart.

    >>> tf.signal.overlap_and_add([[1, 1], [2, 2]], 1).numpy().tolist()
    [1, 3, 2]

    Raises:
      ValueError: for a step that is no integer, or frames of unknown shape.
    """
    with op_scope(name, "overlap_and_add"):
        tensor = convert_to_tensor(signal, name="signal")
        step_tensor = convert_to_tensor(frame_step)
        if not step_tensor.dtype.is_integer:
            raise ValueError(
                f"frame_step must be an integer. Got {step_tensor.dtype!r}"
            )
        step = _known(step_tensor)
        known = tensor.shape.with_rank_at_least(2)
        if not known.is_fully_defined():
            return _overlapped_later(tensor, step)
        *batch, frames, length = known.as_ints()
        total = (frames - 1) * step + length if frames else 0
        places = (np.arange(frames)[:, None] * step + np.arange(length)).ravel()
        # one row a sample: the axis of samples goes first for the sum by place
        rows = reshape(tensor, [int(np.prod(batch)), frames * length])
        moved = apply_op("Transpose", [rows, [1, 0]])
        summed = apply_op(
            "UnsortedSegmentSum", [moved, places.astype(np.int32), np.int32(total)]
        )
        return reshape(apply_op("Transpose", [summed, [1, 0]]), [*batch, total])


def _overlapped_later(tensor: Any, step: int) -> Tensor:
    """The same for frames whose sizes are known only when the graph runs."""
    sizes: Any = apply_op("Shape", [tensor])
    frames, length = sizes[-2], sizes[-1]
    starts = apply_op("Range", [0, frames, 1]) * step
    places = apply_op("ExpandDims", [starts, -1]) + apply_op("Range", [0, length, 1])
    some = apply_op("Minimum", [frames, 1])
    total = ((frames - 1) * step + length) * some
    count = apply_op("Prod", [sizes[:-2], 0])
    rows = reshape(tensor, apply_op("Pack", [[count, frames * length]]))
    moved = apply_op("Transpose", [rows, [1, 0]])
    flat = reshape(places, [-1])
    summed = apply_op("UnsortedSegmentSum", [moved, flat, total])
    ends = apply_op("ExpandDims", [total, 0])
    wanted = apply_op("ConcatV2", [[sizes[:-2], ends], 0])
    return reshape(apply_op("Transpose", [summed, [1, 0]]), wanted)


def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Window | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The spectra of overlapping frames: [..., frames, fft_length // 2 + 1], complex.

    >>> tf.signal.stft(tf.ones([8]), 4, 2).shape
    TensorShape([3, 3])

    Raises:
      ValueError: if a length is negative, or not known when tracing.
    """
    with op_scope(name, "stft"):
        tensor = convert_to_tensor(signals, name="signals")
        length = _known(frame_length)
        if length < 0:
            raise ValueError(f"frame_length must not be negative: {length}")
        size = _power_of_two(length) if fft_length is None else _known(fft_length)
        frames = frame(tensor, length, frame_step, pad_end)
        return rfft(_windowed(frames, length, window_fn), [size])


def _power_of_two(length: int) -> int:
    return 1 << max(0, length - 1).bit_length()


def _windowed(frames: Tensor, length: int, window_fn: Window | None) -> Tensor:
    if window_fn is None:
        return frames
    return apply_single("Mul", [frames, window_fn(length, dtype=frames.dtype)])


def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Window | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signal of short-time spectra: inverted, windowed and added.

    >>> spectra = tf.signal.stft(tf.ones([8]), 4, 2)
    >>> tf.signal.inverse_stft(spectra, 4, 2).shape
    TensorShape([8])

    Raises:
      ValueError: if a length is not known when tracing.
    """
    with op_scope(name, "inverse_stft"):
        spectra = convert_to_tensor(stfts, name="stfts")
        length = _known(frame_length)
        size = _power_of_two(length) if fft_length is None else _known(fft_length)
        frames = irfft(spectra, [size])
        if size > length:
            frames = frames[..., :length]
        elif size < length:
            paddings = np.zeros((frames.shape.rank or 0, 2), np.int32)
            paddings[-1, 1] = length - size
            frames = pad(frames, paddings)
        return overlap_and_add(_windowed(frames, length, window_fn), frame_step)


def inverse_stft_window_fn(
    frame_step: TensorLike,
    forward_window_fn: Window = hann_window,
    name: str | None = None,
) -> Window:
    """The window for ``inverse_stft`` that exactly inverts the forward window.

    >>> window = tf.signal.inverse_stft_window_fn(2)
    >>> window(4, dtype=tf.float32).shape
    TensorShape([4])
    """

    def inverse_window(frame_length: Any, dtype: Any = dtypes.float32) -> Tensor:
        step, length = _known(frame_step), _known(frame_length)
        window = forward_window_fn(length, dtype=dtype)
        known = window.constant_value()
        if known is None:
            raise ValueError("The forward window must be known when tracing.")
        overlaps = -(-length // step)
        squares = np.zeros(overlaps * step, known.dtype)
        squares[:length] = np.square(known)
        total = np.tile(squares.reshape(overlaps, step).sum(0), overlaps)[:length]
        return constant_of(known / total, window.dtype)

    return inverse_window
