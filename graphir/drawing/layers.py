"""Layer assignment: every box below its inputs; back edges are reversed."""

from __future__ import annotations

from collections.abc import Sequence

Edge = tuple[int, int]


def without_cycles(count: int, edges: Sequence[Edge]) -> set[int]:
    """The edges to reverse so that no cycle is left, loops on one box included.

    Collapsed scopes may read each other, and loops lead back.

    >>> without_cycles(3, [(0, 1), (1, 2), (2, 0)])
    {2}
    """
    outgoing: list[list[int]] = [[] for _ in range(count)]
    for index, (source, _) in enumerate(edges):
        outgoing[source].append(index)
    turned: set[int] = set()
    state = [0] * count  # 0 not seen, 1 on the way, 2 done
    for root in range(count):
        if state[root]:
            continue
        state[root] = 1
        path = [(root, iter(outgoing[root]))]
        while path:
            box, rest = path[-1]
            number = next(rest, None)
            if number is None:
                state[box] = 2
                path.pop()
                continue
            target = edges[number][1]
            if state[target] == 1:
                turned.add(number)
            elif not state[target]:
                state[target] = 1
                path.append((target, iter(outgoing[target])))
    return turned


def layers_of(count: int, edges: Sequence[Edge]) -> list[int]:
    """The layer of each box, from 0 at the top; edges must have no cycle.

    A box stands in the layer below the lowest box that it reads; a box with fewer
    inputs than readers (a constant) stands just above its first reader.

    >>> layers_of(4, [(0, 1), (1, 2), (3, 2)])
    [0, 1, 2, 1]
    """
    order = _order(count, edges)
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        above[target].append(source)
        below[source].append(target)
    layer = [0] * count
    for box in order:
        layer[box] = max((layer[each] + 1 for each in above[box]), default=0)
    for box in reversed(order):
        # fewer and shorter edges: down to the readers, unless it reads as much
        if below[box] and len(above[box]) < len(below[box]):
            layer[box] = min(layer[each] for each in below[box]) - 1
    used = {each: index for index, each in enumerate(sorted(set(layer)))}
    return [used[each] for each in layer]


def _order(count: int, edges: Sequence[Edge]) -> list[int]:
    waiting = [0] * count
    below: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        waiting[target] += 1
        below[source].append(target)
    order = [box for box in range(count) if not waiting[box]]
    for box in order:
        for each in below[box]:
            waiting[each] -= 1
            if not waiting[each]:
                order.append(each)
    return order
