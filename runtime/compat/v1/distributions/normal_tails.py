"""The normal distribution function and its logarithm, exact in both tails."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from runtime.arrays.indexing import where
from runtime.math.arithmetic import abs as abs_
from runtime.math.arithmetic import maximum, minimum, square
from runtime.math.error_functions import erf, erfc
from runtime.math.exponentials import log, log1p
from runtime.tensors.tensor import Tensor

_HALF_LOG_2_PI: Final = 0.5 * math.log(2.0 * math.pi)
_SQRT_HALF: Final = math.sqrt(0.5)

_LIMITS: Final = {np.dtype(np.float64): (-20.0, 8.0)}
"""Below the first the series is exact, above the second the complement."""
_SINGLE: Final = (-10.0, 5.0)
_TERMS: Final = 3


def ndtr(x: Tensor) -> Tensor:
    """The probability that a standard normal number is not greater."""
    w = x * _SQRT_HALF
    tail = erfc(abs_(w))
    far = where(w > 0.0, 2.0 - tail, tail)
    return 0.5 * where(abs_(w) < _SQRT_HALF, 1.0 + erf(w), far)


def log_ndtr(x: Tensor) -> Tensor:
    """The logarithm of that probability, finite where the probability rounds to 0."""
    kind: Any = x.dtype.as_numpy_dtype
    lower, upper = _LIMITS.get(np.dtype(kind), _SINGLE)
    # each formula sees arguments of its own range alone, so that gradients are finite
    middle = log(ndtr(minimum(maximum(x, lower), upper)))
    below = _asymptotic(minimum(x, lower))
    above = log1p(-ndtr(-maximum(x, upper)))
    return where(x > upper, above, where(x > lower, middle, below))


def _asymptotic(x: Tensor) -> Any:
    """-x**2 / 2 - log(-x) - log(2 pi) / 2 + log(1 - 1 / x**2 + 3 / x**4 - ...)."""
    inverse = 1.0 / square(x)
    total: Any = 1.0
    term: Any = 1.0
    for order in range(1, _TERMS + 1):
        term = -term * (2 * order - 1) * inverse
        total = total + term
    return -0.5 * square(x) - log(-x) - _HALF_LOG_2_PI + log(total)


__all__ = ["log_ndtr", "ndtr"]
