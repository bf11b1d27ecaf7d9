"""Functions of float32 arrays, computed in float32, block by block.

Nothing is widened, and a block stays in the cache from one operation to the next.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

BLOCK: Final = 131072
"""Elements computed at a time: a call for fewer costs more than it computes."""

# erf(x) = tanh(x P(x^2)), which needs one series where a quotient needs two and gives
# the hard part to NumPy's own tanh; least squares, reweighted until the relative error
# of erf (0.8 ulp before rounding) was even for |x| <= 4. Beyond, the series grows to
# infinity, where tanh and erf are 1
_SERIES: Final = tuple(
    np.float32(each)
    for each in (
        1.4185265e-07,
        -5.668484e-06,
        8.763739e-05,
        -0.0006197848,
        -0.00019183058,
        0.102769054,
        1.1283792,
    )
)


def erf(x: Any, out: Any = None) -> Any:
    """The error function of float32; off by at most 4 units in the last place.

    ``out`` is where the result is written: contiguous, and not over ``x``.

    >>> erf(np.array([0.0, np.inf], np.float32))
    array([0., 1.], dtype=float32)
    """
    flat = np.ascontiguousarray(x, np.float32).reshape(-1)
    result = np.empty_like(flat) if out is None else out.reshape(-1)
    scratch = np.empty(min(BLOCK, flat.size), np.float32)
    for start in range(0, flat.size, BLOCK):
        part = flat[start : start + BLOCK]
        _erf_into(result[start : start + BLOCK], part, scratch[: part.size])
    return result.reshape(np.shape(x))[()] if out is None else out


def _erf_into(result: Any, x: Any, square: Any) -> None:
    np.multiply(x, x, out=square)
    _polynomial(result, square, _SERIES)
    np.multiply(result, x, out=result)
    np.tanh(result, out=result)


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
_ONE: Final = np.float32(1.0)
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
