"""The normal distribution function holds in both tails, with its gradient."""

from __future__ import annotations

import math

import numpy as np
import pytest

import runtime as tf
from runtime.compat.v1.distributions.normal_tails import log_ndtr, ndtr

POINTS = (-37.0, -20.5, -19.5, -10.5, -9.5, -3.0, -0.5, 0.0, 0.5, 4.9, 5.1, 8.5)


def _log_tail(x: float) -> float:
    """The logarithm of the lower tail, by a continued fraction far out."""
    if x > -8.0:
        return math.log(0.5 * math.erfc(-x / math.sqrt(2.0)))
    fraction = -x
    for depth in range(200, 0, -1):
        fraction = -x + depth / fraction
    return -0.5 * x * x - 0.5 * math.log(2.0 * math.pi) - math.log(fraction)


@pytest.mark.parametrize(
    ("dtype", "tolerance", "near_zero"),
    [("float32", 1e-5, 1e-7), ("float64", 1e-9, 1e-12)],
)
def test_logarithm_holds_in_both_tails(
    dtype: str, tolerance: float, near_zero: float
) -> None:
    expected = [_log_tail(each) for each in POINTS]
    found = log_ndtr(tf.constant(POINTS, dtype)).numpy()
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=near_zero)


def test_probability_is_exact_near_zero() -> None:
    expected = [0.5 * math.erfc(-x / math.sqrt(2.0)) for x in POINTS]
    found = ndtr(tf.constant(POINTS, tf.float64)).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_gradient_is_the_density_over_the_probability() -> None:
    points = tf.constant(POINTS, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(points)
        value = log_ndtr(points)
    slope = tape.gradient(value, points).numpy()
    density = [-0.5 * x * x - 0.5 * math.log(2.0 * math.pi) for x in POINTS]
    expected = [math.exp(d - _log_tail(x)) for d, x in zip(density, POINTS)]
    np.testing.assert_allclose(slope, expected, rtol=1e-4)
