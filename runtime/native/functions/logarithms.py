"""log and log1p as polynomials.

x = 2^k m; log(x) = k log 2 + log(m). float32: m is in [0.75, 1.5), and a polynomial in
m - 1 was fitted by reweighted least squares. float64: m is in [sqrt(1/2), sqrt(2)), and
there is a series in s = (m - 1) / (m + 1) as in Sun's fdlibm (e_log.c, 1993).
"""

from __future__ import annotations

from typing import Final

from runtime.native.functions.operations import operation
from runtime.native.functions.polynomials import horner
from runtime.native.llvm.element_types import F32, as_bits
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.wide_vectors import exponent_of, has_wide, mantissa_of

# (log(1 + f) - f + f^2 / 2) / f^3
_TAIL32: Final = (
    0.3333345055580139,
    -0.25000107288360596,
    0.1999083161354065,
    -0.16646923124790192,
    0.1447799652814865,
    -0.13164213299751282,
    0.10471347719430923,
    -0.045135900378227234,
)
_SERIES64: Final = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
# log 2 in two positive parts, the first with trailing zeros
_LOG_2: Final = {
    32: (0.693115234375, 3.194618329871446e-05),
    64: (6.93147180369123816490e-01, 1.90821492927058770002e-10),
}


@operation("Log", cost=30)
def log(e: Emitter, x: Register) -> Register:
    """The natural logarithm; 1 ulp."""
    if x.element is F32 and has_wide(e, F32, x.lanes):
        return _wide_log(e, x)
    element = x.element
    zero, infinity = e.constant(element, 0.0), e.constant(element, float("inf"))
    k, f = _split(e, x)
    result = _near(e, k, f)
    # order: NaN and infinity are their own logarithms
    result = e.select(e.compare("lt", x, infinity), result, x)
    result = e.select(e.compare("ne", x, x), x, result)
    minus = e.constant(element, float("-inf"))
    result = e.select(e.compare("eq", x, zero), minus, result)
    not_a_number = e.constant(element, float("nan"))
    return e.select(e.compare("lt", x, zero), not_a_number, result)


def _wide_log(e: Emitter, x: Register) -> Register:
    """The processor takes x apart; what it gives for 0, inf and NaN fits as it is."""
    one = e.constant(F32, 1.0)
    m = mantissa_of(e, x)
    k = exponent_of(e, x)
    k = e.select(e.compare("lt", m, one), e.add(k, one), k)
    return _near(e, k, e.sub(m, one))


def _split(e: Emitter, x: Register) -> tuple[Register, Register]:
    """k as a float, and m - 1."""
    element, ints = x.element, as_bits(x.element)
    is_32 = element is F32
    least, lift, lifted = (
        (1.1754943508222875e-38, 8388608.0, 23.0)
        if is_32
        else (2.2250738585072014e-308, 18014398509481984.0, 54.0)
    )
    places, bottom = (23, 0x3F400000) if is_32 else (52, 0x3FE6A09E667F3BCD)
    is_denormal = e.compare("lt", x, e.constant(element, least))
    normal = e.select(is_denormal, e.mul(x, e.constant(element, lift)), x)
    pattern = e.bits(normal, ints)
    above = e.sub(pattern, e.constant(ints, bottom))
    exponent = e.logical("ashr", above, e.constant(ints, places))
    shifted = e.logical("shl", exponent, e.constant(ints, places))
    m = e.bits(e.sub(pattern, shifted), element)
    k = e.convert("sitofp", exponent, element)
    less = e.sub(k, e.constant(element, lifted))
    k = e.select(is_denormal, less, k)
    return k, e.sub(m, e.constant(element, 1.0))


def _near(e: Emitter, k: Register, f: Register) -> Register:
    """k log 2 + log(1 + f)."""
    element = f.element
    high, low = (e.constant(element, each) for each in _LOG_2[element.bits])
    half = e.constant(element, 0.5)
    if element is F32:
        square = e.mul(f, f)
        tail = e.mul(e.mul(square, f), horner(e, f, _TAIL32))
        rest = e.fma(square, e.neg(half), e.fma(k, low, tail))
        return e.fma(k, high, e.add(f, rest))
    half_square = e.mul(e.mul(f, f), half)
    s = e.div(f, e.add(f, e.constant(element, 2.0)))
    square = e.mul(s, s)
    series = e.mul(square, horner(e, square, _SERIES64))
    inner = e.fma(k, low, e.mul(s, e.add(half_square, series)))
    return e.fma(k, high, e.sub(f, e.sub(half_square, inner)))


@operation("Log1p", cost=45)
def log1p(e: Emitter, x: Register) -> Register:
    """log(1 + x) without loss of digits near 0; 2 ulp.

    log(u) - ((u - 1) - x) / u with u = 1 + x, as it was rounded.
    """
    element = x.element
    one = e.constant(element, 1.0)
    u = e.add(x, one)
    lost = e.sub(e.sub(u, one), x)
    result = e.sub(log(e, u), e.div(lost, u))
    # the correction is meaningless at the ends
    infinity = e.constant(element, float("inf"))
    result = e.select(e.compare("eq", x, infinity), infinity, result)
    is_pole = e.compare("eq", u, e.constant(element, 0.0))
    result = e.select(is_pole, e.constant(element, float("-inf")), result)
    is_tiny = e.compare("eq", u, one)
    return e.select(is_tiny, x, result)
