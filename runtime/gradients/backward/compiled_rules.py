"""Gradient rules traced once on placeholders, and compiled.

Tensor values that a rule reads are recorded, so that they become a part of the key
under which the compiled rule is cached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from graphir.attributes import TensorValue
from graphir.dtypes import resource, variant
from graphir.errors import OpError
from graphir.graph import Graph
from graphir.node import Value
from graphir.ops.contract.registry import find
from graphir.shapes import Shape
from runtime.gradients.backward.initial_gradients import variable_behind
from runtime.tensors.symbolic_tensor import SymbolicTensor

PASSES: Final = "dead_nodes,shape_inference,constant_folding,cse,dead_nodes"
Found = TypeVar("Found")


class RuleTrace:
    """A trace in which gradient rules run on placeholders of a call's tensors.

    ``asked`` are the indices of tensors whose values become constants of the trace; the
    indices of tensors whose values the rules read are added to it.
    """

    def __init__(self, name: str, asked: set[int]) -> None:
        from runtime.tracing.graph_trace import GraphTrace

        self.trace = GraphTrace(name)
        self.known = frozenset(asked)
        self.asked = asked
        self._places: dict[str, str] = {}

    def traced(self, follow: Callable[[], Found]) -> Found | None:
        """The results of rules on placeholders; None where a rule refuses them.

        The error then comes from the rules on the tensors themselves. No other failure
        is hidden: `compiled` compiles the results afterwards.
        """
        try:
            with self.trace.recording():
                return follow()
        except (LookupError, NotImplementedError, OpError, TypeError, ValueError):
            return None

    @property
    def needs_more(self) -> bool:
        """Whether the rule read values that are unknown."""
        return len(self.asked) > len(self.known)

    def tensor(self, tensor: Any, place: str, index: int | None = None) -> Any:
        """The placeholder for the tensor at that position of the call."""
        if index in self.known:
            value = TensorValue(tensor._array, tensor.dtype)
            return self.trace.constant(value, "known")
        shape = Shape.of_ints(tensor._array.shape)
        found = self.trace.placeholder("given", tensor.dtype, shape)
        if tensor.dtype is resource:
            behind = variable_behind(tensor)
            found.value.handle_data = () if behind is None else (behind,)
        self._places[found.value.node.name] = f"{place}._array"
        return found if index is None else _Asked(found, index, self.asked)

    def ones(self, tensor: Any) -> Any:
        """The gradient of a tensor by itself."""
        array = np.ones_like(tensor._array)
        return self.trace.constant(TensorValue(array, tensor.dtype), "ones")

    def compiled(self, results: Sequence[Any], arguments: str) -> Callable[..., Any]:
        """A Python function with these parameters; it returns the results as arrays."""
        from graphir.passes.optimizer import optimize_graph
        from runtime.executor import compile_graph

        graph = self.trace.graph
        graph.outputs = [each.value for each in results]
        graph.inputs = [each for each in graph.inputs if each.node.name in self._places]
        optimize_graph(graph, PASSES)
        _remove_reshapes(graph)
        used = [each for each in graph.inputs if _is_used(each, graph.outputs)]
        run = compile_graph(graph, used, graph.outputs).run
        given = ", ".join(self._places[each.node.name] for each in used)
        function: Callable[..., Any] = eval(
            f"lambda {arguments}: run({given})", {"run": run}
        )
        return function


class _Asked(SymbolicTensor):
    """A tensor that records whether its value is read."""

    __slots__ = ("index", "noted")

    def __init__(self, tensor: SymbolicTensor, index: int, noted: set[int]) -> None:
        super().__init__(tensor.value, tensor.graph_trace)
        self.index = index
        self.noted = noted

    def constant_value(self) -> Any:
        self.noted.add(self.index)
        return super().constant_value()

    def constant_as_shape(self) -> Shape:
        self.noted.add(self.index)
        return super().constant_as_shape()


def has_plain_rule(call: Any) -> bool:
    """Whether a call's gradient is made by the rule of its op, on tensors alone."""
    from runtime.gradients.backward.rules import RULES_BY_OP

    declaration = find(call.op)
    if declaration is None or not declaration.is_differentiable():
        return False
    if call.op in RULES_BY_OP or "_gradient_op_type" in call.attrs:
        return False
    return not any(
        each.dtype is resource or each.dtype is variant
        for each in (*call.inputs, *call.outputs)
    )


def _remove_reshapes(graph: Graph) -> None:
    """Removes reshapes that change nothing."""
    idle = [
        node
        for node in graph
        if node.op == "Reshape"
        and node.output.shape.is_fully_defined()
        and node.output.shape == node.inputs[0].shape
    ]
    for node in idle:
        node.output.replace_all_uses_with(node.inputs[0])
    graph.remove_nodes(idle)


def _is_used(value: Value, outputs: Sequence[Value]) -> bool:
    return bool(list(value.uses)) or value in outputs
