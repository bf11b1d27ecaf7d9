"""Casts between element types, with the meaning of ``graphir.ops.math.casting``."""

from __future__ import annotations

import platform
from typing import Final

from runtime.native.llvm.element_types import BF16, BOOL, F32, I32, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.llvm.storage_formats import rounded


def saturates(source: Element, target: Element, count: int) -> bool:
    """Whether a cast of floats to a narrow integer type saturates.

    As in TensorFlow, a cast saturates in whole blocks of elements. TensorFlow wraps
    around in the remainder; native code does so only if there is no whole block.

    >>> from runtime.native.llvm.element_types import I8
    >>> saturates(F32, I8, 100), saturates(F32, I8, 31), saturates(F32, I32, 100)
    (True, False, False)
    """
    block = _BLOCKS.get(source, 16)
    is_narrow = target.kind in "iu" and target.bits < 32
    return source.is_float and is_narrow and count >= block


_BLOCKS: Final = {F32: 32, BF16: 8}
"""Elements that TensorFlow converts together; 16 of other floats."""


def nearest(e: Emitter, x: Register, target: Element) -> Register:
    """A float as the nearest number that a narrow integer has; NaN as its least."""
    wide = _to_signed(e, x, I32)
    half = 1 << (target.bits - 1)
    low, high = (-half, half - 1) if target.kind == "i" else (0, 2 * half - 1)
    for word, limit in (("llvm.smax", low), ("llvm.smin", high)):
        wide = e.intrinsic(word, [wide, e.constant(I32, limit)])
    return _between_integers(e, wide, target)


def cast(e: Emitter, x: Register, target: Element) -> Register:
    """x as another type; floats that an integer cannot hold wrap around.

    Raises:
      Unsupported: for floats as unsigned integers of 32 bits or more.
    """
    source = x.element
    if target.is_half:
        return rounded(e, cast(e, x, F32), target)
    if source is target:
        return x
    if target is BOOL:
        return e.compare("ne", x, e.constant(source, 0))
    if source is BOOL:
        return e.convert("uitofp" if target.is_float else "zext", x, target)
    if source.is_float:
        return _from_float(e, x, target)
    if target.is_float:
        return e.convert("sitofp" if source.kind == "i" else "uitofp", x, target)
    return _between_integers(e, x, target)


def _between_integers(e: Emitter, x: Register, target: Element) -> Register:
    source = x.element
    if source.bits == target.bits:
        return Register(x.text, target, x.lanes)
    if source.bits > target.bits:
        return e.convert("trunc", x, target)
    return e.convert("sext" if source.kind == "i" else "zext", x, target)


def _from_float(e: Emitter, x: Register, target: Element) -> Register:
    if target.is_float:
        return e.convert("fpext" if target.bits == 64 else "fptrunc", x, target)
    check_float_to_integer(target)
    if target.bits < 32:
        return _between_integers(e, _to_signed(e, x, I32), target)
    return _to_signed(e, x, target)


def check_float_to_integer(target: Element) -> None:
    """Checks that native code covers casts of floats to an integer type.

    Raises:
      Unsupported: if it does not.
    """
    if target.kind == "u" and target.bits >= 32:
        raise Unsupported("casts of floats to uint32 and uint64 are not covered")
    if platform.machine() not in ("x86_64", "AMD64"):
        raise Unsupported("casts of floats to integers differ by processor")


def _to_signed(e: Emitter, x: Register, target: Element) -> Register:
    """The conversion of x86 processors: the least integer for floats out of range."""
    limit = 2.0 ** (target.bits - 1)
    # the least float32 above -2^31 - 1 is -2^31 itself
    is_exact = x.element.bits == 64 and target.bits == 32
    low_word, low = ("gt", -limit - 1.0) if is_exact else ("ge", -limit)
    fits = e.logical(
        "and",
        e.compare(low_word, x, e.constant(x.element, low)),
        e.compare("lt", x, e.constant(x.element, limit)),
    )
    safe = e.select(fits, x, e.constant(x.element, 0.0))
    whole = e.convert("fptosi", safe, target)
    return e.select(fits, whole, e.constant(target, -int(limit)))
