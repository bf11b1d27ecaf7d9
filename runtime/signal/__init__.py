"""`tf.signal`: Fourier and cosine transforms, frames, windows, mel scale.

Layers: transforms, windows, framing, cosine_transforms, mel
"""

from __future__ import annotations

from runtime.signal.cosine_transforms import dct, idct, inverse_mdct, mdct
from runtime.signal.framing import (
    frame,
    inverse_stft,
    inverse_stft_window_fn,
    overlap_and_add,
    stft,
)
from runtime.signal.mel import (
    linear_to_mel_weight_matrix,
    mfccs_from_log_mel_spectrograms,
)
from runtime.signal.transforms import (
    fft,
    fft2d,
    fft3d,
    fftshift,
    ifft,
    ifft2d,
    ifft3d,
    ifftshift,
    irfft,
    irfft2d,
    irfft3d,
    rfft,
    rfft2d,
    rfft3d,
)
from runtime.signal.windows import (
    hamming_window,
    hann_window,
    kaiser_bessel_derived_window,
    kaiser_window,
    vorbis_window,
)

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftshift",
    "inverse_mdct",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "linear_to_mel_weight_matrix",
    "mdct",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "stft",
    "vorbis_window",
]
