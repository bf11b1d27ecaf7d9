"""Grouping of nodes into boxes: name scopes collapse until the drawing is small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphir.analysis.statistics import depth_of_nodes
from graphir.graph import Graph
from graphir.node import Node

MOST_BOXES: Final = 300
"""A larger graph is shown with collapsed scopes."""

BANDS: Final = 40
"""So many boxes stand for what is too much and in no scope."""


def clusters_of(
    graph: Graph, depth: int | None = None, most: int = MOST_BOXES
) -> dict[Node, str]:
    """A map from nodes without a box of their own to the box that represents them.

    With ``depth``, names with more parts collapse to their first ``depth`` parts.
    Without it, scopes are expanded from the outside in, smallest first, while at most
    ``most`` boxes remain. Names of boxes end in ``/``; if scopes do not suffice, nodes
    are grouped into bands, whose names begin with ``depth``.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[]) -> (%"a/n") {
    ...       %"a/m" = Neg(%x)
    ...       %"a/n" = Neg(%"a/m")
    ...     }''')
    >>> {node.name: box for node, box in clusters_of(graph, most=2).items()}
    {'a/m': 'a/', 'a/n': 'a/'}
    """
    if depth is None and len(graph) <= most:
        return {}
    parts = {node: node.name.split("/") for node in graph}
    if depth is not None:
        return {
            node: "/".join(names[: max(depth, 1)]) + "/"
            for node, names in parts.items()
            if len(names) > max(depth, 1)
        }
    closed = _closed_scopes(parts, most)
    found: dict[Node, str] = {}
    for node, names in parts.items():
        scope = _closed_around(names, closed)
        if scope is not None:
            found[node] = scope
    boxes = len(graph) - len(found) + len(set(found.values()))
    if boxes > most:
        found.update(_bands(graph, [node for node in graph if node not in found]))
    return found


def _closed_scopes(parts: dict[Node, list[str]], most: int) -> set[str]:
    """The scopes that stay closed: outermost first, the smallest are opened."""
    children: dict[str, set[str]] = {"": set()}
    for names in parts.values():
        around = ""
        for index, name in enumerate(names):
            is_scope = index < len(names) - 1
            inner = f"{around}{name}/" if is_scope else f"{around}{name}"
            children.setdefault(around, set()).add(inner)
            around = inner
    closed = {each for each in children[""] if each.endswith("/")}
    boxes = len(children[""])
    while closed:
        scope = min(
            closed, key=lambda each: (each.count("/"), len(children[each]), each)
        )
        boxes += len(children[scope]) - 1
        if boxes > most:
            break
        closed.remove(scope)
        closed |= {each for each in children[scope] if each.endswith("/")}
    return closed


def _closed_around(names: Sequence[str], closed: set[str]) -> str | None:
    scope = ""
    for name in names[:-1]:
        scope += f"{name}/"
        if scope in closed:
            return scope
    return None


def _bands(graph: Graph, nodes: Sequence[Node]) -> dict[Node, str]:
    """Nodes that stand equally deep, in bands: these read each other downwards only."""
    depths = depth_of_nodes(graph)
    deepest = max(depths.values(), default=1)
    height = max(1, -(-deepest // BANDS))
    bands = {}
    for node in nodes:
        first = (depths[node] - 1) // height * height + 1
        bands[node] = f"depth {first} to {min(first + height - 1, deepest)}"
    return bands
