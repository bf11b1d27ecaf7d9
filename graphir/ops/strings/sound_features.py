"""Features of sounds: spectrograms, and cepstral coefficients of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import UNKNOWN, Shape


def _power_of_two(size: int) -> int:
    """The least power of two that is not less."""
    return 1 << (size - 1).bit_length()


class AudioSpectrogram(
    Op,
    signature="""
        AudioSpectrogram(input: float) -> (spectrogram: float)
        | window_size: int; stride: int; magnitude_squared: bool = False
    """,
):
    """Magnitudes by channel, window and frequency; windows are Hann's."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        samples = self.input.shape.with_rank(2)
        if self.window_size < 2 or self.stride < 1:
            raise ValueError(
                f"window_size {self.window_size} or stride {self.stride} is too small."
            )
        width = 1 + _power_of_two(self.window_size) // 2
        if samples.rank is None:
            return Shape([None, None, width])
        count = samples[0]
        if count is not None:
            count = self._windows(count)
        return Shape([samples[1], count, width])

    def _windows(self, samples: int) -> int:
        missing = samples - self.window_size
        return 0 if missing < 0 else 1 + missing // self.stride

    def compute(self, input: Any) -> Any:
        if input.ndim != 2:
            raise self.invalid(
                f"input must be 2-dimensional: [{','.join(map(str, input.shape))}]"
            )
        count, size = self._windows(input.shape[0]), self.window_size
        length = _power_of_two(size)
        if not count:
            return np.zeros((input.shape[1], 0, 1 + length // 2), np.float32)
        starts = np.arange(count) * self.stride
        frames = input.T[:, starts[:, None] + np.arange(size)]
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)
        found = np.fft.rfft(frames.astype(np.float64) * window, length)
        power = found.real**2 + found.imag**2
        return (power if self.magnitude_squared else np.sqrt(power)).astype(np.float32)


class Mfcc(
    Op,
    signature="""
        Mfcc(spectrogram: float, sample_rate: int32) -> (output: float)
        | upper_frequency_limit: float = 4000.0; lower_frequency_limit: float = 20.0;
          filterbank_channel_count: int = 40; dct_coefficient_count: int = 13
    """,
):
    """Cepstral coefficients on the mel scale of squared spectrograms."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape = self.spectrogram.shape.with_rank(3)
        if shape.rank is None:
            return UNKNOWN
        return Shape([shape[0], shape[1], self.dct_coefficient_count])

    def compute(self, spectrogram: Any, sample_rate: Any) -> Any:
        if spectrogram.ndim != 3:
            raise self.invalid("spectrogram must be 3-dimensional")
        if np.size(sample_rate) != 1:
            raise self.invalid("Input sample_rate should have one element.")
        weights, covered = self._bands(
            spectrogram.shape[2], int(np.ravel(sample_rate)[0])
        )
        magnitudes = np.sqrt(spectrogram.astype(np.float64))
        bands = np.log(np.maximum(magnitudes * covered @ weights, 1e-12))
        count = self.filterbank_channel_count
        rows = np.arange(self.dct_coefficient_count)[:, None]
        basis = np.sqrt(2 / count) * np.cos(
            rows * (np.arange(count) + 0.5) * np.pi / count
        )
        return (bands @ basis.T).astype(np.float32)

    def _bands(self, bins: int, sample_rate: int) -> tuple[Any, Any]:
        """The weight of each frequency in each band, and which frequencies count."""
        low, high = self.lower_frequency_limit, self.upper_frequency_limit
        if not 0 <= low < high or sample_rate <= 0 or bins < 2:
            raise self.invalid(
                "Mel filterbank initialization failed for spectrogram channel count "
                f"{bins} and sample rate {sample_rate}"
            )
        count = self.filterbank_channel_count
        low_mel, high_mel = _mel(low), _mel(high)
        step = (high_mel - low_mel) / (count + 1)
        centers = low_mel + step * (np.arange(count + 1) + 1)
        hertz = 0.5 * sample_rate / (bins - 1)
        first, last = int(1.5 + low / hertz), int(high / hertz)
        index = np.arange(bins)
        mels = _mel(index * hertz)
        inside = (index >= first) & (index <= last)
        weights = np.zeros((bins, count))
        for place in np.flatnonzero(inside):
            channel = int(np.searchsorted(centers, mels[place], "left")) - 1
            channel = min(channel, count - 1)
            left = low_mel if channel < 0 else centers[channel]
            right = centers[channel + 1]
            share = (right - mels[place]) / (right - left)
            if channel >= 0:
                weights[place, channel] += share
            if channel + 1 < count:
                weights[place, channel + 1] += 1 - share
        return weights, inside


def _mel(frequency: Any) -> Any:
    return 1127.0 * np.log1p(frequency / 700.0)
