"""Crossing reduction: the order of boxes inside each layer, by barycenter sweeps."""

from __future__ import annotations

import itertools
from bisect import bisect_right, insort
from collections.abc import Sequence
from typing import Final

SWEEPS: Final = 24
"""Down and up in turn; the best order that was seen is kept."""


def ordered(
    layers: Sequence[Sequence[int]], links: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """The boxes of each layer from left to right; links join neighbouring layers.

    Eades and Wormald's barycentre heuristic, in the frame of Sugiyama, Tagawa and
    Toda (1981).

    >>> ordered([[0, 1], [2, 3]], [(0, 3), (1, 2)])
    [[0, 1], [3, 2]]
    """
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for upper, lower in links:
        above.setdefault(lower, []).append(upper)
        below.setdefault(upper, []).append(lower)
    current = [list(layer) for layer in layers]
    best, fewest = [list(layer) for layer in current], crossings(current, below)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        _sweep(current, above if down else below, down)
        count = crossings(current, below)
        if count < fewest:
            best, fewest = [list(layer) for layer in current], count
    return best


def _sweep(
    layers: list[list[int]], neighbours: dict[int, list[int]], down: bool
) -> None:
    indices = range(1, len(layers)) if down else range(len(layers) - 2, -1, -1)
    for index in indices:
        fixed = layers[index - 1 if down else index + 1]
        place = {box: position for position, box in enumerate(fixed)}
        # what has no neighbour there keeps its place among the others
        scale = len(fixed) / max(1, len(layers[index]))
        keys = {}
        for position, box in enumerate(layers[index]):
            known = [place[each] for each in neighbours.get(box, ())]
            keys[box] = sum(known) / len(known) if known else position * scale
        layers[index].sort(key=keys.__getitem__)


def crossings(layers: Sequence[Sequence[int]], below: dict[int, list[int]]) -> int:
    """The number of crossings between links.

    >>> crossings([[0, 1], [2, 3]], {0: [3], 1: [2]})
    1
    """
    total = 0
    for upper, lower in itertools.pairwise(layers):
        place = {box: position for position, box in enumerate(lower)}
        seen: list[int] = []
        for box in upper:
            ends = sorted(place[each] for each in below.get(box, ()))
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total
