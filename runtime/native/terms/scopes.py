"""The scope of generated code: the values and loop positions available at one place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.terms import Places, Reshaped, Term

Key = tuple[Term, Places]
Bounds = tuple[Register, Register]


@dataclass(slots=True)
class Scope:
    """The values that generated code can use: arrays in memory and registers."""

    e: Emitter
    memories: dict[Term, Memory] = field(default_factory=dict)
    numbers: dict[Term, Register] = field(default_factory=dict)
    """Terms of one element that are in registers."""

    def memory_of(self, term: Term) -> Memory | None:
        """The memory of a term, or None if the term is computed where it is needed."""
        found = self.memories.get(term)
        if found is not None or not isinstance(term, Reshaped):
            return found
        source = self.memory_of(term.source)
        assert source is not None, term
        strides = contiguous_strides(term.shape)
        return replace(source, strides=strides)


@dataclass(frozen=True, slots=True)
class Mask(Register):
    """Which lanes of a vector count: so many of them, from the first one on."""

    count: int = 0


@dataclass(slots=True)
class Position:
    """The loops' current position: their indices, and the lanes of the last."""

    indices: list[Register]
    lanes: int = 1
    mask: Mask | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """The current position of the last loop."""

    index: Register
    lanes: int
    mask: Mask | None = None
