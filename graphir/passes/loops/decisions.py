"""Branches and trip counts that are known statically."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphir.analysis.constant_values import MAX_ELEMENTS, constant_value
from graphir.analysis.evaluation import (
    Array,
    can_evaluate,
    results_if_small,
)
from graphir.analysis.order import topological_order
from graphir.attributes import Attr, FunctionRef
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.loops.loop import Loop

BRANCHING: Final = "branching"
"""Trait of ops that run one of their functions."""


def decide_branch(node: Node) -> int:
    """Replaces a branch with a known condition by a call of the selected function."""
    condition = constant_value(node.inputs[0])
    taken = _only_branch(node) if condition is None else _taken(node, condition)
    if taken is None:
        return 0
    values = node.inputs[1:]
    attrs = _call_attrs(
        [value.dtype for value in values], [v.dtype for v in node.outputs], taken
    )
    node.op = "StatefulPartitionedCall" if node.is_stateful else "PartitionedCall"
    node.attrs = attrs
    node.set_inputs(values)
    return 1


def _call_attrs(
    arguments: list[DType], results: list[DType], function: FunctionRef
) -> dict[str, Attr]:
    return {
        "Tin": arguments,
        "Tout": results,
        "f": function,
        "config": b"",
        "config_proto": b"",
        "executor_type": b"",
    }


def _taken(node: Node, condition: Array) -> FunctionRef | None:
    """The function that will be called."""
    if "branches" in node.attrs:
        if condition.ndim:
            return None
        branches: list[FunctionRef] = node.attrs["branches"]
        index = int(condition)
        return branches[index if 0 <= index < len(branches) else -1]
    branch = "then_branch" if is_true(condition) else "else_branch"
    taken: FunctionRef = node.attrs[branch]
    return taken


def _only_branch(node: Node) -> FunctionRef | None:
    """The function, if it is the same whatever the condition says."""
    attrs = node.attrs
    is_case = "branches" in attrs
    refs = (
        attrs["branches"] if is_case else [attrs["then_branch"], attrs["else_branch"]]
    )
    # a condition that is no scalar is refused when it runs
    is_scalar = not is_case or node.inputs[0].shape.rank == 0
    first: FunctionRef = refs[0]
    return first if is_scalar and all(ref == first for ref in refs) else None


def is_true(condition: Array) -> bool:
    """A scalar is true unless zero or empty, any other tensor unless it is empty."""
    if condition.ndim:
        return bool(condition.size)
    return bool(len(condition[()]) if condition.dtype == object else condition)


def skip_loop(graph: Graph, node: Node) -> int:
    """Makes readers of a loop without iterations read its initial values."""
    ref = node.attrs["cond"]
    function = graph.functions.get(ref.name)
    if function is None or ref.attrs or node in graph.control_outputs:
        return 0
    first = _first_test(function.body, node)
    if first is None or is_true(first) or node.control_inputs:
        return 0
    for value, source in zip(node.outputs, node.inputs, strict=True):
        if not source.shape.is_compatible_with(value.shape):
            return 0
    for value, source in zip(node.outputs, node.inputs, strict=True):
        value.replace_all_uses_with(source)
    sources = list(dict.fromkeys(value.node for value in node.inputs))
    for follower in node.control_outputs:
        follower.remove_control_input(node)
        for source_node in sources:
            follower.add_control_input(source_node)
    graph.remove_node(node)
    return 1


def first_test_holds(loop: Loop) -> bool:
    """Whether at least one turn is known to be made."""
    first = _first_test(loop.cond.body, loop.node)
    return first is not None and is_true(first)


def run_once(loop: Loop) -> int:
    """Replaces a loop whose second test is false by a call of its body."""
    test, body = loop.cond.body, loop.body.body
    if test.control_outputs:
        return 0
    after = known_values(body, [constant_value(value) for value in loop.node.inputs])
    second = known_values(test, [after.get(value) for value in body.outputs])
    result = second.get(test.outputs[0])
    if result is None or is_true(result):
        return 0
    node = loop.node
    types = list(node.attrs["T"])
    ref = node.attrs["body"]
    node.op = "StatefulPartitionedCall" if node.is_stateful else "PartitionedCall"
    node.attrs = _call_attrs(types, types, ref)
    return 1


def _first_test(condition: Graph, loop: Node) -> Array | None:
    """The value of the condition for the initial values, if known."""
    if condition.control_outputs:
        return None
    starts = [constant_value(value) for value in loop.inputs]
    return known_values(condition, starts).get(condition.outputs[0])


def known_values(body: Graph, arguments: Sequence[Array | None]) -> dict[Value, Array]:
    """The results of a function, as far as known arguments determine them."""
    known: dict[Value, Array] = {
        value: array
        for value, array in zip(body.inputs, arguments)
        if array is not None
    }
    if not known and all(node.op != "Const" for node in body):
        return known
    for node in topological_order(body):
        if node.op == "Placeholder" or not all(value in known for value in node.inputs):
            continue
        results = _results(node, [known[value] for value in node.inputs])
        known.update(zip(node.outputs, results))
    return known


def _results(node: Node, arrays: Sequence[Array]) -> list[Array]:
    """The results of a small pure node, else nothing."""
    if node.control_inputs or not can_evaluate(node):
        return []
    return results_if_small(node, arrays, MAX_ELEMENTS) or []
