"""Compiles a graph with its native regions to a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.program import Program, compile_graph
from runtime.native.calls.options import NativeOptions
from runtime.native.calls.report import NativeReport
from runtime.native.selection.screening import TOO_SMALL, may_gain

Ends = tuple[Graph, Sequence[Value], Sequence[Value], Sequence[Node]]
"""A graph, its inputs, outputs and control outputs."""

if TYPE_CHECKING:
    from runtime.native.regions.region import Region


def compile_natively(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    options: NativeOptions,
) -> Program:
    """A program with native regions; its ``report`` lists them."""
    if options.chooses and not may_gain(graph):
        program = compile_graph(graph, inputs, outputs, control_outputs)
        program.report = NativeReport(reason=TOO_SMALL)
        return program
    return _with_regions((graph, inputs, outputs, control_outputs), options)


def _with_regions(ends: Ends, options: NativeOptions) -> Program:
    # a tenth of a second, which most programs never need
    from runtime.native.selection.inner_updates import with_inner_updates
    from runtime.native.selection.loop_reads import with_reads_before_loops
    from runtime.native.selection.partition import partition

    given = with_reads_before_loops(*ends, with_numbers=not options.chooses)
    if not options.chooses:
        # only where native code was asked for: other threads see it
        given = with_inner_updates(*given)
    found = partition(*given, options, _run_by_default)
    if any(region.is_chosen for region in found.report.regions):
        program = compile_graph(
            found.graph, found.inputs, found.outputs, found.control_outputs
        )
    else:
        program = compile_graph(*(ends if options.chooses else given))
    program.report = found.report
    return program


def _run_by_default(region: Region) -> Callable[..., Sequence[Any]]:
    run: Callable[..., Sequence[Any]] = compile_graph(
        region.graph, region.inputs, region.outputs
    ).run
    return run
