"""Calls of a traced function in other graphs, and its place in their libraries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.compute.forks import forkable_property
from graphir.function import Function as IRFunction
from runtime.apply import apply_op
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.functions.function_body import tell_sizes
from runtime.functions.traced_program import NATIVE_CALLS, TracedProgram
from runtime.gradients.backward.functional import gradient_function
from runtime.gradients.backward.rules import is_differentiable
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import is_stateful, resources_only_read
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import GraphTrace, current_trace
from runtime.tracing.graphs import Graph, Operation


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


__all__ = ["CalledInGraphs"]
