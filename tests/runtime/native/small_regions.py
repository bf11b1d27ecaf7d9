"""Regions of small graphs, run natively and by the default executor, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.shapes import Shape
from runtime.executor import compile_graph
from runtime.executor.planning.plan import make_plan
from runtime.native.regions.region import Region, shapes_of
from runtime.native.regions.region_code import RegionCode, generate


def region_of(graph: Graph) -> Region:
    """All of a graph as one region."""
    plan = make_plan(graph, graph.inputs, graph.outputs)
    outputs = tuple(plan.root(value) for value in graph.outputs)
    return Region(graph, plan.steps, tuple(graph.inputs), outputs, plan.roots)


def code_of(graph: Graph, arrays: Sequence[Any]) -> RegionCode:
    """The native code of a graph for such arrays."""
    return generate(region_of(graph), shapes_of(arrays))


def run_natively(graph: Graph, *arrays: Any) -> list[Any]:
    """The results of native code; an error where it gives a status."""
    code = code_of(graph, arrays)
    status, results = code(*arrays)
    if status:
        raise code.sites.error(status)
    return results


def run_by_default(graph: Graph, *arrays: Any) -> list[Any]:
    """The results of the default executor."""
    return list(compile_graph(graph, graph.inputs, graph.outputs)(*arrays))


def graph_of(
    op: str, arrays: Sequence[Any], known: Sequence[int] = (), **attrs: Any
) -> Graph:
    """A graph of one node; the known inputs are constants."""
    graph = Graph("one")
    builder = GraphBuilder(graph)
    inputs: list[Any] = []
    for index, array in enumerate(arrays):
        array = np.asarray(array)
        if index in known:
            inputs.append(builder.constant(array))
        else:
            dtype = dtypes.of_array(array)
            inputs.append(graph.add_input(f"x{index}", dtype, Shape(array.shape)))
    node = builder.node(op, inputs, attrs, name="node")
    graph.outputs = list(node.outputs)
    return graph
