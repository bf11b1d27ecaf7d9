"""`optimize`: optimizes a graph, or a GraphDef message with the names of fetches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.pipeline import Pipeline, Report
from graphir.passes.registry import (
    OF_PIPELINES,
    ON_REQUEST,
    PASSES,
    TENSORFLOW_OPTIONS,
)

DEFAULT: Final = ",".join(
    name for name in PASSES if name not in ON_REQUEST and name not in OF_PIPELINES
)
"""The passes that run on every traced function."""

_pipelines: dict[str, Pipeline] = {}


def default_pipeline(options: Mapping[str, Any] | None = None) -> Pipeline:
    """The default passes, adjusted by TensorFlow's options.

    >>> print(default_pipeline({"arithmetic_optimization": False}))
    dead_nodes,function_inlining,functions,shape_inference,constant_folding,cse,layout,loops,dependencies,remapping

    Raises:
      PassError: for a level of ``numerics`` that does not exist.
    """
    options = options or {}
    if options.get("disable_meta_optimizer"):
        return Pipeline()
    text = _pipeline_text(options)
    least = max(int(options.get("min_graph_nodes") or 0), 0)
    key = f"{text} {least}"
    if key not in _pipelines:
        _pipelines[key] = Pipeline.of(text, min_nodes=least)
    return _pipelines[key]


def _pipeline_text(options: Mapping[str, Any]) -> str:
    passes = {name: name for name in DEFAULT.split(",")}
    for option, names in TENSORFLOW_OPTIONS.items():
        if options.get(option) is option.startswith("disable_"):
            for name in names:
                del passes[name]
    for option, text in ON_REQUEST.items():
        if options.get(option):
            passes[text.partition("{")[0]] = text
    numerics = options.get("numerics", "exact")
    if numerics != "exact":
        for name in WITH_NUMERICS & passes.keys():
            passes[name] = f"{name}{{numerics={numerics}}}"
    return ",".join(passes[name] for name in PASSES if name in passes)


WITH_NUMERICS: Final = {"arithmetic", "reassociation", "remapping"}
"""Passes with rules that are not exact."""


def optimize_graph(graph: Graph, pipeline: Pipeline | str | None = None) -> Report:
    """Optimizes a graph in place; returns a report of each pass.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[]) -> (%y) {
    ...       %y = Neg(%x) : f32[]
    ...       %z = Neg(%y) : f32[]
    ...     }''')
    >>> optimize_graph(graph).counts
    Counter({'dead_nodes.removed': 1})

    Raises:
      PassError: if a pass fails.
    """
    if isinstance(pipeline, str):
        pipeline = Pipeline.of(pipeline)
    return (pipeline or default_pipeline()).run_with_report(graph)


def optimize(
    graph_def: Any, fetches: Sequence[str], pipeline: Pipeline | str | None = None
) -> Any:
    """An optimized GraphDef; the fetches (``name`` or ``name:0``) keep their names.

    Raises:
      InvalidGraphError: if the message is no valid graph or a fetch is missing.
      PassError: if a pass fails.
    """
    from graphir.wire.garbage import collection_paused
    from graphir.wire.graphdef import from_graph_def, to_graph_def

    with collection_paused():
        graph = from_graph_def(graph_def)
        optimize_for(graph, fetches, pipeline)
        return to_graph_def(graph)


def optimize_for(
    graph: Graph, fetches: Sequence[str], pipeline: Pipeline | str | None = None
) -> Report:
    """Optimizes a graph in place for the named values, which keep their names.

    Raises:
      InvalidGraphError: if a fetch is missing.
    """
    names = [_canonical(name) for name in fetches]
    values = [name for name in names if not _is_target(graph, name)]
    targets = [name for name in names if _is_target(graph, name)]
    graph.outputs = [graph.value(name) for name in values]
    graph.control_outputs = [graph.node(name) for name in targets]
    report = optimize_graph(graph, pipeline)
    restore_names(graph, values)
    return report


def _canonical(name: str) -> str:
    """``x:0`` is ``x``; ``^x`` a node to run."""
    return name.removeprefix("^").removesuffix(":0")


def _is_target(graph: Graph, name: str) -> bool:
    return ":" not in name and not graph.node(name).outputs


def restore_names(graph: Graph, names: Sequence[str]) -> None:
    """Restores the names of the graph's outputs after nodes were replaced.

    The new node gets the name of the node that it replaced; if that is not possible, an
    Identity of that name passes the value on.
    """
    fixed = {value.node for value in graph.inputs} | {
        value.node
        for value, name in zip(graph.outputs, names, strict=True)
        if value.name == name
    }
    wanted: dict[str, dict[int, Value]] = {}
    for value, name in zip(graph.outputs, names, strict=True):
        node_name, _, index = name.partition(":")
        wanted.setdefault(node_name, {})[int(index or 0)] = value
    nodes = {
        name: _named(graph, name, values, fixed) for name, values in wanted.items()
    }
    graph.outputs = [_output(nodes, name) for name in names]


def _output(nodes: Mapping[str, Node], name: str) -> Value:
    node_name, _, index = name.partition(":")
    return nodes[node_name].outputs[int(index or 0)]


def _named(
    graph: Graph, name: str, values: Mapping[int, Value], fixed: set[Node]
) -> Node:
    """A node of that name whose outputs of those indices are the values."""
    first = next(iter(values.values()))
    if all(
        value.node is first.node and value.index == index
        for index, value in values.items()
    ):
        if first.node.name == name:
            return first.node
        if first.node not in fixed:
            return _renamed(graph, first.node, name, fixed)
    from graphir.builder import GraphBuilder

    # an index that nobody asked for is filled with any value
    results = [values.get(index, first) for index in range(max(values) + 1)]
    op = "IdentityN" if len(results) > 1 else "Identity"
    copy = GraphBuilder(graph).node(op, results, origin=first.node.origin)
    for value, result in zip(copy.outputs, results, strict=True):
        value.handle_data = result.handle_data
    return _renamed(graph, copy, name, fixed)


def _renamed(graph: Graph, node: Node, name: str, fixed: set[Node]) -> Node:
    if name in graph:
        # a node that is read for another reason kept the name
        graph.rename_node(graph.node(name), graph.unique_name(name))
    graph.rename_node(node, name)
    fixed.add(node)
    return node
