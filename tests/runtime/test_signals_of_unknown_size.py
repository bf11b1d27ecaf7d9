"""Signals whose sizes only the run knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

X = np.arange(24.0, dtype=np.float32).reshape(2, 12)


def open_spec(array: Any) -> Any:
    return tf.TensorSpec([None] * array.ndim, array.dtype)


@pytest.mark.parametrize("pad_end", [False, True])
@pytest.mark.parametrize(("length", "step"), [(4, 2), (3, 5), (13, 1), (1, 1)])
@pytest.mark.parametrize("axis", [0, -1])
def test_frames(axis: int, length: int, step: int, pad_end: bool) -> None:
    def framed(x: Any) -> Any:
        return tf.signal.frame(x, length, step, pad_end, pad_value=-1, axis=axis)

    traced = tf.function(framed, input_signature=[open_spec(X)])
    np.testing.assert_array_equal(traced(X), framed(X))


@pytest.mark.parametrize("axes", [None, 0, [0, 1], -1])
def test_shifts(axes: Any) -> None:
    for function in (tf.signal.fftshift, tf.signal.ifftshift):
        traced = tf.function(
            lambda x, f=function: f(x, axes), input_signature=[open_spec(X)]
        )
        np.testing.assert_array_equal(traced(X), function(X, axes))


def test_sizes_that_an_operator_needs_are_asked_for() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def product(x: Any) -> Any:
        return tf.linalg.LinearOperatorCirculant(x, tf.float32).matvec(x)

    with pytest.raises(NotImplementedError, match="needs to know its sizes"):
        product(X[0])
