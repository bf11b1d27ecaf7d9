"""Non-elementary integrals: exponential, Fresnel, dilogarithm (Spence)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_EULER: Final = 0.57721566490153286061


@np.errstate(all="ignore")
def expint(x: Any) -> Any:
    """The exponential integral Ei(x): the integral of exp(t) / t from -inf to x.

    >>> expint(np.array([0.0, 1.0])).round(4)
    array([  -inf, 1.8951])
    """
    size = np.abs(x)
    by_series = np.clip(x, -2.0, 40.0)
    total, term = np.zeros_like(x), np.ones_like(x)
    for n in range(1, 140):
        term = term * by_series / n
        total = total + term / n
    near = _EULER + np.log(np.abs(by_series)) + total
    value = np.where(x > 40.0, _far_positive(np.maximum(x, 40.0)), near)
    value = np.where(x < -2.0, -_far_negative(np.maximum(size, 2.0)), value)
    value = np.where(x == np.inf, np.inf, np.where(x == -np.inf, 0.0, value))
    return np.where(np.isnan(x), np.nan, value)


def _far_positive(x: Any) -> Any:
    # the asymptotic series, stopped before its least term
    total, term = np.ones_like(x), np.ones_like(x)
    for n in range(1, 39):
        term = term * n / x
        total = total + term
    return np.exp(x) / x * total


def _far_negative(x: Any) -> Any:
    """E1(x) for x >= 2, by its continued fraction from the end."""
    fraction = x + 0.0
    for n in range(60, 0, -1):
        fraction = x + n / (1.0 + n / fraction)
    return np.exp(-x) / fraction


@np.errstate(all="ignore")
def fresnel_cos(x: Any) -> Any:
    """The integral of cos(pi t^2 / 2) from 0 to x.

    >>> fresnel_cos(np.array([0.0, np.inf]))
    array([0. , 0.5])
    """
    return _fresnel(x)[0]


@np.errstate(all="ignore")
def fresnel_sin(x: Any) -> Any:
    """The integral of sin(pi t^2 / 2) from 0 to x.

    >>> fresnel_sin(np.array([0.0, np.inf]))
    array([0. , 0.5])
    """
    return _fresnel(x)[1]


def _fresnel(x: Any) -> tuple[Any, Any]:
    size = np.abs(x)
    near_cos, near_sin = _fresnel_series(np.minimum(size, 1.75))
    far_cos, far_sin = _fresnel_fraction(np.clip(size, 1.75, 1e8))
    is_near = size <= 1.75
    results = []
    for near, far in ((near_cos, far_cos), (near_sin, far_sin)):
        value = np.where(is_near, near, np.where(size > 1e8, 0.5, far))
        results.append(np.where(np.isnan(x), np.nan, np.copysign(value, x)))
    return results[0], results[1]


def _fresnel_series(x: Any) -> tuple[Any, Any]:
    """The power series of C + i S, term by term."""
    argument = 0.5 * np.pi * np.square(x)
    power = x + 0.0
    sums = [np.zeros_like(x), np.zeros_like(x)]
    signs = (1.0, 1.0, -1.0, -1.0)
    for n in range(40):
        sums[n % 2] = sums[n % 2] + signs[n % 4] * power / (2 * n + 1)
        power = power * argument / (n + 1)
    return sums[0], sums[1]


def _fresnel_fraction(x: Any) -> tuple[Any, Any]:
    """C + i S = (1 + i) / 2 (1 - erfc(z)), z = sqrt(pi) (1 - i) x / 2.

    The complementary error function by its continued fraction, from the end.
    """
    z = 0.5 * np.sqrt(np.pi) * (1.0 - 1.0j) * x
    fraction = z + 0.0
    for n in range(120, 0, -1):
        fraction = z + 0.5 * n / fraction
    # exp(-z^2) with the angle pi x^2 / 2 taken modulo 2 pi
    angle = np.pi * 0.5 * np.remainder(np.square(x), 4.0)
    complement = np.exp(1.0j * angle) / (np.sqrt(np.pi) * fraction)
    value = 0.5 * (1.0 + 1.0j) * (1.0 - complement)
    return value.real, value.imag


_DILOGARITHM: Final = (
    1 / 36,
    -1 / 3600,
    1 / 211680,
    -1 / 10886400,
    1 / 526901760,
    -691 / 16999766784000,
    1 / 1120863744000,
    -3617 / 181400588328960000,
    43867 / 97072790126247936000,
)
"""B[2k] / (2k + 1)! for k = 1, 2, ..."""


@np.errstate(all="ignore")
def spence(x: Any) -> Any:
    """The dilogarithm Li2(1 - x): the integral of log t / (1 - t) from 1 to x.

    NaN for negative x.

    >>> spence(np.array([0.0, 1.0])).round(4) + 0.0
    array([1.6449, 0.    ])
    """
    positive = np.where(x > 0.0, x, 1.0)
    is_large = positive > 1.5
    is_small = positive < 0.5
    inside = np.where(is_large, 1.0 / positive, positive)
    is_small = is_small | (inside < 0.5)
    inside = np.where(is_small, 1.0 - inside, inside)
    # now in [0.5, 1.5]: a series in u = -log x
    u = -np.log(inside)
    square = np.square(u)
    total = np.zeros_like(u)
    for coefficient in reversed(_DILOGARITHM):
        total = (total + coefficient) * square
    value = u - 0.25 * square + u * total
    turned = np.where(is_large, 1.0 / positive, positive)
    mirrored = np.pi**2 / 6.0 - np.log(turned) * np.log1p(-turned) - value
    value = np.where(is_small, mirrored, value)
    inverted = -value - 0.5 * np.square(np.log(positive))
    value = np.where(is_large, inverted, value)
    value = np.where(x == 0.0, np.pi**2 / 6.0, np.where(x < 0.0, np.nan, value))
    return np.where(np.isnan(x), np.nan, np.where(x == np.inf, -np.inf, value))
