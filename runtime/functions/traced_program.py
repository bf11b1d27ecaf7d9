"""TracedProgram: a traced graph with its optimized and executable forms; its calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.compute.forks import forkable_property
from graphir.function import Function as IRFunction
from graphir.graph import Graph as IRGraph
from graphir.node import Value
from graphir.shapes import Shape
from graphir.wire.garbage import collection_paused
from runtime.apply import apply_op
from runtime.context import TraceRecord
from runtime.devices.config import SETTINGS
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.functions.function_body import tell_sizes
from runtime.functions.result_properties import of_each
from runtime.gradients.backward.functional import gradient_function
from runtime.gradients.backward.rules import is_differentiable
from runtime.native.calls.options import AUTO
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import is_stateful, resources_only_read
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import GraphTrace, current_trace
from runtime.tracing.graphs import Graph, Operation
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
        if self.jit_compile in (None, AUTO) and NATIVE_CALLS.of(self.trace):
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
    def changes_copies(self) -> bool:
        """Whether it may change variables with equal copies: all change, or none."""
        only_read = resources_only_read(self.trace)
        return any(
            getattr(getattr(outside, "_array", None), "copies", None) is not None
            and inside.value not in only_read
            for outside, inside in self.trace.captures.pairs()
        )

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


class CalledInGraphs(TracedProgram):
    """A traced function that a node of another graph calls by name.

    >>> double = tf.function(lambda x: x + x).get_concrete_function(tf.constant(1))
    >>> with tf.Graph().as_default() as graph:
    ...     result = double(tf.constant(2))
    >>> [node.op for node in graph.as_graph_def().node]
    ['Const', 'PartitionedCall']
    """

    result_tensors: Any
    """The tensors of the graph that are returned, nested as they are."""
    _is_single: bool

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the graph reads or changes and that are still alive."""
        return self.graph.variables

    def packed(self, flat: Sequence[Any]) -> Any:
        """Nests flat results as the function returns them."""
        results = iter(flat)
        leaves = [
            next(results) if isinstance(leaf, SymbolicTensor) else leaf
            for leaf in flatten(self.result_tensors)
        ]
        return pack(self.result_tensors, leaves)

    def _note_variables(self, trace: GraphTrace | None, tapes: Sequence[Any]) -> None:
        """Lets tapes, and a trace around a call, know which variables it reads."""
        for variable in self.variables:
            for tape in tapes:
                tape.variable_accessed(variable)
            if trace is not None:
                variable.note_access(trace)

    def _add_call(
        self,
        trace: GraphTrace,
        tensors: Sequence[Tensor],
        captures: Sequence[Tensor],
        tapes: Sequence[Any],
    ) -> Any:
        self._bring_library(trace)
        if self._wants_native is True:
            NATIVE_CALLS.of(trace).append(self.name)
        op = "StatefulPartitionedCall" if self.has_effect else "PartitionedCall"
        attrs = {
            "f": FunctionRef(self.name),
            "Tout": [value.dtype for value in self.trace.graph.outputs],
            "_collective_manager_ids": [],
            "_read_only_resource_inputs": self._resources_only_read,
        }
        given = [*tensors, *captures]
        for each in given:
            # handles come in before tensors of other traces, as in TensorFlow
            if not isinstance(each, SymbolicTensor) and each.dtype is dtypes.resource:
                trace.capture(each)
        count = len(tensors)
        inputs = [
            trace.capture(each) if index >= count or _is_taken_first(each) else each
            for index, each in enumerate(given)
        ]
        self._note_variables(trace, tapes)
        results = apply_op(op, [inputs], attrs)
        if isinstance(results, Operation):
            return self.packed([])
        for tensor, inside in zip(results, self.trace.graph.outputs):
            tensor.value.shape = inside.shape
            tensor.value.handle_data = inside.handle_data
        if self._is_single:
            return results[0]
        packed = self.packed(results)
        tell_sizes(self.result_tensors, packed)
        return packed

    @forkable_property
    def _resources_only_read(self) -> list[int]:
        """The positions of the variables among the inputs that are not changed."""
        read = resources_only_read(self.trace)
        inputs = enumerate(self.trace.graph.inputs)
        return [position for position, value in inputs if value in read]

    @forkable_property
    def has_effect(self) -> bool:
        """Whether the graph has side effects or makes random numbers."""
        return is_stateful(self.trace)

    @forkable_property
    def ir_function(self) -> IRFunction:
        """The graph as a library function that other graphs can call."""
        graph = self.trace.graph.copy_sharing(self.trace.graph.functions)
        return to_function(graph, self.name)

    def _bring_library(self, trace: GraphTrace) -> None:
        library = trace.graph.functions
        if self.name not in library:
            library.add(self.ir_function)
            for function in self.trace.graph.functions.values():
                library.add(function)

    def __op_attribute__(self) -> Any:
        """This function as the value of an op's attribute; see ``tf.raw_ops``.

        Captured tensors are not included: the op takes them as inputs.
        """
        trace: Any = current_trace()
        if trace is not None:
            self._bring_library(trace)
            return FunctionRef(self.name)
        library = self.trace.graph.functions
        if self.name not in library:
            library.add(self.ir_function)
        return LinkedFunction(FunctionRef(self.name), library)

    def add_to_graph(self, g: Graph | None = None, overwrite: bool = False) -> None:
        """Adds the function to the library of a graph, without a call.

        By default this is the current graph; when eager, and without a graph argument,
        the call has no effect.

        >>> double = tf.function(lambda x: x + x).get_concrete_function(tf.constant(1))
        >>> with tf.Graph().as_default() as graph:
        ...     double.add_to_graph()
        >>> [each.signature.name for each in graph.as_graph_def().library.function]
        ['__inference_<lambda>_...']
        """
        trace = current_trace() if g is None else g._trace
        if trace is not None:
            self._bring_library(trace)

    def add_gradient_functions_to_graph(self, g: Graph | None = None) -> None:
        """Adds the gradient function to the library of a graph, without a call.

        Raises:
          LookupError: if an op inside has no gradient.
        """
        trace = current_trace() if g is None else g._trace
        if trace is None:
            return
        self._bring_library(trace)
        flows = [is_differentiable(each.dtype) for each in self.outputs]
        if any(flows):
            gradient_function(trace.graph.functions, self.name, flows)


def _is_taken_first(tensor: Tensor) -> bool:
    """Whether a call's argument comes in before the node of the call has a name."""
    return tensor.dtype is dtypes.resource or isinstance(tensor, SymbolicTensor)


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
