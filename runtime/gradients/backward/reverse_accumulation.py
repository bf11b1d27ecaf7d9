"""Reverse accumulation over recorded calls, for tapes and for graphs.

The gradient of a target is carried back through the calls that lead to it, last call
first. A call is one op, or a function with a backward function of its own; the tape
records calls as they happen, a graph lists its nodes. Gradients are made by applying
ops, so they can be differentiated again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from graphir.node import Node
from graphir.ops.contract.registry import op_has
from runtime.apply import apply_op
from runtime.context import CURRENT
from runtime.gradients.backward.backward_order import backward_order
from runtime.gradients.backward.naming import rule_scope
from runtime.gradients.backward.quick import quick_gradients
from runtime.gradients.backward.rules import (
    RULES_BY_NAME,
    RULES_BY_OP,
    Backward,
    Call,
    GradientFunction,
    declared_gradients,
    is_differentiable,
    missing_gradient,
    registered_rule,
)
from runtime.tensors.indexed_slices import IndexedSlices, dense, joined
from runtime.tracing.gradient_overrides import GRADIENT_NAME
from runtime.tracing.graphs import Operation

CALLS_FUNCTIONS: Final = "calls_functions"
"""Trait of ops whose gradients let them give more."""
_PASSING: Final = frozenset({"Identity", "ReadVariableOp"})
"""Ops whose gradient may be slices: they hand it on as it is."""


def accumulate(
    calls: Sequence[Call],
    targets: Sequence[Any],
    d_targets: Sequence[Any],
    sources: Sequence[Any],
    stops: Iterable[Any] = (),
) -> list[Any]:
    """The gradient of the targets, weighted by ``d_targets``, for each source.

    None where no target depends on a source. ``calls`` are in the order in which they
    happened; nothing flows through the tensors in ``stops``.

    Raises:
      LookupError: if a call in between has no gradient.
    """
    relevant, reached = _relevant(calls, sources, {id(each) for each in stops})
    wanted = {id(source) for source in sources}
    gradients: dict[int, Any] = {}
    for target, d_target in zip(targets, d_targets):
        if d_target is not None:
            _add(gradients, id(target), d_target)
    is_eager = CURRENT.get() is None
    for call in backward_order(relevant, targets):
        outputs = call.outputs
        if len(outputs) == 1:
            # what nearly all calls are, written out
            d_outputs = [_taken(gradients, outputs[0], wanted)]
            if d_outputs[0] is None:
                continue
        else:
            d_outputs = [_taken(gradients, output, wanted) for output in outputs]
            if all(each is None for each in d_outputs):
                continue
        found: Sequence[Any] | None = None
        if is_eager:
            found = quick_gradients(call, d_outputs, reached)
        if found is None:
            with rule_scope(call.scope):
                found = _input_gradients(call, d_outputs, reached)
        for tensor, gradient in zip(call.inputs, found):
            if gradient is not None and id(tensor) in reached:
                _add(gradients, id(tensor), gradient)
    return [_total(gradients.get(id(source))) for source in sources]


def _with_current_results(call: Call) -> Call:
    """A recorded call, with the results that were added to its node afterwards.

    The gradient of a loop adds results to the loop, which a second gradient reads.
    """
    if call.backward is not None or not call.outputs:
        return call
    first = call.outputs[0]
    node = first.value.node
    if len(node.outputs) == len(call.outputs):
        return call
    renewed = calls_of_nodes([node], first.graph_trace.tensor_of)[0]
    renewed.scope = call.scope
    return renewed


def _relevant(
    calls: Sequence[Call], sources: Sequence[Any], stopped: set[int]
) -> tuple[list[Call], set[int]]:
    """The calls that depend on a source, and the tensors that do."""
    reached = {id(source) for source in sources}
    relevant = []
    for call in calls:
        for tensor in call.inputs:
            if id(tensor) in reached:
                break
        else:
            continue
        if stopped and any(id(each) in stopped for each in call.outputs):
            continue  # also where what it gives is a source
        if op_has(call.op, CALLS_FUNCTIONS):
            call = _with_current_results(call)
        relevant.append(call)
        for output in call.outputs:
            if is_differentiable(output.dtype):
                reached.add(id(output))
    return relevant, reached


class _Parts(list[Any]):
    """Gradients of one tensor that are not added up yet."""


def _add(gradients: dict[int, Any], key: int, gradient: Any) -> None:
    before = gradients.get(key)
    if before is None:
        gradients[key] = gradient
    elif type(before) is _Parts:
        before.append(gradient)
    else:
        gradients[key] = _Parts([before, gradient])


def _taken(gradients: dict[int, Any], tensor: Any, wanted: set[int]) -> Any:
    key = id(tensor)
    total = gradients.pop(key, None)
    if type(total) is _Parts:
        total = _total(total)
    if total is not None and key in wanted:
        gradients[key] = total
    return total


def _total(parts: Any) -> Any:
    if type(parts) is not _Parts:
        return parts
    if all(isinstance(each, IndexedSlices) for each in parts):
        return joined(parts)
    return apply_op("AddN", [[dense(each) for each in parts]])


def _input_gradients(
    call: Call, d_outputs: Sequence[Any], reached: set[int]
) -> Sequence[Any]:
    """A gradient or None for each flat input.

    Raises:
      LookupError: if the op declares none, and does not say that it has none.
    """
    name = call.attrs.get(GRADIENT_NAME)
    if call.op in _PASSING and name is None:
        return d_outputs
    d_outputs = [dense(each) for each in d_outputs]
    rule = call.backward or RULES_BY_NAME.get(name)
    if rule is not None:
        return _by_own_rule(rule, call, d_outputs)
    function = registered_rule(name)
    if function is not None:
        return _by_registered_function(function, call, d_outputs)
    if name is not None:
        # the op's own rule would be wrong
        raise missing_gradient(call)
    if call.op in RULES_BY_OP:
        return RULES_BY_OP[call.op](call, d_outputs)
    wanted = [id(each) in reached for each in call.inputs]
    return declared_gradients(call, d_outputs, wanted)


def _by_own_rule(rule: Backward, call: Call, d_outputs: Sequence[Any]) -> Sequence[Any]:
    if call.op != "IdentityN" and call.op != "custom_gradient":
        return rule(d_outputs)
    # rules that users write get zeros where nothing comes back
    return rule(_without_none(call, d_outputs))


def _by_registered_function(
    function: GradientFunction, call: Call, d_outputs: Sequence[Any]
) -> Sequence[Any]:
    first = call.outputs[0]
    operation = Operation(first.value.node, first.graph_trace)
    found = function(operation, *_without_none(call, d_outputs))
    gradients = list(found) if isinstance(found, (list, tuple)) else [found]
    if len(gradients) != len(call.inputs):
        raise ValueError(
            f"Num gradients {len(gradients)} generated for op name: "
            f'"{operation.name}" do not match num inputs {len(call.inputs)}'
        )
    return gradients


def rule_of_node(
    name: Any, node: Node, trace: Any
) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
    """The user-defined gradient rule with a name, for a node; None if there is none.

    The rule maps the gradients of the node's results to the gradients of its inputs.
    ``trace`` is the trace of the node's graph.
    """
    if name in RULES_BY_NAME:
        return RULES_BY_NAME[name]
    function = registered_rule(name)
    if function is None:
        return None

    def rule(d_outputs: Sequence[Any]) -> Sequence[Any]:
        found = function(Operation(node, trace), *d_outputs)
        return list(found) if isinstance(found, (list, tuple)) else [found]

    return rule


def _without_none(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    """The gradients of results, with zeros for those that nothing comes back to."""
    return [
        apply_op("ZerosLike", [output]) if d is None else d
        for output, d in zip(call.outputs, d_outputs)
    ]


def calls_of_nodes(
    nodes: Iterable[Node], tensor_of: Callable[..., Any], scope: str | None = None
) -> list[Call]:
    """Nodes of a graph as calls; ``tensor_of`` maps a value to its tensor.

    With a ``scope``, gradient nodes are named under the scope and the node's name.
    """
    calls = []
    for node in nodes:
        inputs = [tensor_of(value) for value in node.inputs]
        outputs = [tensor_of(value) for value in node.outputs]
        call = Call(node.op, inputs, node.attrs, outputs)
        if scope is not None:
            call.scope = f"{scope}{node.name}_grad/"
        calls.append(call)
    return calls
