"""Summary values: scalars, histograms, images, audio and text."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.indexing import where
from runtime.arrays.joining import concat, stack
from runtime.arrays.ranges import linspace
from runtime.arrays.reshaping import reshape
from runtime.context import CURRENT
from runtime.debugging.comparisons import assert_non_negative
from runtime.image.codecs import encode_png
from runtime.image.colors import convert_image_dtype
from runtime.mapping.elements import map_fn
from runtime.math.casting import cast
from runtime.math.clipping import clip_by_value
from runtime.math.counting import bincount
from runtime.math.division import divide_no_nan
from runtime.math.reductions import reduce_max, reduce_min
from runtime.namespaces.audio import encode_wav
from runtime.strings.elements import as_string
from runtime.summary.encoding import plugin_metadata
from runtime.summary.writing import summary_scope, write, written_at_once
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor

_BUCKETS: Final = 30
_WAV: Final = b"\x10\x0b"
"""The page's own message: the sounds are WAV files."""

_float_bytes: Final = struct.Struct("<f").pack


@lru_cache(maxsize=1024)
def _metadata(plugin: str, description: Any, content: bytes = b"") -> bytes:
    if description is None:
        description = b""
    text = description.encode() if isinstance(description, str) else description
    return plugin_metadata(plugin.encode(), content, text)


def scalar(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes a number, as float32, to the default writer.

    Args:
      name: the name of the summary; the current name scopes are put before it.
      data: a real number without axes.
      step: the step, by default the current step of ``tf.summary``.
      description: a description for TensorBoard, as Markdown.

    Returns:
      Whether it was written, a bool scalar: False without a default writer, or if the
      condition of ``tf.summary.record_if`` is false.

    >>> import tempfile
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     tf.summary.scalar("loss", 0.5, step=1)
    <tf.Tensor: shape=(), dtype=bool, numpy=True>

    Raises:
      ValueError: if it has axes, or there is no step.
    """
    ambient = CURRENT.get()
    if (ambient is None or ambient.trace is None) and type(name) is str:
        number = _bytes_of(data)
        if number is not None:
            metadata = _metadata("scalars", description)
            done = written_at_once(name, number, step, metadata)
            if done is not None:
                return done
    metadata = _metadata("scalars", description)
    with summary_scope(name, "scalar_summary") as (tag, _):
        value = convert_to_tensor(data)
        if value.shape.rank:
            raise ValueError(f"Expected scalar shape, saw shape: {value.shape}.")
        return write(tag, cast(value, dtypes.float32), step, metadata)


def _bytes_of(data: Any) -> bytes | None:
    """A number, or a tensor of one, as a float32; None for what takes more care."""
    if type(data) is float:
        try:
            return _float_bytes(data)
        except OverflowError:
            return None  # infinite as a float32
    if type(data) is EagerTensor and data.dtype is dtypes.float32:
        array: Any = data._array
        return _float_bytes(array) if array.shape == () else None
    return None


def histogram(
    name: str,
    data: Any,
    step: Any = None,
    buckets: Any = None,
    description: str | None = None,
) -> Tensor:
    """Writes the numbers of values in buckets of equal width.

    Args:
      data: real numbers of any shape.
      buckets: the number of buckets, 30 by default; with 0 no row is written.

    Returns:
      Whether it was written: a bool scalar.

    Raises:
      ValueError: if there is no step.
    """
    metadata = _metadata("histograms", description)
    count = _BUCKETS if buckets is None else buckets
    with summary_scope(name, "histogram_summary") as (tag, _):
        return write(tag, lambda: _rows_of_buckets(data, count), step, metadata)


def _rows_of_buckets(data: Any, buckets: Any) -> Tensor:
    """For each bucket where it begins, where it ends and how many numbers it has.

    Numbers that are all the same are in the last one; without numbers all is 0.
    """
    if isinstance(buckets, int) and buckets <= 0:
        return reshape(convert_to_tensor([], dtypes.float64), [0, 3])
    values = reshape(cast(convert_to_tensor(data), dtypes.float64), [-1])
    count = apply_op("Size", [values])
    zero = convert_to_tensor(0.0, dtypes.float64)
    low = where(count > 0, reduce_min(values), zero)
    high = where(count > 0, reduce_max(values), zero)
    width = divide_no_nan(high - low, cast(buckets, dtypes.float64))
    last = cast(buckets, dtypes.int32) - 1
    places = cast(apply_op("Floor", [divide_no_nan(values - low, width)]), dtypes.int32)
    places = where(width > 0, clip_by_value(places, 0, last), last)
    counts = bincount(places, minlength=last + 1, maxlength=last + 1)
    edges = linspace(low, high, last + 2)
    numbers = cast(counts, dtypes.float64)
    return stack([edges[:-1], edges[1:], numbers], axis=1)


def image(
    name: str,
    data: TensorLike,
    step: Any = None,
    max_outputs: Any = 3,
    description: str | None = None,
) -> Tensor:
    """Writes images, as PNG files.

    Args:
      data: images [count, height, width, 1 to 4]: floats from 0 to 1, or integers.
      max_outputs: the largest number of images to write.

    Returns:
      Whether they were written: a bool scalar.

    Raises:
      InvalidArgumentError: for another number of channels, or a negative
        ``max_outputs``.
      ValueError: for another rank, or if there is no step.
    """
    metadata = _metadata("images", description)

    def files() -> Tensor:
        pixels = convert_image_dtype(images, dtypes.uint8, saturate=True)
        size = apply_op("Shape", [images])
        encoded = encode_png(_first(pixels, max_outputs))
        return concat([as_string(stack([size[2], size[1]])), encoded], 0)

    with summary_scope(name, "image_summary") as (tag, _):
        images = convert_to_tensor(data)
        _check_rank(images, 4)
        return write(tag, files, step, metadata)


def audio(
    name: str,
    data: TensorLike,
    sample_rate: Any,
    step: Any = None,
    max_outputs: Any = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes sounds, as WAV files.

    Args:
      data: samples [count, frames, channels], from -1 to 1.
      sample_rate: frames a second.
      max_outputs: the largest number of sounds to write.
      encoding: ``"wav"``, which is also the default.

    Returns:
      Whether they were written: a bool scalar.

    Raises:
      InvalidArgumentError: for a rate that is not positive, or a negative
        ``max_outputs``.
      ValueError: for another rank or encoding, or if there is no step.
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    metadata = _metadata("audio", description, _WAV)

    def encode(each: Any) -> Any:
        return encode_wav(each, sample_rate)

    def files() -> Tensor:
        chosen = cast(_first(sounds, max_outputs), dtypes.float32)
        encoded = map_fn(encode, chosen, fn_output_signature=dtypes.string)
        labels = apply_op("Fill", [apply_op("Shape", [encoded]), ""])
        return stack([encoded, labels], axis=1)

    with summary_scope(name, "audio_summary") as (tag, _):
        sounds = convert_to_tensor(data)
        _check_rank(sounds, 3)
        return write(tag, files, step, metadata)


def text(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes strings, of any shape, which are shown as Markdown, or as a table.

    Returns:
      Whether they were written: a bool scalar.

    Raises:
      TypeError: for data that are no strings.
      ValueError: if there is no step.
    """
    metadata = _metadata("text", description)
    with summary_scope(name, "text_summary") as (tag, _):
        value = convert_to_tensor(data)
        if value.dtype is not dtypes.string:
            raise TypeError(
                f"tensor must be of type tf.string; got tf.{value.dtype.name}"
            )
        return write(tag, value, step, metadata)


def _check_rank(value: Tensor, rank: int) -> None:
    found = value.shape.rank
    if found not in (None, rank):
        raise ValueError(
            f"Tensor {_name_of(value)} must have rank {rank}.  Received rank {found}, "
            f"shape {value.shape}"
        )


def _name_of(value: Tensor) -> str:
    return "" if CURRENT.get() is None else getattr(value, "name", "")


def _first(values: Tensor, most: Any) -> Any:
    """So many of the first at most.

    Raises:
      InvalidArgumentError: for a negative number.
    """
    count = convert_to_tensor(most, dtypes.int32)
    assert_non_negative(count, message="max_outputs must not be negative")
    return values[:count]


__all__ = ["audio", "histogram", "image", "scalar", "text"]
