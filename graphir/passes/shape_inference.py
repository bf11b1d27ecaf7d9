"""Shape inference: stores inferred shapes on the values of a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir.analysis.order import topological_order
from graphir.errors import InvalidGraphError, OpError
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.contract.base import Counts, Pass


@dataclass(frozen=True)
class ShapeInference(Pass):
    """Runs the shape rules again, from the inputs on, and merges their results."""

    name: ClassVar[str] = "shape_inference"
    rewrites: ClassVar[Mapping[str, str]] = {
        "refined": "a value whose shape is known better",
    }

    def apply(self, graph: Graph) -> Counts:
        """Refines the shapes of one graph; counts the values it learned about."""
        learned = sum(map(_refine, topological_order(graph)))
        return Counter(refined=learned) if learned else Counter()


def _refine(node: Node) -> int:
    declaration = node.declaration
    known = all(value.shape.is_fully_defined() for value in node.outputs)
    if declaration is None or known:
        return 0
    try:
        _, types = declaration.infer(node.inputs, node.attrs)
    except (OpError, TypeError, ValueError) as error:
        raise InvalidGraphError(f"Node {node.name!r} ({node.op}): {error}") from error
    learned = 0
    for value, (_, shape) in zip(node.outputs, types, strict=True):
        try:
            merged = value.shape.merge_with(shape)
        except ValueError as error:
            raise InvalidGraphError(
                f"Node {node.name!r} ({node.op}): {error}"
            ) from error
        if merged.sizes != value.shape.sizes:
            value.shape = merged
            learned += 1
    return learned
