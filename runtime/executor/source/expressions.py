"""Boolean values with one reader, written as an expression where they are read.

while i < n and not done:          one test, where each part would be a local
    if i % 7 == 3 or late:
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from graphir.node import Node, Value
from runtime.executor.planning.plan import Plan
from runtime.executor.planning.python_numbers import (
    any_number,
    is_number,
    is_operation,
    operation_text,
    refuse_zero_divisor,
)
from runtime.executor.source.python_source import (
    BlockWriter,
    ProgramSource,
    RunWriter,
    Scope,
)

TRUTH: Final = "truth"
"""Trait of comparisons and of logic."""
IF_ELSE: Final = "if_else"
"""Trait of branches on a truth."""
MOST_OPERATIONS: Final = 6
"""Longer functions are written as lines, since a long expression is unreadable."""


def inlined_steps(
    writer: BlockWriter, scope: Scope, plan: Plan
) -> dict[int, RunWriter]:
    """The writers of steps that are inlined as expressions, by step."""
    if not writer.is_in_loop:
        return {}
    return {index: _Step(index).write for index in _find_inlined(writer, plan)}


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that the next line reads as an expression."""

    index: int

    def write(self, writer: BlockWriter, scope: Scope) -> int:
        """Records the step's expression; returns the index of the step."""
        node = scope.plan.steps[self.index]
        scope.names[node.output] = expression_of(writer, scope, node)
        return self.index


def _find_inlined(writer: BlockWriter, plan: Plan) -> set[int]:
    """Steps read only by other such steps and by the next step with a line."""
    inlined: set[int] = set()
    readers = _only_readers(plan)
    near: set[int] = set()
    for index in range(len(plan.steps) - 1, -1, -1):
        node = plan.steps[index]
        if node.op == "Const":
            continue
        reader = readers.get(node.outputs[0]) if len(node.outputs) == 1 else None
        if reader in near and _is_simple(writer.source, node):
            inlined.add(index)
            near.add(index)
        else:
            near = {index}
    return inlined


def _only_readers(plan: Plan) -> dict[Value, int]:
    """For each value that is read once, as a truth, the step that reads it."""
    uses: dict[Value, list[int]] = {plan.root(each): [-1, -1] for each in plan.outputs}
    for index, node in enumerate(plan.steps):
        for position, value in enumerate(map(plan.root, node.inputs)):
            found = uses.setdefault(value, [])
            found.append(index)
            if not node.has_trait(TRUTH) and (position or not node.has_trait(IF_ELSE)):
                found.append(-1)
    return {value: found[0] for value, found in uses.items() if len(found) == 1}


def _is_simple(source: ProgramSource, node: Node) -> bool:
    """Whether a node is an expression that cannot fail and needs no wrapping around."""
    if node.has_trait(TRUTH):
        return is_operation(node)
    if node.op == "FloorMod":
        divisor = node.inputs[1].constant_value()
        return is_operation(node) and divisor is not None and bool(divisor > 0)
    return node.has_trait(IF_ELSE) and is_truth_branch(source, node)


def is_truth_branch(source: ProgramSource, node: Node) -> bool:
    """Whether an If selects one of two bools that can be written as expressions."""
    values = (node.inputs[0], *node.outputs)
    if len(values) != 2 or not all(v.dtype.is_bool and is_number(v) for v in values):
        return False
    branches = node.attrs["then_branch"], node.attrs["else_branch"]
    return all(is_truth_body(source, each.name) for each in branches)


def is_truth_body(source: ProgramSource, function: str) -> bool:
    """Whether a function returns one bool and can be written as an expression."""
    plan = source.bodies.plan_of(function)
    if len(plan.outputs) != 1 or not plan.outputs[0].dtype.is_bool:
        return False
    if not all(is_number(node.output) for node in plan.steps if node.op == "Const"):
        return False
    nodes = [node for node in plan.steps if node.op != "Const"]
    if len(nodes) > MOST_OPERATIONS or not is_number(plan.outputs[0]):
        return False
    return all(_is_simple(source, node) for node in nodes) and _reads_once(plan)


def _reads_once(plan: Plan) -> bool:
    """Whether nothing would have to be computed twice."""
    read: set[Value] = set(map(plan.root, plan.outputs))
    made = {node.output for node in plan.steps if node.op != "Const"}
    for node in plan.steps:
        for value in map(plan.root, node.inputs):
            if value in made and value in read:
                return False
            read.add(value)
    return True


def expression_of(writer: BlockWriter, scope: Scope, node: Node) -> str:
    """The text of a step that is inlined, in parentheses."""
    source, arguments = writer.source, scope.expressions(node.inputs)
    if node.has_trait(IF_ELSE):
        number = any_number(node.output.dtype)
        text = branch_truth(writer, node, arguments)
    else:
        pairs = [
            source.as_number(each, value.dtype)
            for each, value in zip(arguments, node.inputs, strict=True)
        ]
        operands, numbers = zip(*pairs, strict=True)
        refuse = source.globals.fixed_name(refuse_zero_divisor)
        text, number = operation_text(node, operands, numbers, refuse)
    text = f"({text})"
    source.numbers[text] = number
    return text


def branch_truth(writer: BlockWriter, node: Node, arguments: Sequence[str]) -> str:
    """An If of two bools (see `is_truth_branch`) as one expression."""
    condition, *given = arguments
    then_branch, else_branch = node.attrs["then_branch"], node.attrs["else_branch"]
    condition = writer.source.as_number(condition, node.inputs[0].dtype)[0]
    taken = body_truth(writer, then_branch.name, given)
    other = body_truth(writer, else_branch.name, given)
    if taken == "True":
        return f"{condition} or {other}"
    if other == "False":
        return f"{condition} and {taken}"
    if taken == "False":
        return f"not {condition} and {other}"
    if other == "True":
        return f"not {condition} or {taken}"
    return f"{taken} if {condition} else {other}"


def body_truth(writer: BlockWriter, function: str, arguments: Sequence[str]) -> str:
    """The result of a function that returns one bool, as an expression."""
    source = writer.source
    scope = Scope(source.bodies.plan_of(function))
    scope.names.update(zip(scope.plan.inputs, arguments, strict=True))
    for node in scope.plan.steps:
        is_constant = node.op == "Const"
        scope.names[node.output] = (
            source.globals.constant(node)
            if is_constant
            else expression_of(writer, scope, node)
        )
    value = scope.plan.outputs[0]
    return source.as_number(scope.expression(value), value.dtype)[0]


def as_test(text: str) -> str:
    """An expression of this module, formatted for ``if`` or ``while``."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
