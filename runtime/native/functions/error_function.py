"""erf and erfc as polynomials."""

from __future__ import annotations

from typing import Final

from graphir.special.error_functions import _ERF, _SCALED_ERFC
from runtime.native.functions.exponentials import exp, one_less_power
from runtime.native.functions.operations import operation
from runtime.native.functions.polynomials import (
    at_most,
    chebyshev,
    horner,
    magnitude,
    with_sign_of,
)
from runtime.native.llvm.element_types import F32, F64
from runtime.native.llvm.emitter import Emitter, Register, widened

# fitted by reweighted least squares: erf(x) / x - 1 in x^2 below 0.92, and
# log2(erfc(x)) / x in x above
_NEAR: Final = (
    0.12837915122509003,
    -0.37612488865852356,
    0.11281730979681015,
    -0.026762966066598892,
    0.0049873520620167255,
    -0.000595957855693996,
)
_FAR: Final = (
    -1.6281101703643799,
    -0.9171200394630432,
    -0.15189726650714874,
    0.03304671123623848,
    -0.004645536653697491,
    0.00030960654839873314,
)


@operation("Erf", cost=40)
def erf(e: Emitter, x: Register) -> Register:
    """The error function; 1.5 ulp, 2.5 for float64."""
    return _erf32(e, x) if x.element is F32 else _erf64(e, x)


def _erf32(e: Emitter, x: Register) -> Register:
    size = at_most(e, magnitude(e, x), 4.0)
    square = e.mul(size, size)
    near = e.fma(horner(e, square, _NEAR), x, x)
    decay = e.mul(size, horner(e, size, _FAR))
    far = with_sign_of(e, one_less_power(e, decay), x)
    return e.select(e.compare("lt", size, e.constant(F32, 0.92)), near, far)


def _erf64(e: Emitter, x: Register) -> Register:
    """Chebyshev series: of erf(x) / x up to 1, of exp(x^2) erfc(x) beyond."""
    one, two = e.constant(F64, 1.0), e.constant(F64, 2.0)
    size = at_most(e, magnitude(e, x), 6.5)
    square = e.mul(size, size)
    place = e.sub(e.mul(two, at_most(e, square, 1.0)), one)
    near = e.mul(x, chebyshev(e, place, _ERF))
    shift = e.constant(F64, 3.75)
    t = e.div(e.sub(size, shift), e.add(size, shift))
    weight = e.mul(exp(e, e.neg(square)), chebyshev(e, t, _SCALED_ERFC))
    far = e.sub(one, e.div(weight, e.fma(two, size, one)))
    is_near = e.compare("le", size, one)
    return e.select(is_near, near, with_sign_of(e, far, x))


@operation("Erfc", cost=60)
def erfc(e: Emitter, x: Register) -> Register:
    """One less the error function, with its small values; 1 ulp, 6 for float64."""
    found = _erfc64(e, widened(e, x))
    return e.convert("fptrunc", found, F32) if x.element is F32 else found


def _erfc64(e: Emitter, x: Register) -> Register:
    """1 - erf(x) up to 0.5, beyond it the series with the exact square of x."""
    one, two = e.constant(F64, 1.0), e.constant(F64, 2.0)
    size = at_most(e, magnitude(e, x), 28.0)
    square = e.mul(size, size)
    rest = e.fma(size, size, e.neg(square))
    place = e.sub(e.mul(two, at_most(e, square, 1.0)), one)
    near = e.sub(one, e.mul(x, chebyshev(e, place, _ERF)))
    shift = e.constant(F64, 3.75)
    t = e.div(e.sub(size, shift), e.add(size, shift))
    weight = e.mul(e.sub(one, rest), chebyshev(e, t, _SCALED_ERFC))
    tail = e.div(e.mul(exp(e, e.neg(square)), weight), e.fma(two, size, one))
    is_below = e.compare("lt", x, e.constant(F64, 0.0))
    far = e.select(is_below, e.sub(two, tail), tail)
    return e.select(e.compare("le", size, e.constant(F64, 0.5)), near, far)
