"""User-defined gradient rules as functions of a SavedModel, for further training.

Nodes name their rules. A rule reads the gradients of its node's results, tensors from
outside of every graph, and tensors of the graph that the node is in: a `SavedCapture`
says which, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from graphir.errors import GraphirError, OpError
from graphir.function import Function as IRFunction
from graphir.graph import Graph
from graphir.node import Node
from runtime.apply import apply_op
from runtime.errors import InaccessibleTensorError
from runtime.functions.concrete_function import ConcreteFunction
from runtime.gradients.backward.reverse_accumulation import rule_of_node
from runtime.messages.logs import get_logger
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.indexed_slices import dense
from runtime.tracing.dependencies import order_effects
from runtime.tracing.function_graphs import to_function
from runtime.tracing.gradient_overrides import GRADIENT_NAME
from runtime.tracing.graph_trace import GraphTrace, next_number

_MISTAKES: Final = (
    *(GraphirError, OpError, TypeError, ValueError, LookupError, AttributeError),
    RuntimeError,
)
"""Errors of rules that compute with arrays, or that support only eager tensors."""


@dataclass(frozen=True, eq=False)
class SavedCapture:
    """A tensor of a function's graph that a gradient rule reads."""

    name: str
    function: str


@dataclass(frozen=True, eq=False)
class SavedGradient:
    """The rule that some nodes name, traced."""

    owner: str
    """The function whose nodes name it."""
    name: bytes
    """The name on the nodes; nodes in the file have the function's name instead."""
    function: IRFunction
    library: Sequence[IRFunction]
    captures: Sequence[Any]
    """Inputs other than gradients: tensors, and ``SavedCapture`` objects."""
    signature: Any
    outputs: Any


def saved_gradients(functions: Iterable[ConcreteFunction]) -> list[SavedGradient]:
    """The rules that the nodes of functions name, once for each function.

    Copies of a function name the same rule, and it reads tensors of one of them. A
    rule that reads tensors of graphs around its own is left out, with a warning.

    Raises:
      ValueError: for a rule that cannot be traced.
    """
    found: dict[tuple[str, bytes], SavedGradient | None] = {}
    for body, names in _bodies(functions):
        trace = GraphTrace(body.name, is_function=True)
        trace.graph = body
        for node in [*body]:
            name = node.attrs.get(GRADIENT_NAME)
            key = names.function, name
            if isinstance(name, bytes) and key not in found:
                found[key] = _traced(name, node, trace, names)
    return [each for each in found.values() if each is not None]


@dataclass(frozen=True)
class _Names:
    """The names of the saved function and of its arguments."""

    function: str
    arguments: Mapping[Node, str]

    def of(self, value: Any) -> str:
        """The name of a tensor."""
        name = self.arguments.get(value.node, value.node.name)
        return f"{name}:{value.index}"


def _bodies(functions: Iterable[ConcreteFunction]) -> Iterator[tuple[Graph, _Names]]:
    seen: set[str] = set()
    for concrete in functions:
        graph = concrete.trace.graph
        if any(GRADIENT_NAME in node.attrs for node in graph):
            written = concrete.ir_function.input_names
            arguments = {v.node: name for v, name in zip(graph.inputs, written)}
            yield graph, _Names(concrete.name, arguments)
        for function in graph.functions.values():
            if function.name not in seen:
                seen.add(function.name)
                yield function.body, _Names(function.name, {})


class _RuleTrace(GraphTrace):
    """The trace of a rule, whose captures may be tensors of one finished graph."""

    def __init__(self, forward: Graph) -> None:
        super().__init__("internal_grad_fn", is_function=True)
        self._forward = forward

    def capture(self, tensor: Any, name: str | None = None) -> Any:
        """The tensor here that stands for one from outside."""
        value = getattr(tensor, "value", None)
        if value is None or value.node.graph is not self._forward:
            return super().capture(tensor, name)
        known = self.captures.by_key.get(id(value))
        if known is None:
            inside = self.placeholder(value.node.name, tensor.dtype, tensor.shape)
            inside.value.handle_data = value.handle_data
            known = self.captures.by_key[id(value)] = tensor, inside
        return known[1]


def _traced(
    name: bytes, node: Node, forward: GraphTrace, names: _Names
) -> SavedGradient | None:
    rule = rule_of_node(name, node, forward)
    if rule is None:
        return None
    trace = _RuleTrace(forward.graph)
    results = [forward.tensor_of(value) for value in node.outputs]
    with trace.recording():
        given = [
            trace.placeholder(f"result_grads_{number}", each.dtype, each.shape)
            for number, each in enumerate(results)
        ]
        trace.captures.arguments = given
        found = _applied(rule, node, given)
        if found is None:
            return None
        outputs = [None if each is None else _result(each) for each in found]
        order_effects(trace, [each for each in outputs if each is not None])
    trace.graph.outputs = [each.value for each in outputs if each is not None]
    trace.captures.put_last()
    specs = [
        TensorSpec(each.shape, each.dtype, f"result_grads_{number}")
        for number, each in enumerate(results)
    ]
    function = f"__inference_internal_grad_fn_{next_number()}"
    return SavedGradient(
        names.function,
        bytes(name),
        to_function(trace.graph, function),
        list(trace.graph.functions.values()),
        [
            SavedCapture(names.of(outside.value), names.function)
            if hasattr(outside, "value")
            else outside
            for outside, _ in trace.captures.pairs()
        ],
        ((None, *specs), {}),
        outputs,
    )


def _result(gradient: Any) -> Any:
    """A gradient as a node of its own, which can wait for the effects of the rule."""
    return apply_op("Identity", [dense(gradient)])


def _applied(rule: Any, node: Node, given: Sequence[Any]) -> Sequence[Any] | None:
    """The gradients by a rule, or None for one that cannot be saved."""
    try:
        found: Sequence[Any] = rule(given)
    except InaccessibleTensorError:
        get_logger().warning(
            "The custom gradient of %r reads tensors of another graph: it is not saved "
            "with the model.",
            node.name,
        )
        return None
    except _MISTAKES as error:
        raise ValueError(
            f"The custom gradient of {node.name!r} cannot be traced for the "
            f"SavedModel: {error}. Leave such gradients out with "
            "tf.saved_model.SaveOptions(experimental_custom_gradients=False)."
        ) from error
    return found


__all__ = ["SavedCapture", "SavedGradient", "saved_gradients"]
