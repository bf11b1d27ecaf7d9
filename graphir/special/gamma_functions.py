"""The log-gamma function, its derivatives, and the Hurwitz zeta function."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.special.chebyshev import chebyshev_sum

# lgamma(x) / ((x - 1) (x - 2)) in x on [1, 3]: Chebyshev coefficients, interpolated in
# 40-digit arithmetic
_LGAMMA: Final = (
    0.44148902545501423,
    -0.11119580321752523,
    0.01951044826068884,
    -0.003922461463025264,
    0.0008478989895953857,
    -0.00019153855341365593,
    4.454470184975607e-05,
    -1.05728743735943e-05,
    2.5474336873408417e-06,
    -6.208535880776316e-07,
    1.5268677399071546e-07,
    -3.782637660291326e-08,
    9.428100823624284e-09,
    -2.361999702184645e-09,
    5.943541905817546e-10,
    -1.501312977072867e-10,
    3.8050196458110534e-11,
    -9.672485299656325e-12,
    2.465348198355661e-12,
    -6.298868140791711e-13,
    1.6128460030283787e-13,
    -4.137949206814042e-14,
    1.0635701227757898e-14,
    -2.7382420786652826e-15,
    7.060670507214892e-16,
    -1.8232177141662118e-16,
    4.714169006756272e-17,
    -1.2204107319639856e-17,
    3.1630451661790255e-18,
    -8.206746544166728e-19,
)


_BERNOULLI: Final = (
    1 / 6,
    -1 / 30,
    1 / 42,
    -1 / 30,
    5 / 66,
    -691 / 2730,
    7 / 6,
    -3617 / 510,
    43867 / 798,
    -174611 / 330,
    854513 / 138,
)
"""The Bernoulli numbers of index 2, 4, 6, ..."""


@np.errstate(all="ignore")
def sine_of_pi_times(x: Any) -> Any:
    """sin(pi x), zero exactly at the integers.

    >>> sine_of_pi_times(np.array([0.5, 3.0]))
    array([1., 0.])
    """
    rest = np.remainder(x, 2.0)
    folded = np.where(rest > 1.0, rest - 2.0, rest)
    folded = np.where(folded > 0.5, 1.0 - folded, folded)
    folded = np.where(folded < -0.5, -1.0 - folded, folded)
    return np.sin(np.pi * folded)


@np.errstate(all="ignore")
def lgamma(x: Any) -> Any:
    """The logarithm of the absolute value of the gamma function; inf at its poles.

    >>> lgamma(np.array([1.0, 2.0, 0.0, -1.0]))
    array([ 0.,  0., inf, inf])
    """
    mirrored = x < 0.5
    positive = _lgamma_of_positive(np.where(mirrored, 1.0 - x, x))
    sine = np.abs(sine_of_pi_times(x))
    # Euler's reflection
    reflected = np.log(np.pi / sine) - positive
    result = np.where(mirrored, reflected, positive)
    return np.where(np.isinf(x), np.inf, result)


def _lgamma_of_positive(x: Any) -> Any:
    small = np.clip(x, 0.5, 12.0)
    # moved into [1, 3] by the recurrence gamma(x + 1) = x gamma(x)
    factor = np.ones_like(small)
    for _ in range(10):
        above = small > 3.0
        small = np.where(above, small - 1.0, small)
        factor = np.where(above, factor * small, factor)
    below = small < 1.0
    factor = np.where(below, 1.0 / small, factor)
    small = np.where(below, small + 1.0, small)
    near = (small - 1.0) * (small - 2.0) * chebyshev_sum(_LGAMMA, small, 1.0, 3.0)
    return np.where(x < 12.0, near + np.log(factor), stirling(np.maximum(x, 12.0)))


@np.errstate(all="ignore")
def stirling(x: Any) -> Any:
    """lgamma by Stirling's series, for x of 12 and more.

    >>> bool(abs(stirling(np.array(12.0)) - np.log(39916800.0)) < 1e-14)
    True
    """
    main = (x - 0.5) * np.log(x) - x + 0.5 * np.log(2.0 * np.pi)
    return main + stirling_correction(x)


@np.errstate(all="ignore")
def stirling_correction(x: Any) -> Any:
    """Error of Stirling's formula: the sum of B[2k] / (2k (2k - 1) x^(2k - 1)).

    >>> float(stirling_correction(np.array(1e6)).round(9))
    8.3e-08
    """
    inverse = 1.0 / x
    square = np.square(inverse)
    total = np.zeros_like(inverse)
    for index in range(7, -1, -1):
        k = 2.0 * (index + 1)
        total = total * square + _BERNOULLI[index] / (k * (k - 1.0))
    return total * inverse


@np.errstate(all="ignore")
def digamma(x: Any) -> Any:
    """The derivative of lgamma; NaN at its poles.

    >>> digamma(np.array([0.0, -1.0]))
    array([nan, nan])
    """
    mirrored = x < 0.5
    shifted = np.where(mirrored, 1.0 - x, x)
    total = np.zeros_like(shifted)
    for _ in range(12):
        # digamma(x + 1) = digamma(x) + 1 / x
        small = shifted < 12.0
        total = np.where(small, total - 1.0 / shifted, total)
        shifted = np.where(small, shifted + 1.0, shifted)
    square = 1.0 / np.square(shifted)
    series = np.zeros_like(square)
    for index in range(7, -1, -1):
        series = (series + _BERNOULLI[index] / (2.0 * (index + 1))) * square
    total = total + np.log(shifted) - 0.5 / shifted - series
    reflection = np.pi * sine_of_pi_times(x + 0.5) / sine_of_pi_times(x)
    result = np.where(mirrored, total - reflection, total)
    return np.where((x <= 0.0) & (x == np.floor(x)), np.nan, result)


@np.errstate(all="ignore")
def zeta(x: Any, q: Any) -> Any:
    """Hurwitz's zeta function: the sum of (n + q)^-x over n >= 0, for x > 1.

    Infinite for x = 1 and at the poles of even x, NaN for x < 1, at the poles of other
    x, and for negative q unless x is an integer.

    >>> float(zeta(np.array(2.0), np.array(1.0)).round(12))
    1.644934066848
    """
    x, q = np.broadcast_arrays(x, q)
    is_whole = x == np.floor(x)
    sign = np.where(np.remainder(x, 2.0) == 0.0, 1.0, -1.0)
    # terms with negative n + q are, up to their sign, a piece of a positive series
    count = np.where(q <= 0.0, np.floor(-q) + 1.0, 0.0)
    start = q + count
    safe_x = np.where(x > 1.0, x, 2.0)
    safe_start = np.where(start > 0.0, start, 1.0)
    total = _zeta_of_positive(safe_x, safe_start)
    mirror = np.where(count > 0.0, 1.0 - safe_start, 1.0)
    is_pole = (count > 0.0) & (mirror <= 0.0)
    mirror = np.where(mirror > 0.0, mirror, 1.0)
    piece = _zeta_of_positive(safe_x, mirror) - _zeta_of_positive(
        safe_x, mirror + count
    )
    total = np.where(count > 0.0, total + sign * piece, total)
    total = np.where(is_pole, np.where(is_whole & (sign > 0.0), np.inf, np.nan), total)
    total = np.where((q < 0.0) & ~is_pole & ~is_whole, np.nan, total)
    total = np.where((q == np.inf) & (x > 1.0), 0.0, total)
    total = np.where(x == np.inf, _zeta_at_infinity(q), total)
    total = np.where((x < 1.0) | np.isnan(x) | np.isnan(q), np.nan, total)
    return np.where(x == 1.0, np.inf, total)


def _zeta_at_infinity(q: Any) -> Any:
    """The first term, q^-inf, alone: the others are less."""
    return np.where(q < 1.0, np.inf, np.where(q == 1.0, 1.0, 0.0))


def _zeta_of_positive(x: Any, q: Any) -> Any:
    """Ten terms, and the rest by the sum formula of Euler and Maclaurin."""
    total = np.zeros_like(q)
    for n in range(10):
        total += np.power(q + n, -x)
    end = q + 10.0
    power = np.power(end, -x)
    total += end * power / (x - 1.0) + 0.5 * power
    # B[2k] / (2k)! x (x + 1) ... (x + 2k - 2) end^(-x - 2k + 1)
    term = x * power / end / 2.0
    for index in range(10):
        total += _BERNOULLI[index] * term
        k = 2.0 * (index + 1)
        term = term * (x + k - 1.0) * (x + k) / ((k + 1.0) * (k + 2.0) * np.square(end))
    return total


@np.errstate(all="ignore")
def polygamma(n: Any, x: Any) -> Any:
    """The derivative of order n of digamma; NaN unless n is a natural number.

    >>> float(polygamma(np.array(1.0), np.array(1.0)).round(12))
    1.644934066848
    """
    n, x = np.broadcast_arrays(n, x)
    is_natural = (n >= 0.0) & (n == np.floor(n))
    order = np.where(is_natural & (n > 0.0), n, 1.0)
    sign = np.where(np.remainder(order + 1.0, 2.0) == 1.0, -1.0, 1.0)
    value = sign * np.exp(lgamma(order + 1.0)) * zeta(order + 1.0, x)
    value = np.where(n == 0.0, digamma(x), value)
    return np.where(is_natural, value, np.nan)
