"""Horizontal coordinates of boxes: near their neighbours, in the order of the layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SWEEPS: Final = 16


def placed(
    layers: Sequence[Sequence[int]],
    links: Sequence[tuple[int, int]],
    widths: Sequence[float],
    gaps: Sequence[float],
    bends: set[int],
) -> list[float]:
    """The centre of each box; neighbours in a layer keep half their gaps apart.

    In each sweep every layer is laid where its boxes want to be, at the mean of their
    neighbours, as near as the order allows in the sense of least squares (isotonic
    regression). ``bends`` are points of long edges, which are to be straight.
    """
    centre = [0.0] * len(widths)
    for layer in layers:
        left = 0.0
        for box in layer:
            centre[box] = left + (widths[box] + gaps[box]) / 2
            left += widths[box] + gaps[box]
    neighbours: list[list[list[int]]] = [[[] for _ in widths], [[] for _ in widths]]
    for upper, lower in links:
        neighbours[0][lower].append(upper)
        neighbours[1][upper].append(lower)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        both = sweep >= SWEEPS - 4
        for layer in layers if down else list(reversed(layers)):
            sides = (0, 1) if both else ((0,) if down else (1,))
            _place_layer(layer, centre, (neighbours, sides), (widths, gaps), bends)
    beside = _beside(layers)
    for _ in range(2):
        for chain in _chains(links, bends):
            _straighten(chain, beside, centre, (widths, gaps))
    shift = min(
        (centre[box] - widths[box] / 2 for layer in layers for box in layer),
        default=0.0,
    )
    return [each - shift for each in centre]


def _place_layer(
    layer: Sequence[int],
    centre: list[float],
    around: tuple[Sequence[Sequence[Sequence[int]]], Sequence[int]],
    sizes: tuple[Sequence[float], Sequence[float]],
    bends: set[int],
) -> None:
    neighbours, sides = around
    widths, gaps = sizes
    wanted, weights, offsets = [], [], []
    offset = 0.0
    for index, box in enumerate(layer):
        if index:
            before = layer[index - 1]
            offset += (widths[before] + widths[box] + gaps[before] + gaps[box]) / 2
        near = [each for side in sides for each in neighbours[side][box]]
        straight = [each for each in near if each in bends] if box in bends else []
        target = _mean([centre[each] for each in straight or near], centre[box])
        wanted.append(target - offset)
        weights.append(8.0 if straight else 1.0 if near else 0.01)
        offsets.append(offset)
    for box, place, extra in zip(layer, _increasing(wanted, weights), offsets):
        centre[box] = place + extra


def _chains(links: Sequence[tuple[int, int]], bends: set[int]) -> list[list[int]]:
    """The points of each long edge, from top to bottom."""
    following = {a: b for a, b in links if a in bends and b in bends}
    starts = sorted(bends - set(following.values()))
    chains = []
    for start in starts:
        chain = [start]
        while chain[-1] in following:
            chain.append(following[chain[-1]])
        chains.append(chain)
    return chains


def _beside(
    layers: Sequence[Sequence[int]],
) -> dict[int, tuple[int | None, int | None]]:
    """The neighbours at the left and at the right."""
    found: dict[int, tuple[int | None, int | None]] = {}
    for layer in layers:
        padded = [None, *layer, None]
        for before, box, after in zip(padded, layer, padded[2:]):
            found[box] = before, after
    return found


def _room(
    point: int,
    beside: dict[int, tuple[int | None, int | None]],
    centre: Sequence[float],
    sizes: tuple[Sequence[float], Sequence[float]],
) -> tuple[float, float]:
    """How far left and right the point may go."""
    widths, gaps = sizes

    def distance(other: int) -> float:
        total = widths[point] + widths[other] + gaps[point] + gaps[other]
        return total / 2

    before, after = beside[point]
    low = float("-inf") if before is None else centre[before] + distance(before)
    high = float("inf") if after is None else centre[after] - distance(after)
    return low, max(low, high)


def _straighten(
    chain: Sequence[int],
    beside: dict[int, tuple[int | None, int | None]],
    centre: list[float],
    sizes: tuple[Sequence[float], Sequence[float]],
) -> None:
    """Aligns an edge's points vertically, in as few straight segments as possible."""
    begin = 0
    low, high = float("-inf"), float("inf")
    for index, point in enumerate([*chain, None]):
        room = None if point is None else _room(point, beside, centre, sizes)
        if room is not None and max(low, room[0]) <= min(high, room[1]):
            low, high = max(low, room[0]), min(high, room[1])
            continue
        part = chain[begin:index]
        middle = _mean([centre[each] for each in part], 0.0)
        for each in part:
            centre[each] = min(max(middle, low), high)
        begin, (low, high) = index, room or (low, high)


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _increasing(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The sequence that never falls and is nearest to the wanted one.

    Pool adjacent violators (Barlow and others, 1972): linear in the length.
    """
    pools: list[tuple[float, float, int]] = []  # mean, weight, length
    for value, weight in zip(wanted, weights):
        mean, total, length = value, weight, 1
        while pools and pools[-1][0] > mean:
            other, its_weight, its_length = pools.pop()
            mean = (mean * total + other * its_weight) / (total + its_weight)
            total += its_weight
            length += its_length
        pools.append((mean, total, length))
    return [mean for mean, _, length in pools for _ in range(length)]
