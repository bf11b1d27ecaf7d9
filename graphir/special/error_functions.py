"""The error function, its complement, Dawson's integral, and their inverses."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.special.chebyshev import chebyshev_sum

# Chebyshev coefficients, interpolated in 40-digit arithmetic: erf(x) / x in x^2 on
# [0, 1], and (1 + 2x) exp(x^2) erfc(x) in (x - 3.75) / (x + 3.75) on [-1, 1], the
# form of Shepherd and Laframboise (1981)
_ERF: Final = (
    0.9754769393826541,
    -0.14226120510371365,
    0.010035582187599796,
    -0.0005768764699767485,
    2.741993125219606e-05,
    -1.1043175507344507e-06,
    3.8488755420345036e-08,
    -1.1808582533875466e-09,
    3.2334215826050907e-11,
    -7.991015947004549e-13,
    1.7990725113961456e-14,
    -3.718635487818693e-16,
    7.103599003714253e-18,
)

_SCALED_ERFC: Final = (
    1.1775789345674017,
    -0.004590054580646478,
    -0.08424913336651792,
    0.05920993999819189,
    -0.026658668435305753,
    0.009074997670705265,
    -0.002413163540417608,
    0.0004907758365258086,
    -6.916973302501207e-05,
    4.13902798607301e-06,
    7.74038306619849e-07,
    -2.1886401049234397e-07,
    1.076499946567091e-08,
    4.521959811218287e-09,
    -7.754400208831351e-10,
    -6.318088340886684e-11,
    2.86879501093067e-11,
    1.9455868545777347e-13,
    -9.65469674843344e-13,
    3.25254814814874e-14,
    3.3478119482868056e-14,
    -1.864562880419313e-15,
    -1.2507950530688648e-15,
    7.418235256624044e-17,
    5.068148904796111e-17,
    -2.2370566594359995e-18,
    -2.187342944303018e-18,
)


@np.errstate(all="ignore")
def erf(x: Any) -> Any:
    """The error function: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.

    >>> erf(np.array([0.0, np.inf]))
    array([0., 1.])
    """
    size = np.abs(x)
    near = x * chebyshev_sum(_ERF, np.square(np.minimum(size, 1.0)), 0.0, 1.0)
    far = np.copysign(1.0 - _erfc_of_positive(np.maximum(size, 1.0)), x)
    return np.where(size <= 1.0, near, far)


@np.errstate(all="ignore")
def erfc(x: Any) -> Any:
    """1 - erf(x), without loss of digits for large x.

    >>> erfc(np.array([0.0, -np.inf]))
    array([1., 2.])
    """
    positive = _erfc_of_positive(np.abs(x))
    return np.where(x < 0.5, np.where(x < -1.0, 2.0 - positive, 1.0 - erf(x)), positive)


@np.errstate(all="ignore")
def scaled_erfc(x: Any) -> Any:
    """exp(x^2) erfc(x) for x >= 0.

    >>> scaled_erfc(np.array([0.0]))
    array([1.])
    """
    t = np.where(np.isinf(x), 1.0, (x - 3.75) / (x + 3.75))
    return chebyshev_sum(_SCALED_ERFC, t, -1.0, 1.0) / (1.0 + 2.0 * x)


def _erfc_of_positive(x: Any) -> Any:
    # the square of the leading bits is exact, so exp keeps its digits
    leading = np.trunc(x * 16.0) / 16.0
    rest = (x - leading) * (x + leading)
    weight = np.exp(-np.square(leading)) * np.exp(-rest)
    return np.where(x > 27.5, 0.0, weight * scaled_erfc(x)) + 0.0 * np.minimum(x, 0.0)


@np.errstate(all="ignore")
def erfinv(x: Any) -> Any:
    """The number whose error function is x; infinite at -1 and 1, else NaN outside.

    >>> erfinv(np.array([0.0, 1.0, 2.0]))
    array([ 0., inf, nan])
    """
    size = np.abs(x)
    near = np.where(size < 0.7, x, 0.0)
    guess = near * np.sqrt(np.pi) / 2.0
    for _ in range(6):
        # Newton's step
        guess = guess - (erf(guess) - near) * np.sqrt(np.pi) / 2.0 * np.exp(guess**2)
    tail = -_lower_quantile(0.5 * (1.0 - np.maximum(size, 0.7))) / np.sqrt(2.0)
    return np.where(size < 0.7, guess, np.copysign(tail, x))


@np.errstate(all="ignore")
def ndtri(p: Any) -> Any:
    """The quantile of the standard normal distribution.

    >>> ndtri(np.array([0.0, 0.5, 1.0]))
    array([-inf,   0.,  inf])
    """
    central = np.sqrt(2.0) * erfinv(
        2.0 * np.where(np.abs(p - 0.5) < 0.35, p, 0.5) - 1.0
    )
    lower = _lower_quantile(np.minimum(p, 0.15))
    upper = -_lower_quantile(np.minimum(1.0 - p, 0.15))
    return np.where(np.abs(p - 0.5) < 0.35, central, np.where(p < 0.5, lower, upper))


def _lower_quantile(p: Any) -> Any:
    """The quantile y <= 0 for p <= 0.15, by Newton's steps on log p.

    With y = -z, log p = log(scaled_erfc(z / sqrt 2) / 2) - z^2 / 2.
    """
    inside = (p > 0.0) & (p < 0.5)
    target = np.log(np.where(inside, p, 0.1))
    z = np.sqrt(-2.0 * target - np.log(-4.0 * np.pi * target))
    for _ in range(8):
        scaled = scaled_erfc(z / np.sqrt(2.0))
        error = np.log(0.5 * scaled) - 0.5 * z**2 - target
        z = z + error * scaled * np.sqrt(np.pi / 2.0)
    return np.where(inside, -z, np.where(p == 0.0, -np.inf, np.nan))


@np.errstate(all="ignore")
def dawsn(x: Any) -> Any:
    """Dawson's integral: exp(-x^2) times the integral of exp(t^2) from 0 to x.

    Rybicki's sum of Gaussians at odd multiples of a step (Computers in Physics, 1989),
    whose error falls like exp(-(pi / (2 step))^2); the asymptotic series for large x.

    >>> dawsn(np.array([0.0]))
    array([0.])
    """
    size = np.abs(x)
    bounded = np.minimum(size, 50.0)
    step = 0.2
    nearest = 2.0 * np.round(0.5 * bounded / step)
    total = np.zeros_like(bounded)
    for odd in range(-63, 64, 2):
        position = nearest + odd
        total += np.exp(-np.square(bounded - position * step)) / position
    inverse = 1.0 / np.square(np.maximum(size, 40.0))
    series = 1.0 + inverse * (0.5 + inverse * (0.75 + inverse * 1.875))
    far = 0.5 / np.maximum(size, 40.0) * series
    small = size * (1.0 - np.square(size) * (2.0 / 3.0))
    result = np.where(size > 45.0, far, total / np.sqrt(np.pi))
    result = np.where(size < 1e-4, small, result)
    return np.copysign(np.where(np.isnan(x), np.nan, result), x)
