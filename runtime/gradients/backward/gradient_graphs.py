"""GradientGraph: a graph with the nodes of its gradients added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, resource
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import Shape
from runtime.executor.planning.plan import needed_nodes, ordered_nodes
from runtime.gradients.backward.initial_gradients import variable_behind
from runtime.gradients.backward.reverse_accumulation import (
    accumulate,
    calls_of_nodes,
)
from runtime.gradients.backward.rules import is_differentiable
from runtime.tensors.indexed_slices import dense, gradient_of, parts_of
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tracing.graph_trace import GraphTrace


@dataclass
class GradientGraph:
    """A graph with the nodes of its gradients added, and where to find them."""

    trace: GraphTrace
    inputs: list[Value]
    outputs: list[Value]
    d_outputs: list[Value | None]
    """Placeholders, None for results through which no gradient flows."""
    d_inputs: list[tuple[Value, ...]]
    """The parts of each gradient: none, one tensor, or the components of slices."""
    forward_nodes: set[Node]
    further: list[Value] = field(default_factory=list)
    """Values beside the gradients that make up a part of them."""

    @property
    def results(self) -> list[Value]:
        """All gradients, part by part, and what else makes them up."""
        return [value for parts in self.d_inputs for value in parts] + self.further

    @property
    def captured(self) -> list[tuple[Any, Value]]:
        """Outer tensors that user-defined rules read, with their placeholders."""
        return [(outside, each.value) for outside, each in self.trace.captures.pairs()]

    def handed_over(self) -> list[Value]:
        """Forward values that backward nodes read, except for constants.

        For derivatives of higher order also all values that cannot be recomputed.
        """
        wanted: dict[Value, None] = dict.fromkeys(self._not_repeatable())
        stack = [value for parts in self.d_inputs for value in parts]
        seen: set[Value] = set(stack)
        while stack:
            value = stack.pop()
            if value.node in self.forward_nodes:
                if value.node.op != "Const":
                    wanted[value] = None
                continue
            for each in value.node.inputs:
                if each not in seen:
                    seen.add(each)
                    stack.append(each)
        given = {each for each in self.d_outputs if each is not None}
        return [value for value in wanted if value not in given]

    def _not_repeatable(self) -> Iterator[Value]:
        """Results of nodes with effects that the outputs and gradients depend on."""
        needed = needed_nodes(set(self.inputs), self.outputs, ())
        for node in self.trace.graph:
            if node in needed and node.is_stateful:
                for value in node.outputs:
                    if gradient_type(value) is not None and value.dtype is not resource:
                        yield value


def gradient_type(value: Any) -> tuple[DType, Shape] | None:
    """The dtype and shape of a value's gradient; None if it has none.

    That of a resource is of the variable behind it.
    """
    dtype, shape = value.dtype, value.shape
    if dtype.base_dtype is dtypes.resource:
        behind = getattr(value, "handle_data", ())
        if not behind:
            return None
        dtype, shape = behind[0]
    return (dtype, shape) if is_differentiable(dtype) else None


def gradient_graph(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    wanted: Sequence[bool] | None = None,
    with_slices: bool = True,
) -> GradientGraph:
    """Adds to a graph, in place, the gradients of outputs with respect to inputs.

    ``wanted`` says through which outputs a gradient comes; by default through all
    whose dtype allows it. Gradients of lookups are slices, unless ``with_slices`` says
    that tensors are needed.

    Raises:
      LookupError: if an op in between has no gradient.
    """
    # the graph's own list grows with every placeholder added below
    inputs, outputs = list(inputs), list(outputs)
    forward = ordered_nodes(graph, inputs, outputs)
    trace = _CopiedTrace(graph)
    forward_nodes = set(graph.nodes)
    with trace.recording():
        tensors = [trace.tensor_of(value) for value in outputs]
        flows = [gradient_type(value) is not None for value in outputs]
        if wanted is not None:
            flows = [a and b for a, b in zip(flows, wanted)]
        seeds = [
            _seed(trace, tensor) if flow else None
            for tensor, flow in zip(tensors, flows)
        ]
        sources = [trace.tensor_of(value) for value in inputs]
        calls = calls_of_nodes(forward, trace.tensor_of)
        found = accumulate(calls, tensors, seeds, sources)
        if not with_slices:
            found = list(map(dense, found))
    return GradientGraph(
        trace,
        list(inputs),
        list(outputs),
        [None if seed is None else seed.value for seed in seeds],
        [tuple([part.value for part in parts_of(each)]) for each in found],
        forward_nodes,
    )


def scattered(found: Sequence[Any], counts: Sequence[int]) -> list[Any]:
    """Gradients of the parts found, ``counts`` of them for each part."""
    left = iter(found)
    return [gradient_of([next(left) for _ in range(count)]) for count in counts]


class _CopiedTrace(GraphTrace):
    """A trace of a copied graph, which maps original tensors to their copies.

    Gradient functions that users write hold tensors of the trace they were made in.
    """

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph.name)
        self.graph = graph

    def capture(self, tensor: Any, name: str | None = None) -> Any:
        """The tensor itself, or its copy of the same name."""
        if not isinstance(tensor, SymbolicTensor):
            if tensor.dtype is resource:
                return super().capture(tensor, name)
            # a tensor of no graph, which nobody feeds
            return self.captures.constant_of(tensor, name)
        value = tensor.value
        if tensor.graph_trace is self:
            return tensor
        found = value.node.name in self.graph
        twin = self.graph.node(value.node.name) if found else None
        if twin is None or twin.op != value.node.op:
            return super().capture(tensor, name)
        return self.tensor_of(twin.outputs[value.index])


def _seed(trace: GraphTrace, tensor: Any) -> Any:
    dtype, shape = tensor.dtype, tensor.shape
    if dtype is resource:
        # the gradient of a variable is one of its value
        return trace.placeholder("d_output", *variable_behind(tensor))
    seed = trace.placeholder("d_output", dtype, shape)
    seed.value.handle_data = tensor.value.handle_data
    return seed
