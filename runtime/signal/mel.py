"""The mel scale of pitch, and mel-frequency cepstral coefficients."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.signal.cosine_transforms import dct
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

_BREAK_HERTZ: Final = 700.0
_MEL_FACTOR: Final = 1127.0
"""The form of O'Shaughnessy, Speech Communication (1987), as HTK has it."""


def linear_to_mel_weight_matrix(
    num_mel_bins: Any = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """A matrix [spectrogram bins, mel bins] of triangular bands on the mel scale.

    >>> tf.signal.linear_to_mel_weight_matrix(4, 9).shape
    TensorShape([9, 4])

    Raises:
      ValueError: for edges or counts that make no bands.
    """
    rate, bands, bins = float(sample_rate), int(num_mel_bins), int(num_spectrogram_bins)
    _check(bands, rate, lower_edge_hertz, upper_edge_hertz)
    # the bin of frequency 0 has no mel of its own
    if bins < 1:
        raise InvalidArgumentError(
            None, None, f"num_spectrogram_bins must be positive. Got: {bins}"
        )
    hertz = np.linspace(0.0, rate / 2, bins)[1:]
    edges = np.linspace(_mel(lower_edge_hertz), _mel(upper_edge_hertz), bands + 2)
    places = _mel(hertz)[:, None]
    rising = (places - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - places) / (edges[2:] - edges[1:-1])
    weights = np.maximum(0.0, np.minimum(rising, falling))
    padded = np.concatenate([np.zeros((1, bands)), weights])
    wanted = as_dtype(dtype)
    return constant_of(padded.astype(wanted.numpy_dtype), wanted, name)


def _mel(hertz: Any) -> Any:
    return _MEL_FACTOR * np.log1p(np.asarray(hertz, np.float64) / _BREAK_HERTZ)


def _check(bands: int, rate: float, lower: float, upper: float) -> None:
    if bands <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bands}")
    if lower < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower}")
    if lower >= upper:
        raise ValueError(
            f"lower_edge_hertz {lower:.1f} >= upper_edge_hertz {upper:.1f}"
        )
    if rate <= 0.0:
        raise ValueError(f"sample_rate must be positive. Got: {rate}")
    if upper > rate / 2:
        raise ValueError(
            f"upper_edge_hertz must not be larger than the Nyquist frequency "
            f"(sample_rate / 2). Got {upper} for sample_rate: {rate}"
        )


def mfccs_from_log_mel_spectrograms(
    log_mel_spectrograms: TensorLike, name: str | None = None
) -> Tensor:
    """The cepstral coefficients of log mel spectrograms, along the last axis.

    >>> tf.signal.mfccs_from_log_mel_spectrograms(tf.ones([2, 4])).shape
    TensorShape([2, 4])

    Raises:
      ValueError: if the number of mel bins is 0 or unknown.
    """
    with op_scope(name, "mfccs_from_log_mel_spectrograms"):
        tensor = convert_to_tensor(log_mel_spectrograms)
        bands = tensor.shape[-1]
        if not bands:
            raise ValueError(f"num_mel_bins must be positive. Got: {tensor.shape}")
        scale = convert_to_tensor(1 / math.sqrt(2 * bands), tensor.dtype)
        return apply_single("Mul", [dct(tensor), scale])
