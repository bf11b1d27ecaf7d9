"""Branch conditions: negations are removed, known values are used inside a branch."""

from __future__ import annotations

import numpy as np

from graphir.attributes import TensorValue
from graphir.function import Function
from graphir.node import Value
from graphir.passes.contract.function_bodies import put_in_array
from graphir.passes.functions.calls import FunctionCall


def condition_of(call: FunctionCall) -> Value | None:
    """The condition of a two-way branch, if it is one bool."""
    if call.node.op not in ("If", "StatelessIf"):
        return None
    condition = call.node.inputs[0]
    is_truth = condition.dtype.is_bool and condition.shape.rank == 0
    return condition if is_truth else None


def remove_negation(call: FunctionCall) -> int:
    """A branch on a negation becomes the swapped branch on the operand."""
    condition = condition_of(call)
    if condition is None or condition.node.op != "LogicalNot":
        return 0
    node = call.node
    node.set_inputs([condition.node.inputs[0], *node.inputs[1:]])
    attrs = node.attrs
    attrs["then_branch"], attrs["else_branch"] = (
        attrs["else_branch"],
        attrs["then_branch"],
    )
    call.functions.reverse()
    return 1


def substitute_condition(call: FunctionCall) -> int:
    """Replaces arguments that equal the condition, or its negation, by constants."""
    condition = condition_of(call)
    if condition is None:
        return 0
    count = 0
    for index, value in enumerate(call.arguments):
        is_opposite = (
            value.node.op == "LogicalNot" and value.node.inputs[0] is condition
        )
        if value is not condition and not is_opposite:
            continue
        if not any(_is_read(function, index) for function in call.functions):
            continue
        call.make_own()
        for function, taken in zip(call.functions, (True, False), strict=True):
            _put_in(function, index, taken is not is_opposite)
        count += 1
    return count


def _is_read(function: Function, index: int) -> bool:
    argument = function.body.inputs[index]
    return argument.is_used or argument in function.body.outputs


def _put_in(function: Function, index: int, truth: bool) -> None:
    argument = function.body.inputs[index]
    attrs = {"value": TensorValue(np.array(truth)), "dtype": argument.dtype}
    constant = put_in_array(argument, attrs, argument, f"{argument.node.name}_known")
    argument.replace_all_uses_with(constant)
