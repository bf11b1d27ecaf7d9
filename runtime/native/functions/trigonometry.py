"""sin and cos as polynomials.

x = n pi / 2 + r. The multiple of pi / 2 is subtracted in three parts, which is exact
enough up to about 2^20. If any lane has a larger argument, all lanes are computed by
the C library.
"""

from __future__ import annotations

from math import factorial
from typing import Final

from runtime.native.functions.polynomials import horner, magnitude, nearest_integer
from runtime.native.llvm.element_types import F64, I64
from runtime.native.llvm.emitter import Emitter, Register

# pi / 2 in parts of 33 bits: n times the first two is exact
_PARTS: Final = (
    1.57079632673412561417e00,
    6.07710050630396597660e-11,
    2.02226624879595063154e-21,
)
_FAR: Final = 500000.0
_SINE: Final = tuple((-1.0) ** k / factorial(2 * k + 1) for k in range(1, 9))
_COSINE: Final = tuple((-1.0) ** k / factorial(2 * k) for k in range(2, 10))


def sin(e: Emitter, x: Register) -> Register:
    """The sine; 1 ulp."""
    result = _of_quarter(e, x, 0, "llvm.sin")
    is_zero = e.compare("eq", x, e.constant(F64, 0.0))
    return e.select(is_zero, x, result)


def cos(e: Emitter, x: Register) -> Register:
    """The cosine; 1 ulp."""
    return _of_quarter(e, x, 1, "llvm.cos")


def _of_quarter(e: Emitter, x: Register, turn: int, library: str) -> Register:
    """sin(x + turn pi / 2) of float64."""
    result = e.slot(F64, x.lanes)
    size = magnitude(e, x)
    # NaN is not less: it goes the long way and comes back as NaN
    is_near = e.compare("lt", size, e.constant(F64, _FAR))
    e.set(result, _near(e, x, turn), x.lanes)
    with e.when(e.any_lane(e.flip(is_near))):
        found = e.get(result, F64, x.lanes)
        e.set(result, e.select(is_near, found, e.intrinsic(library, [x])), x.lanes)
    return e.get(result, F64, x.lanes)


def _near(e: Emitter, x: Register, turn: int) -> Register:
    whole, n = nearest_integer(e, e.mul(x, e.constant(F64, 0.6366197723675814)))
    high, low = _rest(e, x, whole)
    n = e.add(n, e.constant(I64, turn))
    square = e.mul(high, high)
    cube = e.mul(square, high)
    sine = e.add(high, e.fma(cube, horner(e, square, _SINE), low))
    half = e.mul(square, e.constant(F64, 0.5))
    one = e.constant(F64, 1.0)
    head = e.sub(one, half)
    # what rounding of 1 - r^2/2 lost, and the cross term of the low part
    lost = e.sub(e.sub(one, head), half)
    tail = e.mul(e.mul(square, square), horner(e, square, _COSINE))
    cosine = e.add(head, e.add(e.sub(tail, e.mul(high, low)), lost))
    is_odd = _bit(e, n, 1)
    is_negative = _bit(e, n, 2)
    value = e.select(is_odd, cosine, sine)
    return e.select(is_negative, e.neg(value), value)


def _rest(e: Emitter, x: Register, whole: Register) -> tuple[Register, Register]:
    """x - n pi / 2 as a sum of two numbers."""
    first, second, third = (e.constant(F64, each) for each in _PARTS)
    # exact: n has few bits, and near a multiple the difference loses none
    start = e.fma(whole, e.neg(first), x)
    product = e.mul(whole, second)
    difference = e.sub(start, product)
    lost = e.sub(e.sub(start, difference), product)
    low = e.fma(whole, e.neg(third), lost)
    high = e.add(difference, low)
    return high, e.add(e.sub(difference, high), low)


def _bit(e: Emitter, n: Register, mask: int) -> Register:
    chosen = e.logical("and", n, e.constant(I64, mask))
    return e.compare("ne", chosen, e.constant(I64, 0))
