"""Splitting and concatenation of vectors."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.native.llvm.emitter import Emitter, Register


def part(e: Emitter, x: Register, start: int, lanes: int) -> Register:
    """Neighbouring lanes of a vector; a single number is the same in every part."""
    return x if x.lanes == 1 else shuffled(e, x, x, range(start, start + lanes))


def halves(e: Emitter, x: Register) -> tuple[Register, Register]:
    """The lower and the upper lanes of a vector; numbers where there are two."""
    half = x.lanes // 2
    if half == 1:
        return lane_of(e, x, 0), lane_of(e, x, 1)
    return part(e, x, 0, half), part(e, x, half, half)


def shuffled(e: Emitter, x: Register, y: Register, places: Sequence[int]) -> Register:
    """Selects lanes of two vectors by index; the second's follow the first's."""
    kind, result = x.element.text(x.lanes), e.name()
    numbers = ", ".join(f"i32 {place}" for place in places)
    e.line(
        f"{result} = shufflevector {kind} {x.text}, {kind} {y.text}, "
        f"<{len(places)} x i32> <{numbers}>"
    )
    return Register(result, x.element, len(places))


def lane_of(e: Emitter, value: Register, lane: int) -> Register:
    """One lane of a vector."""
    result = e.name()
    e.line(f"{result} = extractelement {e.typed(value, value.lanes)}, i64 {lane}")
    return Register(result, value.element)
