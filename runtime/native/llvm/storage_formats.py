"""Element types stored otherwise than they are computed with: bool, half floats.

float16 and bfloat16 are float32 in registers, of which only numbers are used that the
narrow type has.
"""

from __future__ import annotations

from runtime.native.llvm.element_types import BF16, BOOL, F16, F32, I16, I32, Element
from runtime.native.llvm.emitter import Emitter, Register


def from_memory(e: Emitter, text: str, element: Element, lanes: int) -> Register:
    """Converts a loaded value to its register format."""
    if element is BOOL:
        result, kind = e.name(), element.memory_text(lanes)
        zero = "zeroinitializer" if lanes > 1 else "0"
        e.line(f"{result} = icmp ne {kind} {text}, {zero}")
        return Register(result, BOOL, lanes)
    if element is F16:
        result = e.name()
        kinds = F16.memory_text(lanes), F32.text(lanes)
        e.line(f"{result} = fpext {kinds[0]} {text} to {kinds[1]}")
        return Register(result, F32, lanes)
    if element is BF16:
        bits = e.convert("zext", Register(text, I16, lanes), I32)
        return e.bits(e.logical("shl", bits, e.constant(I32, 16)), F32)
    return Register(text, element, lanes)


def to_memory(e: Emitter, value: Register, element: Element, lanes: int) -> str:
    """Converts a value to its memory format; returns the register."""
    text = e.operand(value, lanes)
    if element is BOOL:
        wide, kind = e.name(), element.memory_text(lanes)
        e.line(f"{wide} = zext {element.text(lanes)} {text} to {kind}")
        return wide
    if element is F16:
        narrow = e.name()
        kinds = F32.text(lanes), F16.memory_text(lanes)
        e.line(f"{narrow} = fptrunc {kinds[0]} {text} to {kinds[1]}")
        return narrow
    if element is BF16:
        bits = e.logical("lshr", _bits(e, value, lanes), e.constant(I32, 16))
        return e.convert("trunc", bits, I16).text
    return text


def rounded(e: Emitter, value: Register, element: Element) -> Register:
    """A float32 rounded to a number of the narrow type."""
    if element is BF16:
        return _rounded_to_bfloat16(e, value)
    assert element is F16, element
    text = to_memory(e, value, F16, value.lanes)
    return from_memory(e, text, F16, value.lanes)


def _rounded_to_bfloat16(e: Emitter, value: Register) -> Register:
    """Rounds to nearest, ties to even; by integers, since processors drop denormals."""
    bits = _bits(e, value, value.lanes)
    last = e.logical("lshr", bits, e.constant(I32, 16))
    odd = e.logical("and", last, e.constant(I32, 1))
    moved = e.add(bits, e.add(odd, e.constant(I32, 0x7FFF)))
    kept = e.logical("and", moved, e.constant(I32, -65536))
    nearest = e.bits(kept, F32)
    # a NaN's bits may not carry over into the sign
    sign = e.logical("and", bits, e.constant(I32, -(1 << 31)))
    quiet = e.bits(e.logical("or", sign, e.constant(I32, 0x7FC00000)), F32)
    return e.select(e.compare("ne", value, value), quiet, nearest)


def _bits(e: Emitter, value: Register, lanes: int) -> Register:
    return e.bits(Register(e.operand(value, lanes), F32, lanes), I32)
