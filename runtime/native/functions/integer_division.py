"""Integer division, floored or truncated, with an error for zero divisors."""

from __future__ import annotations

from collections.abc import Callable

from runtime.native.llvm.emitter import Emitter, Register

Refuse = Callable[[Emitter, Register], None]
"""Leaves the native function where the condition holds."""


def safe_divisor(e: Emitter, y: Register, refuse: Refuse) -> Register:
    """The divisor, and 1 where it is 0, after which nothing is computed."""
    if y.is_literal and y.text != "0":
        return y
    zero = e.constant(y.element, 0)
    is_zero = e.compare("eq", y, zero)
    refuse(e, is_zero)
    return e.select(is_zero, e.constant(y.element, 1), y)


def truncated(e: Emitter, x: Register, y: Register) -> Register:
    """x / y towards zero; the least integer over -1 is itself."""
    if x.element.kind == "u":
        return e.instruction("udiv", x.element, [x, y])
    by_minus_one, divisor = _without_overflow(e, y)
    quotient = e.instruction("sdiv", x.element, [x, divisor])
    return e.select(by_minus_one, e.neg(x), quotient)


def remainder(e: Emitter, x: Register, y: Register) -> Register:
    """The truncated remainder, which has the sign of x."""
    if x.element.kind == "u":
        return e.instruction("urem", x.element, [x, y])
    by_minus_one, divisor = _without_overflow(e, y)
    rest = e.instruction("srem", x.element, [x, divisor])
    return e.select(by_minus_one, e.constant(x.element, 0), rest)


def _without_overflow(e: Emitter, y: Register) -> tuple[Register, Register]:
    by_minus_one = e.compare("eq", y, e.constant(y.element, -1))
    return by_minus_one, e.select(by_minus_one, e.constant(y.element, 1), y)


def floored(e: Emitter, x: Register, y: Register) -> Register:
    """x / y rounded down."""
    quotient = truncated(e, x, y)
    if x.element.kind == "u":
        return quotient
    rest = remainder(e, x, y)
    less = e.sub(quotient, e.constant(x.element, 1))
    return e.select(_is_other_side(e, rest, y), less, quotient)


def floored_remainder(e: Emitter, x: Register, y: Register) -> Register:
    """The floored remainder, which has the sign of y."""
    rest = remainder(e, x, y)
    if x.element.kind == "u":
        return rest
    return e.select(_is_other_side(e, rest, y), e.add(rest, y), rest)


def _is_other_side(e: Emitter, rest: Register, y: Register) -> Register:
    zero = e.constant(rest.element, 0)
    differs = e.compare("lt", e.logical("xor", rest, y), zero)
    return e.logical("and", differs, e.compare("ne", rest, zero))
