"""Range analysis: intervals of a loop's integer variables, found before it runs."""

from __future__ import annotations

from typing import Final

from graphir import dtypes
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.planning.plan import ALIAS, function_roots, make_plan
from runtime.executor.planning.python_numbers import Number, any_number, is_number

FAR: Final = 1 << 62
"""No counter comes here: at a billion steps a second it would take years."""

_SMALL_STEP: Final = 1024
_NEAR_START: Final = 1 << 51


def source_of(value: Value) -> Value:
    """The value that an alias stands for."""
    while value.node.has_trait(ALIAS) and value.node.inputs:
        value = value.node.inputs[0]
    return value


def constant_of(value: Value) -> int | None:
    """A constant integer, or None."""
    node = source_of(value).node
    if node.op != "Const":
        return None
    # where a file was changed, a loop may start at, or add, a constant of any kind
    array = node.attrs["value"].array
    return int(array) if array.dtype.kind in "biu" and not array.ndim else None


def carries_number(node: Node, body: Graph, index: int) -> bool:
    """Whether a loop variable is one integer or bool in every iteration."""
    values = node.inputs[index], body.inputs[index], body.outputs[index]
    return all(map(is_number, values)) and is_number(node.outputs[index])


def head_number(node: Node, body: Graph, index: int) -> Number:
    """The interval of a variable at the start of any iteration."""
    value = body.inputs[index]
    start, step = constant_of(node.inputs[index]), counter_step(body, index)
    if value.dtype is not dtypes.int64 or start is None or step is None:
        return any_number(value.dtype)
    if abs(start) > _NEAR_START or abs(step) > _SMALL_STEP:
        return any_number(value.dtype)
    return Number(
        value.dtype, start if step >= 0 else -FAR, FAR if step >= 0 else start
    )


def counter_step(body: Graph, index: int) -> int | None:
    """The constant that each iteration adds to the variable; None for other changes."""
    node = source_of(body.outputs[index]).node
    if node.op not in ("AddV2", "Add", "Sub"):
        return None
    left, right = map(source_of, node.inputs)
    if left.node.op == "Const" and node.op != "Sub":
        left, right = right, left
    step = constant_of(right) if is_number(right) else None
    if step is None or left is not body.inputs[index]:
        return None
    return -step if node.op == "Sub" else step


def tested_number(
    number: Number, cond: Graph, index: int, functions: FunctionLibrary
) -> Number:
    """The interval of a variable where the loop's test was passed."""
    low, high = number.low, number.high
    for op, left, right in _tests(cond.outputs[0], functions):
        is_left = left is cond.inputs[index]
        if not is_left and right is not cond.inputs[index]:
            continue
        if left is right:
            continue
        if (op == "Less" and is_left) or (op == "Greater" and not is_left):
            high = min(high, any_number(number.dtype).high - 1)
        elif op in ("Less", "Greater"):
            low = max(low, any_number(number.dtype).low + 1)
    return Number(number.dtype, low, high)


def _tests(value: Value, functions: FunctionLibrary) -> list[tuple[str, Value, Value]]:
    """Comparisons that hold wherever the value is true."""
    node = source_of(value).node
    if node.op in ("Less", "Greater"):
        left, right = map(source_of, node.inputs)
        return [(node.op, left, right)] if is_number(left) else []
    if node.op == "LogicalAnd":
        return [test for each in node.inputs for test in _tests(each, functions)]
    if node.op in ("If", "StatelessIf") and _is_false_otherwise(node, functions):
        return _tests(node.inputs[0], functions)
    return []


def _is_false_otherwise(node: Node, functions: FunctionLibrary) -> bool:
    body = functions[node.attrs["else_branch"].name].body
    value = body.outputs[0]
    return value.dtype.is_bool and value.shape.rank == 0 and constant_of(value) == 0


def needed_variables(node: Node, body: Graph, cond: Graph, dead: set[int]) -> set[int]:
    """Indices of the variables that the test, an effect or a later reader needs."""
    index_of = {value: index for index, value in enumerate(body.inputs)}
    plan = make_plan(cond, cond.inputs, cond.outputs, function_roots(cond))
    tested = {plan.root(each) for step in plan.steps for each in step.inputs}
    tested.update(map(plan.root, cond.outputs))
    needed = {i for i, value in enumerate(cond.inputs) if value in tested}
    needed.update(i for i in range(len(node.outputs)) if i not in dead)
    waiting = sorted(needed)
    roots = function_roots(body)
    while waiting or roots:
        outputs = [body.outputs[index] for index in waiting]
        plan = make_plan(body, body.inputs, outputs, roots)
        read = {plan.root(each) for step in plan.steps for each in step.inputs}
        read.update(map(plan.root, outputs))
        found = {index_of[value] for value in read if value in index_of}
        waiting, roots = sorted(found - needed), []
        needed |= found
    return needed
