"""exp, expm1, tanh and the logistic function as polynomials.

x = n log 2 + r, exp(x) = 2^n exp(r) (Cody and Waite, 1980). The float32 polynomials
were fitted by reweighted least squares; the float64 polynomials are Taylor's.
"""

from __future__ import annotations

from math import factorial
from typing import Final

from runtime.native.functions.operations import operation
from runtime.native.functions.polynomials import (
    at_least,
    at_most,
    horner,
    magnitude,
    nearest_integer,
    power_of_two,
    quotient,
    scaled,
    with_sign_of,
)
from runtime.native.llvm.element_types import F32, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.wide_vectors import has_wide, times_power_of_two

LOG2_E: Final = 1.4426950408889634
# log 2 in two parts, the first with trailing zeros: n times it is exact
_LOG_2: Final = {
    32: (0.693359375, -2.12194440e-4),
    64: (6.93147180369123816490e-01, 1.90821492927058770002e-10),
}
# (exp(r) - 1 - r) / r^2
_TAIL: Final = {
    32: (
        0.4999999403953552,
        0.1666652113199234,
        0.04166829213500023,
        0.008368715643882751,
        0.0013818696606904268,
    ),
    64: tuple(1.0 / factorial(k) for k in range(2, 14)),
}
# 2^f for |f| <= 1/2, fitted alike
_POWER: Final = (
    1.0,
    0.6931470036506653,
    0.24022242426872253,
    0.05550733581185341,
    0.009671512991189957,
    0.001326472731307149,
)
# beyond these the result is infinite, or rounds to zero
_MOST: Final = {32: 89.0, 64: 710.0}
_LEAST: Final = {32: -104.5, 64: -746.0}


def _reduced(e: Emitter, x: Register) -> tuple[Register, tuple[Register, Register]]:
    """exp(r) - 1, and n as a float and as an integer."""
    bits = x.element.bits
    quotient = e.mul(x, e.constant(x.element, LOG2_E))
    whole, n = nearest_integer(e, quotient)
    high, low = _LOG_2[bits]
    r = e.fma(whole, e.constant(x.element, -high), x)
    r = e.fma(whole, e.constant(x.element, -low), r)
    return e.fma(e.mul(r, r), horner(e, r, _TAIL[bits]), r), (whole, n)


@operation("Exp", cost=20)
def exp(e: Emitter, x: Register) -> Register:
    """e^x; 1 ulp."""
    bits = x.element.bits
    inside = at_least(e, at_most(e, x, _MOST[bits]), _LEAST[bits])
    less, n = _reduced(e, inside)
    return scaled(e, e.add(less, e.constant(x.element, 1.0)), *n)


def one_less_power(e: Emitter, x: Register) -> Register:
    """1 - 2^x of float32 for x < 0 that is not so small that 2^x is denormal.

    To half a unit of 1 where 2^x is less than a quarter.
    """
    whole, n = nearest_integer(e, x)
    power = horner(e, e.sub(x, whole), _POWER)
    one = e.constant(F32, 1.0)
    if has_wide(e, F32, x.lanes):
        return e.sub(one, times_power_of_two(e, power, whole))
    return e.sub(one, _times_power(e, power, n, F32))


def _times_power(e: Emitter, x: Register, n: Register, element: Element) -> Register:
    """x times 2^n where the result is normal: n is added to the exponent's bits."""
    ints = n.element
    places = 23 if element is F32 else 52
    moved = e.logical("shl", n, e.constant(ints, places))
    return e.bits(e.add(e.bits(x, ints), moved), element)


@operation("Expm1", cost=45)
def expm1(e: Emitter, x: Register) -> Register:
    """e^x - 1 without loss of digits near 0; 2 ulp."""
    element = x.element
    large, small = (60.0, -45.0) if element.bits == 64 else (30.0, -20.0)
    inside = at_least(e, at_most(e, x, large), small)
    less, n = _reduced(e, inside)
    one = e.constant(element, 1.0)
    power = scaled(e, one, *n)
    # 2^n (exp(r) - 1) + (2^n - 1)
    near = e.fma(power, less, e.sub(power, one))
    far = exp(e, x)
    result = e.select(e.compare("gt", x, e.constant(element, large)), far, near)
    tiny = e.compare("lt", magnitude(e, x), e.constant(element, 1e-20))
    return e.select(tiny, x, result)


@operation("Sigmoid", cost=28)
def sigmoid(e: Emitter, x: Register) -> Register:
    """1 / (1 + e^-x); 2.5 ulp."""
    element = x.element
    one, zero = e.constant(element, 1.0), e.constant(element, 0.0)
    below = exp(e, e.neg(magnitude(e, x)))
    above = e.select(e.compare("lt", x, zero), below, one)
    return quotient(e, above, e.add(one, below))


@operation("Tanh", cost=35)
def tanh(e: Emitter, x: Register) -> Register:
    """The hyperbolic tangent; 3 ulp.

    z / (z + 2) with z = exp(2 |x|) - 1, where 1 is reached within the bounds.
    """
    element = x.element
    size = at_most(e, magnitude(e, x), 20.0 if element.bits == 64 else 9.5)
    less, n = _reduced(e, e.add(size, size))
    one = e.constant(element, 1.0)
    power = _power(e, n, element)
    less = e.fma(power, less, e.sub(power, one))
    ratio = quotient(e, less, e.add(less, e.constant(element, 2.0)))
    return with_sign_of(e, ratio, x)


def _power(e: Emitter, n: tuple[Register, Register], element: Element) -> Register:
    """2^n where that is a normal number."""
    whole, exponent = n
    if has_wide(e, element, whole.lanes):
        return times_power_of_two(e, e.constant(element, 1.0), whole)
    return power_of_two(e, exponent, element)
