"""The regularized incomplete beta function."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.special.gamma_functions import lgamma

_STEPS: Final = 2000
_TINY: Final = 1e-300


@np.errstate(all="ignore")
def betainc(a: Any, b: Any, x: Any) -> Any:
    """I(a, b, x); NaN unless a and b are positive, finite, and x in [0, 1].

    >>> betainc(np.array(1.0), np.array(1.0), np.array(0.25)).round(12).item()
    0.25
    """
    a, b, x = np.broadcast_arrays(a, b, x)
    is_valid = (a > 0.0) & (b > 0.0) & (x >= 0.0) & (x <= 1.0)
    is_valid &= np.isfinite(a) & np.isfinite(b)
    is_inside = is_valid & (x > 0.0) & (x < 1.0)
    a, b, inner = (np.where(is_inside, each, 0.5) for each in (a, b, x))
    # the fraction converges fast below the mean; above it by I(a, b, x) + I(b, a, 1-x)
    is_mirrored = inner > (a + 1.0) / (a + b + 2.0)
    first, second = np.where(is_mirrored, b, a), np.where(is_mirrored, a, b)
    part = np.where(is_mirrored, 1.0 - inner, inner)
    log_beta = lgamma(a) + lgamma(b) - lgamma(a + b)
    log_weight = a * np.log(inner) + b * np.log1p(-inner) - log_beta
    value = np.exp(log_weight) * _fraction(first, second, part) / first
    value = np.where(is_mirrored, 1.0 - value, value)
    return np.where(is_inside, value, np.where(is_valid, x, np.nan))


def _fraction(a: Any, b: Any, x: Any) -> Any:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c = np.ones_like(a)
    d = 1.0 / _nonzero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for numerator in (even, odd):
            d = 1.0 / _nonzero(1.0 + numerator * d)
            c = _nonzero(1.0 + numerator / c)
            factor = c * d
            value = value * factor
        if np.all(np.abs(factor - 1.0) < 1.1e-16):
            break
    return value


def _nonzero(x: Any) -> Any:
    return np.where(np.abs(x) < _TINY, _TINY, x)
