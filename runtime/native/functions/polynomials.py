"""Polynomial evaluation and splitting of floats, for the mathematical functions."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.native.llvm.element_types import F32, Element, as_bits
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.wide_vectors import (
    has_wide,
    reciprocal_estimate,
    times_power_of_two,
)


def horner(e: Emitter, x: Register, coefficients: Sequence[float]) -> Register:
    """c0 + x (c1 + x (c2 + ...)): the coefficients lowest first."""
    element = x.element
    result = e.constant(element, coefficients[-1])
    for each in reversed(coefficients[:-1]):
        result = e.fma(result, x, e.constant(element, each))
    return result


def chebyshev(e: Emitter, t: Register, coefficients: Sequence[float]) -> Register:
    """The sum of c_k T_k(t) for t in [-1, 1], by Clenshaw's recurrence."""
    element = t.element
    twice = e.add(t, t)
    ahead, current = e.constant(element, 0.0), e.constant(element, 0.0)
    for each in reversed(coefficients[1:]):
        found = e.fma(twice, current, e.sub(e.constant(element, each), ahead))
        ahead, current = current, found
    return e.fma(t, current, e.sub(e.constant(element, coefficients[0]), ahead))


def magnitude(e: Emitter, x: Register) -> Register:
    """abs(x)."""
    return e.intrinsic("llvm.fabs", [x])


def with_sign_of(e: Emitter, size: Register, x: Register) -> Register:
    """The magnitude of the first with the sign of the second."""
    return e.intrinsic("llvm.copysign", [size, x])


def at_most(e: Emitter, x: Register, limit: float) -> Register:
    """x, but no more than the limit; NaN stays."""
    bound = e.constant(x.element, limit)
    return e.select(e.compare("gt", x, bound), bound, x)


def at_least(e: Emitter, x: Register, limit: float) -> Register:
    """x, but no less than the limit; NaN stays."""
    bound = e.constant(x.element, limit)
    return e.select(e.compare("lt", x, bound), bound, x)


def nearest_integer(e: Emitter, x: Register) -> tuple[Register, Register]:
    """The integer next to a small x: as a float and as an integer.

    Adding 1.5 times 2^23 (or 2^52) leaves the integer in the low bits; there is no
    conversion that NaN could spoil.
    """
    element = x.element
    shift = 12582912.0 if element is F32 else 6755399441055744.0
    pattern = 0x4B400000 if element is F32 else 0x4338000000000000
    magic = e.constant(element, shift)
    moved = e.add(x, magic)
    whole = e.sub(moved, magic)
    ints = as_bits(element)
    return whole, e.sub(e.bits(moved, ints), e.constant(ints, pattern))


def quotient(e: Emitter, x: Register, y: Register) -> Register:
    """x / y to about half a unit, where y is between 1 and 4."""
    if y.element is not F32 or not has_wide(e, F32, y.lanes):
        return e.div(x, y)
    one = e.constant(F32, 1.0)
    guess = reciprocal_estimate(e, y)
    minus = e.neg(y)
    inverse = e.fma(guess, e.fma(minus, guess, one), guess)
    ratio = e.mul(x, inverse)
    return e.fma(e.fma(minus, ratio, x), inverse, ratio)


def power_of_two(e: Emitter, exponent: Register, element: Element) -> Register:
    """2^exponent for an exponent that a normal number has."""
    ints = as_bits(element)
    bias, places = (127, 23) if element is F32 else (1023, 52)
    raised = e.add(exponent, e.constant(ints, bias))
    return e.bits(e.logical("shl", raised, e.constant(ints, places)), element)


def scaled(e: Emitter, x: Register, whole: Register, exponent: Register) -> Register:
    """x times 2^exponent, which may be infinite or denormal; ``whole`` is the exponent
    as a float."""
    if has_wide(e, x.element, whole.lanes):
        return times_power_of_two(e, x, whole)
    # in two steps, each with a power that is a normal number
    ints = exponent.element
    half = e.logical("ashr", exponent, e.constant(ints, 1))
    rest = e.sub(exponent, half)
    first = e.mul(x, power_of_two(e, half, x.element))
    return e.mul(first, power_of_two(e, rest, x.element))
