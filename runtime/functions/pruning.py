"""Pruning: part of a traced graph as a function with other inputs and outputs."""

from __future__ import annotations

from typing import Any

from runtime.signatures.call_signature import CallSignature
from runtime.signatures.signature_text import Argument
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tracing.graph_trace import GraphTrace
from runtime.tracing.graphs import Operation
from runtime.variables.variable_creation import KEPT


def pruned(
    source: GraphTrace, feeds: Any, fetches: Any, name: str
) -> tuple[GraphTrace, CallSignature, Any]:
    """The part of a trace that computes fetches from feeds; its signature and results.

    Nodes that the fetches do not depend on are removed, also nodes with side effects.

    Raises:
      KeyError, ValueError: for a name that is not in the graph.
    """
    graph = source.traced_graph
    inputs = [graph.as_graph_element(each, True, False) for each in flatten(feeds)]
    wanted = [graph.as_graph_element(each) for each in flatten(fetches)]
    trace = GraphTrace(name, source.outer, is_function=True)
    trace.graph = source.graph.copy()
    trace.variables = dict(source.variables)
    KEPT.set(trace, KEPT.of(source))
    trace.captures.by_key = {
        key: (outside, _twin(trace, inside))
        for key, (outside, inside) in source.captures.by_key.items()
    }
    fed = {each.name: _fed(trace, each) for each in inputs}
    trace.captures.arguments = [fed[each.name] for each in inputs]
    trace.captures.put_last()
    results = [
        None
        if isinstance(each, Operation)
        else fed[each.name]
        if each.name in fed
        else _twin(trace, each)
        for each in wanted
    ]
    trace.graph.outputs = [each.value for each in results if each is not None]
    trace.graph.control_outputs = [
        trace.graph.node(each.name) for each in wanted if isinstance(each, Operation)
    ]
    signature = CallSignature(tuple(map(_argument, inputs)))
    return trace, signature, pack(fetches, results)


def _twin(trace: GraphTrace, tensor: SymbolicTensor) -> SymbolicTensor:
    return trace.tensor_of(trace.graph.value(tensor.name))


def _fed(trace: GraphTrace, tensor: SymbolicTensor) -> SymbolicTensor:
    twin = _twin(trace, tensor)
    if twin.value.node.op == "Placeholder":
        return twin
    # what was computed is given from outside now
    fed = trace.placeholder(f"{twin.value.node.name}/fed", twin.dtype, twin.shape)
    twin.value.replace_all_uses_with(fed.value)
    return fed


def _argument(tensor: SymbolicTensor) -> Argument:
    name = tensor.value.node.name
    spec = TensorSpec(tensor.shape, tensor.dtype, name)
    return Argument(name.replace("/", "_"), "POSITIONAL_OR_KEYWORD", spec)


__all__ = ["pruned"]
