"""Statistics follow from one another: deviations, entropies, divergences."""

from __future__ import annotations

import math

import pytest

import runtime as tf

v1 = tf.compat.v1.distributions


class Spread(v1.Distribution):
    """Knows its standard deviation and entropy alone."""

    def __init__(self) -> None:
        kind = v1.NOT_REPARAMETERIZED
        super().__init__(tf.float32, kind, False, True, name="Spread")

    def _stddev(self) -> tf.Tensor:
        return tf.constant(3.0)

    def _entropy(self) -> tf.Tensor:
        return tf.constant(0.5)


def test_the_variance_is_the_square_of_the_deviation() -> None:
    assert Spread().variance().numpy() == 9.0
    assert v1.Normal(0.0, 4.0).variance().numpy() == 16.0


def test_the_cross_entropy_is_the_entropy_and_the_divergence() -> None:
    a, b = v1.Normal(0.0, 1.0), v1.Normal(2.0, 1.0)
    expected = 0.5 * math.log(2.0 * math.pi * math.e) + 2.0
    assert float(a.cross_entropy(b)) == pytest.approx(expected, rel=1e-6)


def test_a_pair_without_a_divergence_is_an_error() -> None:
    with pytest.raises(NotImplementedError, match="type Spread and .* type Normal"):
        Spread().cross_entropy(v1.Normal(0.0, 1.0))
