"""Compiling a graph with its regions as native code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.native.inner_updates import with_inner_updates
from runtime.executor.native.options import NativeOptions
from runtime.executor.native.partition import partition
from runtime.executor.native.region import Region

CompileGraph = Callable[..., Any]
"""The default executor: graph, inputs, outputs, control outputs to a program."""


def compile_natively(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    options: NativeOptions,
    compile_graph: CompileGraph,
) -> Any:
    """A program whose regions are native code; its ``report`` says which those are."""

    def run_by_default(region: Region) -> Callable[..., Sequence[Any]]:
        run: Callable[..., Sequence[Any]] = compile_graph(
            region.graph, region.inputs, region.outputs
        ).run
        return run

    ends = with_inner_updates(graph, inputs, outputs, control_outputs)
    found = partition(*ends, options, run_by_default)
    program = compile_graph(
        found.graph, found.inputs, found.outputs, found.control_outputs
    )
    program.report = found.report
    return program
