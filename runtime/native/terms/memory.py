"""Arrays in memory, as generated code addresses them."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.native.terms.terms import Dims, Places, Term


@dataclass(frozen=True, slots=True)
class Memory:
    """The address and the strides of an array."""

    pointer: str
    """The register, or the global, that points to its first element."""
    strides: Dims
    """In elements, for each axis."""
    offset: int = 0
    is_constant: bool = False
    """Whether the memory is never written to while the code runs."""

    def part(self, axis: int, start: int) -> Memory:
        """The part of the array from an index on along an axis."""
        offset = self.offset + start * self.strides[axis]
        return Memory(self.pointer, self.strides, offset)


@dataclass(frozen=True, slots=True)
class Access:
    """The elements of an array that a stage's loops go over."""

    memory: Memory
    offset: int
    strides: Dims
    """The stride of each loop, in elements."""


def contiguous_strides(shape: Dims) -> Dims:
    """The strides of a contiguous array.

    >>> contiguous_strides((2, 3, 4))
    (12, 4, 1)
    """
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(1, size)
    return tuple(reversed(strides))


def access(term: Term, memory: Memory, places: Places, loops: int) -> Access:
    """The access to a term in memory at indices that depend on the loops."""
    offset = memory.offset
    strides = [0] * loops
    for place, stride in zip(places, memory.strides, strict=True):
        offset += place.offset * stride
        if place.loop is not None:
            strides[place.loop] += place.step * stride
        if place.outer is not None:
            strides[place.outer] += place.outer_step * stride
    return Access(memory, offset, tuple(strides))


def merged_loops(
    shape: Dims, borders: tuple[int, ...], accesses: list[Access]
) -> list[list[int]]:
    """Groups of loops that can be merged for all accesses, none across a border.

    >>> found = Access(Memory("%x", (3, 1)), 0, (3, 1))
    >>> merged_loops((2, 3), (), [found])
    [[0, 1]]
    """
    groups: list[list[int]] = []
    for axis, size in enumerate(shape):
        if size == 1:
            continue
        before = groups[-1][-1] if groups else -1
        is_apart = any(before < border <= axis for border in borders)
        if groups and not is_apart and _are_neighbours(before, axis, size, accesses):
            groups[-1].append(axis)
        else:
            groups.append([axis])
    return groups


def _are_neighbours(before: int, axis: int, size: int, accesses: list[Access]) -> bool:
    return all(each.strides[before] == each.strides[axis] * size for each in accesses)
