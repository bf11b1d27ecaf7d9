"""Functions of float32 computed in float32, a block at a time.

A rational function keeps its accuracy in single precision, so nothing is widened, and
blocks of a few thousand elements stay in the cache from one operation to the next.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

BLOCK: Final = 16384
"""Elements computed at a time."""

# erf(x) = x P(x^2) / Q(x^2) on [-3.95, 3.95], where erf reaches 1 in float32; least
# squares, reweighted until the relative error (0.35 ulp before rounding) was even
_BOUND: Final = np.float32(3.95)
_ONE: Final = np.float32(1.0)
_NUMERATOR: Final = tuple(
    np.float32(each)
    for each in (
        2.02591195e-06,
        0.000284687005,
        0.00380813354,
        0.0528753623,
        0.191549674,
        1.12837911,
    )
)
_DENOMINATOR: Final = tuple(
    np.float32(each)
    for each in (
        3.78318036e-05,
        0.00117071869,
        0.0150550343,
        0.11455936,
        0.50308913,
        1.0,
    )
)


def erf(x: Any) -> Any:
    """The error function of float32; off by at most 8 units in the last place.

    >>> erf(np.array([0.0, 0.5, np.inf], np.float32))
    array([0.       , 0.5204999, 1.       ], dtype=float32)
    """
    flat = np.ascontiguousarray(x, np.float32).reshape(-1)
    result = np.empty_like(flat)
    scratch = np.empty((2, min(BLOCK, flat.size)), np.float32)
    for start in range(0, flat.size, BLOCK):
        part = flat[start : start + BLOCK]
        _erf_into(result[start : start + BLOCK], part, scratch[:, : part.size])
    return result.reshape(np.shape(x))[()]


def _erf_into(result: Any, x: Any, scratch: Any) -> None:
    square, below = scratch
    np.clip(x, -_BOUND, _BOUND, out=result)
    np.multiply(result, result, out=square)
    _polynomial(below, square, _NUMERATOR)
    np.multiply(result, below, out=result)
    _polynomial(below, square, _DENOMINATOR)
    np.divide(result, below, out=result)
    np.clip(result, -_ONE, _ONE, out=result)


def _polynomial(result: Any, x: Any, coefficients: tuple[Any, ...]) -> None:
    """Horner's rule, the highest coefficient first."""
    first, second, *others = coefficients
    np.multiply(x, first, out=result)
    np.add(result, second, out=result)
    for each in others:
        np.multiply(result, x, out=result)
        np.add(result, each, out=result)


# exp(r) on [-ln 2 / 2, ln 2 / 2], as oneDNN has it, whose digits TensorFlow prints
_TERMS: Final = tuple(
    np.float32(each)
    for each in (0.008289290592, 0.04189782217, 0.1666765213, 0.4999915063, 0.9999997)
)
_LOG2_E: Final = np.float32(1.44269502)
_HALF: Final = np.float32(0.5)
_LEAST: Final = np.float32(-87.3365479)
# ln 2 in two parts, the first short enough for exact multiples
_LN2_HIGH: Final = np.float32(0.693359375)
_LN2_LOW: Final = np.float32(-0.00021219253)


def exp_of_nonpositive(x: Any) -> Any:
    """exp of float32 numbers that are at most 0; below -87.3 it is 0, NaN stays.

    A polynomial of degree five, off by at most 5e-7 relative to the value.

    >>> exp_of_nonpositive(np.array([0.0, -1.0, -100.0], np.float32))
    array([1.        , 0.36787948, 0.        ], dtype=float32)
    """
    bounded = np.maximum(x, _LEAST)
    with np.errstate(invalid="ignore"):
        exponents = np.floor(bounded * _LOG2_E + _HALF)
        rest = (bounded - exponents * _LN2_HIGH) - exponents * _LN2_LOW
        result = rest * _TERMS[0]
        for each in _TERMS[1:]:
            result += each
            result *= rest
        result += _ONE
        result = np.ldexp(result, exponents.astype(np.int32))
    result[x < _LEAST] = 0
    return result
