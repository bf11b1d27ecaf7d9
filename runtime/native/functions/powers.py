"""Powers of floats: literal exponents as products, others of float32 by exp and log."""

from __future__ import annotations

from runtime.native.functions.exponentials import exp
from runtime.native.functions.logarithms import log
from runtime.native.functions.polynomials import magnitude
from runtime.native.llvm.element_types import F32, F64
from runtime.native.llvm.emitter import Emitter, Register


def power(e: Emitter, x: Register, y: Register) -> Register:
    """x^y of float32, computed in float64; 1 ulp."""
    base, exponent = (e.convert("fpext", each, F64) for each in (x, y))
    result = e.convert("fptrunc", _power64(e, base, exponent), F32)
    one = e.constant(F32, 1.0)
    is_one = e.compare("eq", x, one)
    is_free = e.compare("eq", y, e.constant(F32, 0.0))
    return e.select(e.logical("or", is_one, is_free), one, result)


def _power64(e: Emitter, x: Register, y: Register) -> Register:
    """exp(y log |x|) with the sign that an odd exponent gives."""
    zero, one = e.constant(F64, 0.0), e.constant(F64, 1.0)
    size = magnitude(e, x)
    value = exp(e, e.mul(y, log(e, size)))
    # |x| = 1 to an infinite power
    infinity = e.constant(F64, float("inf"))
    is_endless = e.compare("eq", magnitude(e, y), infinity)
    is_unit = e.logical("and", is_endless, e.compare("eq", size, one))
    value = e.select(is_unit, one, value)
    half = e.mul(y, e.constant(F64, 0.5))
    is_whole = e.compare("eq", y, e.intrinsic("llvm.floor", [y]))
    is_even = e.compare("eq", half, e.intrinsic("llvm.floor", [half]))
    sign_bit = e.compare("lt", e.intrinsic("llvm.copysign", [one, x]), zero)
    is_odd = e.logical("and", is_whole, e.flip(is_even))
    value = e.select(e.logical("and", sign_bit, is_odd), e.neg(value), value)
    # roots of negative numbers, but not of -0 and -inf
    is_finite = e.compare("lt", size, infinity)
    is_root = e.logical("and", e.compare("lt", x, zero), e.flip(is_whole))
    has_none = e.logical("and", is_root, is_finite)
    return e.select(has_none, e.constant(F64, float("nan")), value)
