"""What generated code can use at one place: arrays in memory, reshaped ones too."""

from __future__ import annotations

from runtime.native.llvm.element_types import F32
from runtime.native.llvm.emitter import Emitter, Module
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.scopes import Scope
from runtime.native.terms.terms import Held, Reshaped


def test_a_reshaped_array_lies_where_the_array_lies() -> None:
    array, other = Held(F32, (2, 6)), Held(F32, (3,))
    flat = Reshaped(F32, (3, 4), source=array)
    scope = Scope(Emitter(Module()))
    scope.memories[array] = Memory("%p", contiguous_strides((2, 6)))
    found = scope.memory_of(flat)
    assert found is not None
    assert (found.pointer, tuple(found.strides)) == ("%p", (4, 1))
    twice = Reshaped(F32, (12,), source=flat)
    again = scope.memory_of(twice)
    assert again is not None
    assert tuple(again.strides) == (1,)
    assert scope.memory_of(other) is None
