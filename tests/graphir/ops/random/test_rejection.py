"""Gamma, Poisson and binomial variates: moments, limits, and one sequence a number."""

from __future__ import annotations

import math

import numpy as np
import pytest

from graphir.ops.random.philox import Philox
from graphir.ops.random.rejection import (
    binomial,
    blocks_for_binomial,
    gamma,
    poisson,
    streams,
)

COUNT = 2000


def drawn(draw, *parameters: float) -> np.ndarray:
    return np.array([draw(each, *parameters) for each in many(COUNT)])


def many(count: int, key: int = 3):
    return streams(Philox(key, 0), [256] * count)


@pytest.mark.parametrize(
    ("draw", "parameters", "mean", "variance"),
    [
        (gamma, (1.0,), 1, 1),
        (gamma, (0.3,), 0.3, 0.3),
        (gamma, (4.5,), 4.5, 4.5),
        (poisson, (2.5, 1e9), 2.5, 2.5),
        (poisson, (40.0, 1e9), 40, 40),
        (binomial, (8.0, 0.25), 2, 1.5),
        (binomial, (8.0, 0.75), 6, 1.5),
        (binomial, (100.0, 0.4), 40, 24),
    ],
)
def test_mean_and_variance(draw, parameters, mean: float, variance: float) -> None:
    """The draws are the same in every run: five deviations are no luck."""
    found = drawn(draw, *parameters)
    assert abs(found.mean() - mean) < 5 * math.sqrt(variance / COUNT)
    assert abs(found.var() / variance - 1) < 0.4


@pytest.mark.parametrize(
    ("draw", "parameters", "expected"),
    [
        (gamma, (0.0,), math.nan),
        (gamma, (-1.0,), math.nan),
        (poisson, (0.0, 9.0), 0),
        (poisson, (math.inf, 9.0), math.inf),
        (poisson, (-1.0, 9.0), math.nan),
        (binomial, (5.0, 0.0), 0),
        (binomial, (5.0, 1.0), 5),
        (binomial, (5.0, 1.5), math.nan),
        (binomial, (-1.0, 0.5), math.nan),
    ],
)
def test_ends_of_the_parameters(draw, parameters, expected: float) -> None:
    (stream,) = many(1)
    np.testing.assert_equal(float(draw(stream, *parameters)), float(expected))


def test_a_number_does_not_depend_on_the_others() -> None:
    together = [gamma(each, 2.0) for each in many(5)]
    fourth = list(many(5))[3]
    assert gamma(fourth, 2.0) == together[3]


def test_a_stream_goes_on_beyond_what_is_prepared() -> None:
    (stream,) = many(1)
    numbers = [stream.uniform() for _ in range(60)]
    assert len(set(numbers)) == 60
    assert all(0 <= each < 1 for each in numbers)
    (again,) = many(1)
    assert [again.uniform() for _ in range(60)] == numbers


def test_blocks_that_are_reserved() -> None:
    assert blocks_for_binomial(20, 0.5) == 256
    assert blocks_for_binomial(20, 0.99) == 42
