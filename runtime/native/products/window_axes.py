"""Which elements along an axis a filter meets, as tiles that can be written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.terms.convolutions import Windows

TILE: Final = 4
"""Targets that are in registers at once."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Targets along an axis; each tap of a target meets one source, or none.

    The source of a tap is ``(target * factor + at(tap)) / divisor`` if this quotient is
    an integer.
    """

    count: int
    """Targets."""
    size: int
    """Sources."""
    taps: int
    factor: int
    divisor: int
    start: int
    step: int
    """The distance from one tap to the next."""

    def at(self, tap: int) -> int:
        """The position of a tap for the first target."""
        return self.start + tap * self.step

    def meets(self, target: int) -> list[int | None]:
        """The source of each tap; it may lie outside.

        >>> Axis(4, 4, 3, 1, 1, -1, 1).meets(0)
        [-1, 0, 1]
        >>> Axis(4, 2, 3, 1, 2, 1, -1).meets(1)
        [1, None, 0]
        """
        places = [target * self.factor + self.at(tap) for tap in range(self.taps)]
        return [None if at % self.divisor else at // self.divisor for at in places]

    def is_whole(self, target: int) -> bool:
        """Whether all sources that a target meets are inside of the axis."""
        return all(
            source is None or 0 <= source < self.size for source in self.meets(target)
        )


def gathering(windows: Windows, axis: int) -> Axis:
    """The axis of a convolution: each window meets the elements that it covers."""
    return Axis(
        count=windows.counts[axis],
        size=windows.images[1 + axis],
        taps=windows.sizes[axis],
        factor=windows.strides[axis],
        divisor=1,
        start=-windows.margins[axis],
        step=windows.dilations[axis],
    )


def spreading(windows: Windows, axis: int) -> Axis:
    """The axis of an input gradient: each element meets the windows that cover it."""
    return Axis(
        count=windows.images[1 + axis],
        size=windows.counts[axis],
        taps=windows.sizes[axis],
        factor=1,
        divisor=windows.strides[axis],
        start=windows.margins[axis],
        step=-windows.dilations[axis],
    )


@dataclass(frozen=True, slots=True)
class Tile:
    """Neighbouring targets, and how often the same pattern repeats after them."""

    target: int
    """The first target of the first of these tiles."""
    sources: Sequence[Sequence[int | None]]
    """For each target of the first tile the index of each tap's source, or None."""
    is_whole: bool
    """Whether all these sources lie inside of the axis."""
    repeats: int = 1
    step: int = 0
    """Targets from one tile to the next."""
    source_step: int = 0


def tiles(axis: Axis) -> list[Tile]:
    """Tiles that cover the targets of an axis; tiles away from the border form a loop.

    >>> [(tile.target, len(tile.sources), tile.repeats)
    ...  for tile in tiles(Axis(12, 12, 3, 1, 1, -1, 1))]
    [(0, 1, 1), (1, 4, 2), (9, 2, 1), (11, 1, 1)]
    """
    first, last = _longest_run([axis.is_whole(each) for each in range(axis.count)])
    step = axis.divisor * max(1, TILE // axis.divisor)
    repeats = (last - first) // step
    done = first + repeats * step
    found = _written_out(axis, 0, first, is_whole=False)
    if repeats:
        sources = [axis.meets(first + each) for each in range(step)]
        source_step = step * axis.factor // axis.divisor
        found.append(Tile(first, sources, True, repeats, step, source_step))
    found += _written_out(axis, done, last, is_whole=True)
    return found + _written_out(axis, last, axis.count, is_whole=False)


def _written_out(axis: Axis, first: int, last: int, is_whole: bool) -> list[Tile]:
    found = []
    for start in range(first, last, TILE):
        stop = min(start + TILE, last)
        sources = [axis.meets(each) for each in range(start, stop)]
        found.append(Tile(start, sources, is_whole))
    return found


def _longest_run(flags: Sequence[bool]) -> tuple[int, int]:
    """Where the longest run of true flags begins and ends.

    >>> _longest_run([False, True, True, False, True])
    (1, 3)
    """
    best, start = (0, 0), 0
    for index, flag in enumerate([*flags, False]):
        if flag:
            continue
        if index - start > best[1] - best[0]:
            best = start, index
        start = index + 1
    return best
