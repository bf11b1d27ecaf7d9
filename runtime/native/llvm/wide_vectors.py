"""AVX-512 instructions that LLVM cannot express generically, with a fallback."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from runtime.native.llvm.element_types import F32, F64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.vector_parts import part, shuffled

BYTES: Final = 64
"""Of a register."""


def has_wide(e: Emitter, element: Element, lanes: int) -> bool:
    """Whether a vector fills whole 512-bit registers, on a machine with AVX-512."""
    fits = element in (F32, F64) and lanes * element.bytes % BYTES == 0
    return fits and e.module.has_avx512


def by_registers(
    operands: Sequence[Register],
    lanes: int,
    call: Callable[[Sequence[Register], int], Register],
    e: Emitter,
) -> Register:
    """Splits operands into registers, calls a function on them, joins the results."""
    if lanes * operands[0].element.bytes <= BYTES:
        return call(operands, lanes)
    half = lanes // 2
    parts = [
        by_registers([part(e, x, start, half) for x in operands], half, call, e)
        for start in (0, half)
    ]
    return shuffled(e, parts[0], parts[1], range(lanes))


def _call(
    e: Emitter, name: str, operands: list[Register], ending: list[str]
) -> Register:
    """``name(operands, the first again for lanes that are off, mask, ...)``."""
    element = operands[0].element

    def call(parts: Sequence[Register], lanes: int) -> Register:
        kind = element.text(lanes)
        full = f"llvm.x86.avx512.{name}.{'ps' if element is F32 else 'pd'}.512"
        texts = [e.typed(each, lanes) for each in (*parts, parts[0])]
        kinds = [kind] * len(texts) + [f"i{lanes}"]
        kinds += [each.split()[0] for each in ending]
        texts += [f"i{lanes} -1", *ending]
        e.module.declare(f"declare {kind} @{full}({', '.join(kinds)})")
        result = e.name()
        e.line(f"{result} = call {kind} @{full}({', '.join(texts)})")
        return Register(result, element, lanes)

    return by_registers(operands, max(x.lanes for x in operands), call, e)


def times_power_of_two(e: Emitter, x: Register, whole: Register) -> Register:
    """x times 2^whole for whole numbers as floats; infinite or denormal at the ends."""
    return _call(e, "mask.scalef", [x, whole], ["i32 4"])


def reciprocal_estimate(e: Emitter, x: Register) -> Register:
    """1 / x to 14 bits."""
    return _call(e, "rcp14", [x], [])


def exponent_of(e: Emitter, x: Register) -> Register:
    """The whole part of log2 |x| as a float; -inf, inf and NaN of 0, inf and NaN."""
    return _call(e, "mask.getexp", [x], ["i32 4"])


def mantissa_of(e: Emitter, x: Register) -> Register:
    """x / 2^k that lies in [0.75, 1.5); NaN of negative numbers."""
    element = x.element
    form = "ps" if element is F32 else "pd"
    full = f"llvm.x86.avx512.mask.getmant.{form}.512"

    def call(parts: Sequence[Register], lanes: int) -> Register:
        kind, mask, text = element.text(lanes), f"i{lanes}", parts[0].text
        e.module.declare(f"declare {kind} @{full}({kind}, i32, {kind}, {mask}, i32)")
        result = e.name()
        # 11: the interval [0.75, 1.5), and no result for a sign
        e.line(
            f"{result} = call {kind} @{full}({kind} {text}, i32 11, {kind} {text}, "
            f"{mask} -1, i32 4)"
        )
        return Register(result, element, lanes)

    return by_registers([x], x.lanes, call, e)
