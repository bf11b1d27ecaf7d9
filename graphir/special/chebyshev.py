"""Sums of Chebyshev polynomials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def chebyshev_sum(
    coefficients: Sequence[float], x: Any, low: float, high: float
) -> Any:
    """The sum of c[k] T[k], with [low, high] mapped to [-1, 1] (Clenshaw, 1955).

    >>> chebyshev_sum([1.0, 2.0], np.array([0.0, 0.5]), 0.0, 1.0)
    array([-1.,  1.])
    """
    doubled = 2.0 * (2.0 * x - low - high) / (high - low)
    last, before = np.zeros_like(doubled), np.zeros_like(doubled)
    for coefficient in reversed(coefficients[1:]):
        last, before = doubled * last - before + coefficient, last
    return 0.5 * doubled * last - before + coefficients[0]
