"""A region: nodes compiled together, once for each combination of shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphir.graph import Graph
from graphir.node import Node, Value

ShapeKey = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Nodes of one graph, in order, with their inputs and their outputs."""

    graph: Graph
    nodes: tuple[Node, ...]
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    roots: Mapping[Value, Value]
    """Values that are others under another name."""
    fast_math: bool = False
    written: dict[ShapeKey, Any] = field(default_factory=dict, compare=False)
    """Code that was written to find out whether it can be, until it is compiled."""

    @property
    def name(self) -> str:
        """The first and the last node."""
        first, last = self.nodes[0].name, self.nodes[-1].name
        return first if first == last else f"{first} ... {last}"


def shapes_of(arrays: Sequence[Any]) -> ShapeKey:
    """The shapes of arguments."""
    return tuple([getattr(array, "shape", ()) for array in arrays])
