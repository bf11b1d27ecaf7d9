"""Layered layout: from box sizes and edges to coordinates and routes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from graphir.drawing.coordinates import placed
from graphir.drawing.layers import Edge, layers_of, without_cycles
from graphir.drawing.ordering import ordered

BOX_GAP: Final = 28.0
"""Between boxes side by side."""
EDGE_GAP: Final = 14.0
"""Around a long edge that passes between boxes."""
LAYER_GAP: Final = 40.0
"""Between layers, more where edges travel far."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Way:
    """The route of an edge: straight down inside a layer, a bend between two layers."""

    bends: tuple[tuple[Point, Point], ...]
    """From the lower end in one layer to the upper end in the next."""
    start: Point
    end: Point
    is_turned: bool = False
    """Whether it leads back, against the layers."""


@dataclass(frozen=True)
class Layout:
    """The positions of boxes and edges, from 0, 0 at the left top."""

    centres: list[Point]
    ways: list[Way]
    width: float
    height: float


def lay_out(sizes: Sequence[tuple[float, float]], edges: Sequence[Edge]) -> Layout:
    """Places boxes of known sizes in layers, with routed edges.

    >>> layout = lay_out([(40.0, 20.0), (40.0, 20.0)], [(0, 1)])
    >>> layout.centres
    [(20.0, 10.0), (20.0, 70.0)]
    """
    grid = _Grid(sizes, edges)
    centre_x = placed(grid.layers, grid.links, grid.widths, grid.gaps, set(grid.bends))
    bands = _bands(grid, centre_x)
    middles = [sum(bands[layer]) / 2 for layer in grid.layer]
    centres = [(centre_x[box], middles[box]) for box in range(len(sizes))]
    ways = _ways(grid, centre_x, bands, sizes)
    right = max(
        (centre_x[box] + grid.widths[box] / 2 for box in range(len(grid.widths))),
        default=0.0,
    )
    return Layout(centres, ways, right, bands[-1][1] if bands else 0.0)


class _Grid:
    """Boxes and the points of long edges, in layers, in order."""

    def __init__(
        self, sizes: Sequence[tuple[float, float]], edges: Sequence[Edge]
    ) -> None:
        count = len(sizes)
        turned = without_cycles(count, edges)
        self.turned = turned
        self.edges = [
            (target, source) if number in turned else (source, target)
            for number, (source, target) in enumerate(edges)
        ]
        proper = [edge for edge in self.edges if edge[0] != edge[1]]
        self.layer = layers_of(count, proper)
        self.heights = [height for _, height in sizes]
        self.widths = [width for width, _ in sizes]
        self.gaps = [BOX_GAP] * count
        self.bends: dict[int, tuple[int, int]] = {}
        """Point of a long edge -> box that it comes from, layer."""
        self.paths: list[list[int]] = []
        self.links: list[tuple[int, int]] = []
        self._route()
        rows: list[list[int]] = [[] for _ in range(max(self.layer, default=-1) + 1)]
        for box, layer in enumerate(self.layer):
            rows[layer].append(box)
        self.layers = ordered(rows, self.links)

    def _route(self) -> None:
        """Points where long edges pass layers; edges from one box share them."""
        known: dict[tuple[int, int], int] = {}
        links: dict[tuple[int, int], None] = {}
        for source, target in self.edges:
            path = [source]
            if source != target:
                for layer in range(self.layer[source] + 1, self.layer[target]):
                    key = source, layer
                    if key not in known:
                        known[key] = self._add_bend(source, layer)
                    path.append(known[key])
                path.append(target)
            self.paths.append(path)
            links.update(dict.fromkeys(itertools.pairwise(path)))
        self.links = list(links)

    def _add_bend(self, source: int, layer: int) -> int:
        number = len(self.layer)
        self.layer.append(layer)
        self.widths.append(0.0)
        self.heights.append(0.0)
        self.gaps.append(EDGE_GAP)
        self.bends[number] = source, layer
        return number


def _bands(grid: _Grid, centre_x: Sequence[float]) -> list[tuple[float, float]]:
    """Top and bottom of each layer."""
    farthest = [0.0] * len(grid.layers)
    for upper, lower in grid.links:
        layer = grid.layer[upper]
        distance = abs(centre_x[upper] - centre_x[lower])
        farthest[layer] = max(farthest[layer], distance)
    bands, top = [], 0.0
    for index, row in enumerate(grid.layers):
        height = max(grid.heights[box] for box in row)
        bands.append((top, top + height))
        top += height + LAYER_GAP + min(60.0, farthest[index] * 0.06)
    return bands


def _ways(
    grid: _Grid,
    centre_x: Sequence[float],
    bands: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
) -> list[Way]:
    leaving = _ports(grid, centre_x, forward=True)
    entering = _ports(grid, centre_x, forward=False)
    ways = []
    for number, path in enumerate(grid.paths):
        first, last = path[0], path[-1]
        if first == last:
            point = centre_x[first], sum(bands[grid.layer[first]]) / 2
            ways.append(Way((), point, point))
            continue
        xs = [centre_x[each] for each in path]
        xs[0], xs[-1] = leaving[first, path[1]], entering[last, path[-2]]
        rows = [grid.layer[each] for each in path]
        bends = tuple(
            ((x, bands[row][1]), (next_x, bands[next_row][0]))
            for x, row, next_x, next_row in zip(xs, rows, xs[1:], rows[1:])
        )
        start = xs[0], sum(bands[rows[0]]) / 2 + sizes[first][1] / 2
        end = xs[-1], sum(bands[rows[-1]]) / 2 - sizes[last][1] / 2
        ways.append(Way(bends, start, end, number in grid.turned))
    return ways


def _ports(
    grid: _Grid, centre_x: Sequence[float], forward: bool
) -> dict[tuple[int, int], float]:
    """Where edges leave or enter a box, spread over its width in their order."""
    neighbours: dict[int, list[int]] = {}
    for upper, lower in grid.links:
        box, other = (upper, lower) if forward else (lower, upper)
        if box not in grid.bends:
            neighbours.setdefault(box, []).append(other)
    ports = {}
    for box, others in neighbours.items():
        others.sort(key=lambda each: centre_x[each])
        room = min(grid.widths[box] * 0.7, 22.0 * (len(others) - 1))
        for index, other in enumerate(others):
            share = index / (len(others) - 1) - 0.5 if len(others) > 1 else 0.0
            ports[box, other] = centre_x[box] + share * room
    return ports
