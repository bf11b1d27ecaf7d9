"""TracedProgram: a traced graph with its optimized and executable forms."""

from __future__ import annotations

from typing import Any, Final

from graphir.compute.forks import forkable_property
from graphir.graph import Graph as IRGraph
from graphir.node import Value
from graphir.shapes import Shape
from graphir.wire.garbage import collection_paused
from runtime.context import TraceRecord
from runtime.devices.config import SETTINGS
from runtime.functions.result_properties import of_each
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import GraphTrace
from runtime.tracing.graphs import Graph
from runtime.trackable.base import Trackable
from runtime.variables.handles_of_copies import HandleOfCopies

NATIVE_CALLS: Final[TraceRecord[list[str]]] = TraceRecord(list, of_function=True)
"""The functions with ``jit_compile=True`` that a trace calls; their code is inlined."""


class TracedProgram(Trackable):
    """A traced graph with its captures; optimized and compiled when it first runs."""

    trace: GraphTrace
    name: str
    structured_outputs: Any
    jit_compile: bool | str | None
    """Whether regions of the graph are to be native code."""
    _checked: tuple[Any, Any] | None
    """The last checks that were asked for, and the routine that makes them."""

    @property
    def graph(self) -> Graph:
        """The graph as it was recorded, before any pass."""
        return self.trace.traced_graph

    @property
    def inputs(self) -> list[SymbolicTensor]:
        """The placeholders of the graph; captures come last."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[SymbolicTensor]:
        """The tensors returned, flat."""
        return self.graph.outputs

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors from outside that the graph reads."""
        return [_meant(outside) for outside, _ in self.trace.captures.pairs()]

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the results, in the structure of the results."""
        return of_each(lambda t: t.dtype, self.structured_outputs, None)

    @property
    def output_shapes(self) -> Any:
        """The shapes of the results, in the structure of the results."""
        return of_each(lambda t: t.shape, self.structured_outputs, Shape(None))

    @forkable_property
    def optimized_graph(self) -> Graph:
        """The graph that runs: a copy, after the passes of the optimizer."""
        from graphir.passes.optimizer import default_pipeline, optimize_graph
        from runtime.executor.planning.overlap import overlap_reductions

        trace = GraphTrace(self.trace.name, self.trace.outer, is_function=True)
        # the collector's walks over a growing graph would take ever more time
        with collection_paused():
            trace.graph = self.trace.graph.copy()
            _read_through_copies(trace.graph)
            optimize_graph(trace.graph, default_pipeline(SETTINGS.optimizer_options))
            overlap_reductions(trace.graph)
        return trace.traced_graph

    @forkable_property
    def program(self) -> Any:
        """The optimized graph compiled: arrays in, a tuple of arrays out."""
        from runtime.executor import compile_graph

        graph = self.optimized_graph.ir
        ends = graph.inputs, graph.outputs, graph.control_outputs
        with collection_paused():
            return compile_graph(graph, *ends, self._native)

    @forkable_property
    def _native(self) -> Any:
        """The options of native code, or None if it is off."""
        from runtime.native.calls.options import options_for

        is_fast = SETTINGS.optimizer_options.get("numerics") == "fast"
        return options_for(self._wants_native, is_fast)

    @property
    def _wants_native(self) -> bool | str | None:
        """``jit_compile``; one that says nothing follows what it calls."""
        if self.jit_compile is None and NATIVE_CALLS.of(self.trace):
            return True
        return self.jit_compile

    def jit_report(self) -> str:
        """The nodes that run as native code, and the reasons why others do not."""
        report = self.program.report
        return "jit_compile is off" if report is None else str(report)

    def compiler_ir(self, stage: str) -> str:
        """The code of the native regions, as text.

        Raises:
          ValueError: for a stage that there is not, and where nothing is compiled.
        """
        report = self.program.report
        if report is None:
            raise ValueError(
                f"Function {self.name!r} is not compiled: there is no compiler IR. "
                "Make it by tf.function(jit_compile=True)."
            )
        text: str = report.code(stage)
        return text

    @forkable_property
    def captured_arrays(self) -> list[Any]:
        """The values of the captured tensors; only outside of every trace."""
        return [tensor._array for tensor in self.captured_inputs]  # type: ignore[attr-defined]

    @forkable_property
    def _captures_change(self) -> bool:
        """Whether another replica, when it calls, has captures of its own."""
        pairs = self.trace.captures.pairs()
        return any(isinstance(outside, HandleOfCopies) for outside, _ in pairs)

    @forkable_property
    def _routine(self) -> Any:
        """The program that runs while a tape records."""
        from runtime.gradients.backward.functions import Routine, has_own_rules

        # rules that users wrote hold tensors of the graph as it was recorded
        recorded = self.trace.graph
        graph = recorded if has_own_rules(recorded) else self.optimized_graph.ir
        return Routine(
            graph, graph.inputs, graph.outputs, graph.control_outputs, self._native
        )

    def _routine_with(self, checks: Any) -> Any:
        """The unoptimized graph, with a check of every node's results."""
        from runtime.gradients.backward.functions import Routine

        if self._checked is None or self._checked[0] != checks:
            graph = self.trace.graph
            ends = graph, graph.inputs, graph.outputs, graph.control_outputs
            self._checked = checks, Routine(*ends, None, checks)
        return self._checked[1]


def _meant(outside: Tensor) -> Tensor:
    """A captured tensor, of a variable with copies the handle of the copy meant now."""
    return outside.meant_now() if isinstance(outside, HandleOfCopies) else outside


def _read_through_copies(graph: IRGraph) -> None:
    """Bypasses an Identity before a result where it only copies.

    The rules would do so too, and then have every pass look at the graph once more.
    """
    graph.outputs = [_copied(value) for value in graph.outputs]


def _copied(value: Value) -> Value:
    node = value.node
    only_copies = node.op == "Identity" and not node.control_inputs
    if not only_copies or node.control_outputs or value.is_used or value.dtype.is_ref:
        return value
    read = node.inputs[0]
    return read if read.shape.sizes == value.shape.sizes else value
