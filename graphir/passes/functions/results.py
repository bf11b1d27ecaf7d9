"""Function results: removal of known and unused results."""

from __future__ import annotations

from graphir.attributes import TensorValue, attrs_key
from graphir.node import Node, Value
from graphir.passes.functions.branch_conditions import condition_of
from graphir.passes.functions.calls import FunctionCall
from graphir.watching import node_copied


def read_from_outside(call: FunctionCall) -> int:
    """Results that are a constant, an argument or the condition are read outside."""
    count = 0
    for index, result in enumerate(call.node.outputs):
        if not result.is_used and result not in call.graph.outputs:
            continue
        source = _source(call, index)
        if source is None:
            continue
        for use in result.uses:
            use.node.replace_input(use.input_index, source)
        outputs = call.graph.outputs
        call.graph.outputs = [source if each is result else each for each in outputs]
        count += 1
    return count


def _source(call: FunctionCall, index: int) -> Value | None:
    """A value outside that is the result, whichever function is called."""
    if call.node.control_inputs or call.node.is_stateful:
        # readers would no longer wait for the call
        return None
    results = [function.body.outputs[index] for function in call.functions]
    places = {_argument_place(call, value) for value in results}
    if len(places) == 1 and None not in places:
        (place,) = places
        assert place is not None
        source = call.arguments[place]
        fits = source.shape.is_subtype_of(call.node.outputs[index].shape)
        return source if fits and source.dtype.has_numpy else None
    first = results[0].node
    if all(_is_constant(value) for value in results) and all(
        attrs_key(value.node.attrs) == attrs_key(first.attrs) for value in results
    ):
        return _constant_outside(call, [value.node for value in results])
    return _condition(call, results)


def _condition(call: FunctionCall, results: list[Value]) -> Value | None:
    """The condition or its opposite, for a branch that says which way it went."""
    condition = condition_of(call)
    if condition is None or not all(map(_is_truth, results)):
        return None
    taken = [bool(value.node.attrs["value"].array) for value in results]
    if taken == [True, False]:
        return condition
    opposite = call.graph.add_node(
        "LogicalNot",
        [condition],
        {},
        [(condition.dtype, condition.shape)],
        f"{call.node.name}/not",
        device=call.node.device,
        origin=call.node.origin,
    )
    return opposite.output


def _is_truth(value: Value) -> bool:
    return _is_constant(value) and value.dtype.is_bool and value.shape.rank == 0


def _argument_place(call: FunctionCall, value: Value) -> int | None:
    for function in call.functions:
        if value in function.body.inputs:
            return function.body.inputs.index(value)
    return None


def _is_constant(value: Value) -> bool:
    node = value.node
    is_plain = node.op == "Const" and not node.control_inputs
    return is_plain and isinstance(node.attrs.get("value"), TensorValue)


def _constant_outside(call: FunctionCall, equal: list[Node]) -> Value:
    constant = equal[0]
    twin = call.graph.add_node(
        "Const",
        (),
        constant.attrs,
        [(constant.output.dtype, constant.output.shape)],
        f"{call.node.name}/{constant.name}",
        device=call.node.device,
        origin=constant.origin,
    )
    for each in equal:
        node_copied(each, twin)
    return twin.output


def drop_unread(call: FunctionCall) -> int:
    """Removes results without readers, and returns their number."""
    outputs = call.graph.outputs
    unread = {
        index
        for index, value in enumerate(call.node.outputs)
        if not value.is_used and value not in outputs
    }
    if unread:
        call.drop(set(), unread)
    return len(unread)
