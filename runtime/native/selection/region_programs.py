"""Compiles a graph with its native regions to a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.program import Program, compile_graph
from runtime.native.calls.options import NativeOptions
from runtime.native.regions.region import Region
from runtime.native.selection.inner_updates import with_inner_updates
from runtime.native.selection.loop_reads import with_reads_before_loops
from runtime.native.selection.partition import partition


def compile_natively(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    options: NativeOptions,
) -> Program:
    """A program with native regions; its ``report`` lists them."""

    def run_by_default(region: Region) -> Callable[..., Sequence[Any]]:
        run: Callable[..., Sequence[Any]] = compile_graph(
            region.graph, region.inputs, region.outputs
        ).run
        return run

    ends = graph, inputs, outputs, control_outputs
    given = ends
    if not options.chooses:
        # both only where native code was asked for: they are seen by other threads
        given = with_inner_updates(*with_reads_before_loops(*ends))
    found = partition(*given, options, run_by_default)
    if any(region.is_chosen for region in found.report.regions):
        program = compile_graph(
            found.graph, found.inputs, found.outputs, found.control_outputs
        )
    else:
        program = compile_graph(*given)
    program.report = found.report
    return program
