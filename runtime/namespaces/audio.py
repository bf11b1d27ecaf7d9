"""`tf.audio`: WAV files as tensors."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class DecodeWav(NamedTuple):
    """The samples and the sample rate of a WAV file."""

    audio: Any
    sample_rate: Any


def decode_wav(
    contents: TensorLike,
    desired_channels: int = -1,
    desired_samples: int = -1,
    name: str | None = None,
) -> DecodeWav:
    """The samples of a 16-bit WAV file, and the sample rate in hertz.

    ``audio`` is float32 of shape [samples, channels], from -1 to 1. If
    ``desired_channels`` exceeds the file's channels, the last channel is repeated;
    missing samples are 0.

    >>> contents = tf.audio.encode_wav([[0.5], [-0.5]], 8000)
    >>> audio, sample_rate = tf.audio.decode_wav(contents)
    >>> audio.numpy().ravel(), int(sample_rate)
    (array([ 0.5, -0.5], dtype=float32), 8000)

    Raises:
      InvalidArgumentError: for bytes that are no 16-bit WAV file.
    """
    attrs = {"desired_channels": desired_channels, "desired_samples": desired_samples}
    text = convert_to_tensor(contents, dtypes.string)
    return DecodeWav(*apply_op("DecodeWav", [text], attrs, name))


def encode_wav(
    audio: TensorLike, sample_rate: TensorLike, name: str | None = None
) -> Tensor:
    """A 16-bit WAV file of samples: float32 of shape [samples, channels], -1 to 1.

    >>> tf.audio.encode_wav([[0.0]], 8000).numpy()[:4]
    b'RIFF'

    Raises:
      InvalidArgumentError: for another rank, or a rate that is not positive.
    """
    samples = convert_to_tensor(audio, dtypes.float32)
    rate = convert_to_tensor(sample_rate, dtypes.int32)
    return apply_single("EncodeWav", [samples, rate], None, name)
