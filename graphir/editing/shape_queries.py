"""`infer_shapes`: the shapes in a graph, inferred from the shapes of some values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.passes.shape_inference import ShapeInference
from graphir.shapes import Shape, as_shape


def infer_shapes(
    graph: Graph, input_shapes: Mapping[str, Any] | None = None
) -> dict[str, list[Shape]]:
    """Infers shapes by the ops' shape rules; stores and returns them for every node.

    ``input_shapes`` maps names of inputs to shapes that refine those in the graph.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[?,2]) -> (%y) { %y = Neg(%x) }")
    >>> infer_shapes(graph, {"x": [3, None]})["y"]
    [TensorShape([3, 2])]

    Raises:
      InvalidGraphError: if shapes contradict each other; names the node.
    """
    for name, given in (input_shapes or {}).items():
        value = graph.value(name)
        if value not in graph.inputs:
            raise InvalidGraphError(f"%{value.name} is no input of {graph.name!r}.")
        try:
            value.shape = value.shape.merge_with(as_shape(given))
        except ValueError as error:
            raise InvalidGraphError(f"Input {value.name!r}: {error}") from error
    ShapeInference().run(graph)
    return {node.name: [value.shape for value in node.outputs] for node in graph}


__all__ = ["infer_shapes"]
