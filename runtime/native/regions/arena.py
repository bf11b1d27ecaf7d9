"""One block of memory for all arrays between a region's stages.

Stages run one after the other, so arrays that are never needed in the same stage may
lie in the same place. The largest are placed first, each at the lowest free place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import MOST_BYTES, new_array
from runtime.native.terms.stages import Stage, StagePlan, followers, terms_read
from runtime.native.terms.terms import Reshaped, Term

ALIGNMENT: Final = 64
"""Bytes of a line of the cache."""


MOST_SPARE: Final = 1 << 30
"""Bytes of an arena that is kept for the next call."""
_SPARE: Final[deque[Any]] = deque(maxlen=1)
"""The last arena that was too large for the pool: a fresh one costs page faults."""


def borrow_arena(size: int) -> Any:
    """Bytes for one call of a region, of any content.

    >>> borrow_arena(100).nbytes
    100
    """
    if size <= MOST_BYTES:
        return new_array((size,), np.dtype(np.uint8))
    try:
        spare = _SPARE.pop()  # two threads never have the same one
    except IndexError:
        return np.empty(size, np.uint8)
    return spare[:size] if spare.nbytes >= size else np.empty(size, np.uint8)


def return_arena(arena: Any) -> None:
    """Keeps the memory of an arena that no call uses any more."""
    memory = arena if arena.base is None else arena.base
    if arena.nbytes > MOST_BYTES and memory.nbytes <= MOST_SPARE:
        _SPARE.append(memory)


@dataclass(frozen=True, slots=True)
class Arena:
    """Where each array begins, in bytes, and how many bytes there are."""

    offsets: Mapping[Term, int]
    size: int


@dataclass(slots=True)
class _Life:
    """The first and the last stage that need an array."""

    first: int
    last: int

    def meets(self, other: _Life) -> bool:
        """Whether some stage needs both."""
        return self.first <= other.last and other.first <= self.last


def planned_arena(
    plan: StagePlan, terms: Sequence[Term], replaced: Mapping[Term, Term]
) -> Arena:
    """Places terms that are in memory between stages.

    Args:
      replaced: products -> the terms that overwrite their memory.
    """
    lives = _lives(plan, set(terms), replaced)
    sizes = {term: _aligned(term.size * term.element.bytes) for term in terms}
    offsets: dict[Term, int] = {}
    end = 0
    for term in sorted(terms, key=lambda each: -sizes[each]):
        near = [
            (offsets[other], offsets[other] + sizes[other])
            for other in offsets
            if lives[other].meets(lives[term])
        ]
        offsets[term] = _lowest(sizes[term], sorted(near))
        end = max(end, offsets[term] + sizes[term])
    return Arena(offsets, end)


def _lowest(size: int, taken: Sequence[tuple[int, int]]) -> int:
    """The lowest offset with ``size`` free bytes between the allocated intervals.

    >>> _lowest(64, [(0, 64), (128, 192)]), _lowest(128, [(0, 64), (128, 192)])
    (64, 192)
    """
    place = 0
    for start, stop in taken:
        if place + size <= start:
            break
        place = max(place, stop)
    return place


def _aligned(size: int) -> int:
    return -(-max(1, size) // ALIGNMENT) * ALIGNMENT


def _lives(
    plan: StagePlan, terms: set[Term], replaced: Mapping[Term, Term]
) -> dict[Term, _Life]:
    turn_of = _turns(plan)
    lives: dict[Term, _Life] = {}
    for stage in plan.stages:
        turn = turn_of[stage]
        for term in (*stage.targets, *terms_read(plan, stage)):
            for place in _places(term, plan, replaced):
                if place not in terms:
                    continue
                life = lives.setdefault(place, _Life(turn, turn))
                life.first, life.last = min(life.first, turn), max(life.last, turn)
    return lives


def _turns(plan: StagePlan) -> dict[Stage, int]:
    """The time step of each stage; followers of a product run in the product's step."""
    turns = {stage: number for number, stage in enumerate(plan.stages)}
    for made, after in followers(plan).items():
        turns.update(dict.fromkeys(after, turns[made]))
    return turns


def _places(
    term: Term, plan: StagePlan, replaced: Mapping[Term, Term]
) -> Iterator[Term]:
    """A term, and the terms in whose memory it lies."""
    stack, seen = [term], set()
    while stack:
        each = stack.pop()
        if each in seen:
            continue
        seen.add(each)
        yield each
        if isinstance(each, Reshaped):
            stack.append(each.source)
        if each in plan.parts:
            stack.append(plan.parts[each][0])
        if each in replaced:
            stack.append(replaced[each])
