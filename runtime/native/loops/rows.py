"""Rows of arrays at a computed index, which is bounds-checked; nothing is copied."""

from __future__ import annotations

from runtime.native.calls.entries import number_in_memory
from runtime.native.llvm.element_types import BOOL, I64
from runtime.native.llvm.emitter import Register
from runtime.native.llvm.failures import MISMATCH
from runtime.native.terms.memory import Memory
from runtime.native.terms.scopes import Scope
from runtime.native.terms.terms import Row, Term


def find_row(scope: Scope, term: Term) -> None:
    """Writes the bounds check of an index, and records the address of the row.

    For an index that is out of range the code exits with a status, as for arguments of
    unexpected types: the default executor runs the region again, and raises the error.
    """
    assert isinstance(term, Row)
    e, memory = scope.e, scope.memory_of(term.source)
    assert memory is not None
    index = _checked_index(scope, term)
    offset = e.mul(index, e.constant(I64, memory.strides[0]))
    offset = e.add(offset, e.constant(I64, memory.offset))
    pointer = e.address(memory.pointer, term.element, offset)
    if term.shape:
        strides = memory.strides[1:]
        scope.memories[term] = Memory(pointer, strides, 0, memory.is_constant)
    else:
        scope.numbers[term] = number_in_memory(e, pointer, term.element)


def _checked_index(scope: Scope, term: Row) -> Register:
    e, size = scope.e, term.source.shape[0]
    index = scope.numbers[term.index]
    if index.element.bits < 64:
        index = e.convert("sext", index, I64)
    index = Register(index.text, I64)
    zero, limit = e.constant(I64, 0), e.constant(I64, size)
    if term.from_end:
        is_negative = e.compare("lt", index, zero)
        index = e.select(is_negative, e.add(index, limit), index)
    is_inside = e.logical(
        "and", e.compare("ge", index, zero), e.compare("lt", index, limit)
    )
    outside = e.flip(Register(is_inside.text, BOOL))
    e.leave_if(outside, MISMATCH)
    return index
