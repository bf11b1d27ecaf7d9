"""Fourier transforms over any axes give what NumPy's give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

RNG = np.random.default_rng(5)
REAL = RNG.normal(size=(3, 4, 5))
COMPLEX = REAL + 1j * RNG.normal(size=(3, 4, 5))


@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
@pytest.mark.parametrize(
    ("lengths", "axes"), [(None, None), (None, [0, 2]), ([4, 6], [2, 1]), ([2], [0])]
)
@pytest.mark.parametrize("name", ["fftnd", "ifftnd", "rfftnd", "irfftnd"])
def test_like_numpy(name: str, lengths: Any, axes: Any, norm: Any) -> None:
    x = REAL if name == "rfftnd" else COMPLEX
    found = getattr(tf.signal, name)(tf.constant(x), lengths, axes, norm)
    expected = getattr(np.fft, name.removesuffix("d"))(x, lengths, axes, norm)
    np.testing.assert_allclose(found.numpy(), expected, 1e-9, 1e-9)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="norm is one of"):
        tf.signal.fftnd(COMPLEX, norm="other")
    with pytest.raises(ValueError, match="same number"):
        tf.signal.fftnd(COMPLEX, [2], [0, 1])


def test_an_axis_without_elements_is_one_of_zeros() -> None:
    # NumPy's irfft gives memory as it is found
    empty = tf.zeros([2, 0], tf.complex64)
    found = tf.raw_ops.IRFFTND(input=empty, fft_length=[4], axes=[1])
    assert found.numpy().tolist() == [[0.0] * 4] * 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.signal.irfftnd(7),
        lambda: tf.signal.fftnd(tf.zeros([3], tf.complex64), fft_length=[2, 3]),
        lambda: tf.signal.fftnd(tf.zeros([3], tf.complex64), fft_length=3),
        lambda: tf.signal.ifftnd([1.0], fft_length=[[1, 2], [3, 4]]),
        lambda: tf.signal.inverse_mdct(tf.zeros([0])),
        lambda: tf.signal.inverse_mdct(tf.zeros([3, 0])),
    ],
)
def test_what_has_no_axis_or_length_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="axes|axis|lists|rank|coefficients"):
        call()
