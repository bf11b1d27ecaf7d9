"""The regularized incomplete gamma functions, and their derivative in a."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.special.gamma_functions import digamma, lgamma, stirling_correction

_EPSILON: Final = 1.1e-16
_STEPS: Final = 2000
"""At x near a, the series needs some multiple of sqrt(a) steps."""


@np.errstate(all="ignore")
def igamma(a: Any, x: Any) -> Any:
    """The lower function P(a, x); 0 for x = 0, else NaN for x < 0 or a <= 0.

    >>> igamma(np.array([1.0]), np.array([0.0]))
    array([0.])
    """
    return _lower_and_upper(a, x)[0]


@np.errstate(all="ignore")
def igammac(a: Any, x: Any) -> Any:
    """The upper function Q(a, x) = 1 - P(a, x); NaN for x < 0 or a <= 0.

    >>> igammac(np.array([1.0]), np.array([0.0]))
    array([1.])
    """
    return _lower_and_upper(a, x)[1]


def _lower_and_upper(a: Any, x: Any) -> tuple[Any, Any]:
    a, x = np.broadcast_arrays(a, x)
    is_valid = (a > 0.0) & (x >= 0.0)
    is_inside = is_valid & (x > 0.0) & np.isfinite(x) & np.isfinite(a)
    by_series = is_inside & ((x <= 1.0) | (x <= a))
    by_fraction = is_inside & ~by_series
    lower = _weight(a, x, by_series) * _series(a, x, by_series)[0]
    upper = _weight(a, x, by_fraction) * _fraction(a, x, by_fraction)[0]
    # at the ends: P(a, 0) = 0 = P(inf, x), Q(a, inf) = 0
    p_edge = np.where(np.isinf(x) & np.isfinite(a), 1.0, 0.0)
    q_edge = np.where(np.isinf(x), 0.0, 1.0)
    p = np.where(by_series, lower, np.where(by_fraction, 1.0 - upper, p_edge))
    q = np.where(by_series, 1.0 - lower, np.where(by_fraction, upper, q_edge))
    p = np.where(is_valid | ((x == 0.0) & ~np.isnan(a)), p, np.nan)
    return p, np.where(is_valid, q, np.nan)


def _weight(a: Any, x: Any, where: Any) -> Any:
    """x^a exp(-x) / gamma(a + 1), its large logarithms subtracted by hand."""
    a, x = np.where(where, a, 1.0), np.where(where, x, 1.0)
    small = a * np.log(x) - x - lgamma(a + 1.0)
    big = np.maximum(a, 12.0)
    ratio = (x - big) / big
    # log(x / a) - (x - a) / a, with log1p where x is near a
    excess = np.where(np.abs(ratio) < 0.5, np.log1p(ratio), np.log(x / big)) - ratio
    large = big * excess - 0.5 * np.log(2.0 * np.pi * big) - stirling_correction(big)
    return np.exp(np.where(a < 12.0, small, large))


def _series(a: Any, x: Any, where: Any) -> tuple[Any, Any]:
    """The sum of x^n / ((a + 1) ... (a + n)), and its derivative in a."""
    a, x = np.where(where, a, 1.0), np.where(where, x, 0.0)
    term, total = np.ones_like(a), np.ones_like(a)
    slope, total_slope = np.zeros_like(a), np.zeros_like(a)
    for n in range(1, _STEPS):
        slope = (slope - term / (a + n)) * x / (a + n)
        term = term * x / (a + n)
        total = total + term
        total_slope = total_slope + slope
        small = np.abs(slope) <= _EPSILON * np.abs(total_slope)
        if np.all((term <= _EPSILON * total) & (small | (slope == 0.0))):
            break
    return total, total_slope


def _fraction(a: Any, x: Any, where: Any) -> tuple[Any, Any]:
    """a times Legendre's continued fraction of Q, and its derivative in a.

    Convergents p / q by the recurrence with partial numerators n (a - n) and partial
    denominators x + 2n + 1 - a, scaled to stay finite.
    """
    a, x = np.where(where, a, 1.0), np.where(where, x, 2.0)
    zeros = np.zeros_like(a)
    before = [np.ones_like(a), zeros, zeros, zeros]
    b = x + 1.0 - a
    # numerator, denominator, and the derivative of each in a
    last = [zeros, np.ones_like(a), zeros, zeros]
    state = [np.ones_like(a), b, zeros, -np.ones_like(a)]
    before = last
    value, slope = 1.0 / b, 1.0 / np.square(b)
    for n in range(1, _STEPS):
        b = b + 2.0
        c = n * (a - n)
        p = b * state[0] + c * before[0]
        q = b * state[1] + c * before[1]
        d_p = b * state[2] - state[0] + c * before[2] + n * before[0]
        d_q = b * state[3] - state[1] + c * before[3] + n * before[1]
        scale = np.maximum(np.abs(q), 1e-280)
        before = [each / scale for each in state]
        state = [each / scale for each in (p, q, d_p, d_q)]
        ratio = state[0] / state[1]
        new_slope = (state[2] - ratio * state[3]) / state[1]
        change = np.abs(ratio - value) <= _EPSILON * np.abs(ratio)
        change &= np.abs(new_slope - slope) <= 1e-13 * np.abs(new_slope) + 1e-300
        value, slope = ratio, new_slope
        if np.all(change):
            break
    return a * value, value + a * slope


@np.errstate(all="ignore")
def variate_gradient(a: Any, x: Any) -> Any:
    """The derivative of x by a at constant P(a, x): -(dP/da) / (dP/dx).

    dP/dx is the weight of dP/da times a / x, so that neither of them is needed.

    >>> variate_gradient(np.array([1.0]), np.array([0.0]))
    array([0.])
    """
    a, x = np.broadcast_arrays(a, x)
    is_valid = (a > 0.0) & (x >= 0.0)
    slope = _slope_less_weight(a, x)
    # a fraction of 0 by infinity, where x is too small to be told from 0
    moved = np.where(x > 0.0, -slope * x / np.where(a > 0.0, a, 1.0), 0.0)
    return np.where(is_valid, moved, np.nan)


@np.errstate(all="ignore")
def igamma_gradient(a: Any, x: Any) -> Any:
    """The derivative of P(a, x) in a.

    >>> igamma_gradient(np.array([1.0]), np.array([0.0]))
    array([0.])
    """
    a, x = np.broadcast_arrays(a, x)
    is_valid = (a > 0.0) & (x >= 0.0)
    is_inside = is_valid & (x > 0.0) & np.isfinite(x) & np.isfinite(a)
    slope = _weight(a, x, is_inside) * _slope_less_weight(a, x)
    return np.where(is_valid, np.where(is_inside, slope, 0.0), np.nan)


def _slope_less_weight(a: Any, x: Any) -> Any:
    """The derivative of P(a, x) in a, divided by x^a exp(-x) / gamma(a + 1)."""
    is_inside = (a > 0.0) & (x > 0.0) & np.isfinite(x) & np.isfinite(a)
    by_series = is_inside & ((x <= 1.0) | (x <= a))
    by_fraction = is_inside & ~by_series
    safe_a, safe_x = np.where(is_inside, a, 1.0), np.where(is_inside, x, 1.0)
    log_slope = np.log(safe_x) - digamma(safe_a + 1.0)
    total, slope = _series(a, x, by_series)
    lower = total * log_slope + slope
    total, slope = _fraction(a, x, by_fraction)
    upper = total * log_slope + slope
    return np.where(by_series, lower, np.where(by_fraction, -upper, 0.0))
