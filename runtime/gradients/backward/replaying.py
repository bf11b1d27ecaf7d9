"""Copies nodes of one graph into the current trace, with other inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.graph import Graph
from graphir.node import Value, output_types
from runtime.context import current_trace
from runtime.executor.planning.plan import ordered_nodes


def replayed(
    graph: Graph, inputs: Sequence[Value], outputs: Sequence[Value], tensors: Any
) -> list[Any]:
    """The outputs of the graph, recomputed in the current trace from these inputs."""
    trace: Any = current_trace()
    library = trace.graph.functions
    for function in graph.functions.values():
        if function.name not in library:
            library.add(function)
    twins = {each: trace.capture(t).value for each, t in zip(inputs, tensors)}
    for node in ordered_nodes(graph, inputs, outputs):
        copy = trace.graph.add_node(
            node.op,
            [twins[value] for value in node.inputs],
            node.attrs,
            output_types(node),
            node.name,
            origin=node.origin,
        )
        for value, twin in zip(node.outputs, copy.outputs):
            twin.handle_data = value.handle_data
            twins.setdefault(value, twin)
    return [trace.tensor_of(twins[value]) for value in outputs]


__all__ = ["replayed"]
