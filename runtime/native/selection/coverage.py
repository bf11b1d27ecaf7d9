"""Which nodes native code supports, as far as known before all shapes are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import runtime.native.lowering.everything  # noqa: F401
from graphir.dtypes import variant
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from runtime.executor.planning.call_graph import called_functions
from runtime.executor.planning.plan import (
    function_roots,
    make_plan,
    unchanged_variables,
)
from runtime.native.bodies.bodies import (
    CONTROL_FLOW,
    MOST_DEPTH,
    writer_of_list_node,
)
from runtime.native.functions.operations import COSTLY, OPERATIONS
from runtime.native.llvm.element_types import element_of
from runtime.native.llvm.failures import FailureSites, Unsupported
from runtime.native.lowering.nodes import (
    LOWERINGS,
    Lowering,
    constant_term,
    is_known,
    lower,
)
from runtime.native.terms.stage_shapes import new_stage
from runtime.native.terms.terms import Held, Reduced, Term

REPLACEMENT: Final = "NativeReplacement"
"""The op of a node that puts a new value into a variable: resource, old, new."""
LARGE: Final = 4096
"""Arrays of more elements are worked on by several threads, where it pays."""
LARGE_INSIDE: Final = 1 << 16
"""Arrays of more elements are not worked on inside of native loops: one thread does."""
MOST_CONSTANT: Final = 1024
"""Constants of more elements are arguments of a region."""


def is_flow(node: Node) -> bool:
    """Whether the node is a branch, a loop, or a call of a function."""
    return node.op in CONTROL_FLOW


def is_loop(node: Node) -> bool:
    """Whether the node is a loop."""
    return node.op in ("While", "StatelessWhile")


def is_list_op(node: Node) -> bool:
    """Whether the node makes, reads or changes a list of arrays."""
    return writer_of_list_node(node) is not None


def is_small_constant(node: Node) -> bool:
    """Whether a node is a constant that is small enough to be embedded in the code."""
    return node.op == "Const" and _size(node.output) <= MOST_CONSTANT


def is_number(value: Value) -> bool:
    """Whether a value is statically one number."""
    return value.shape.rank == 0


def is_large(value: Value, most: int) -> bool:
    """Whether a value may be an array of more elements than the limit."""
    return not value.shape.is_fully_defined() or _size(value) > most


def _size(value: Value) -> int:
    return math.prod(value.shape.as_ints()) if value.shape.is_fully_defined() else 0


class Coverage:
    """The supported nodes of one graph and of the functions it calls."""

    def __init__(self, functions: FunctionLibrary) -> None:
        self.functions = functions
        self._of_functions: dict[str, str] = {}

    def refusal(self, node: Node, is_inside: bool = False) -> str:
        """Why a node, inside of a loop or branch or not, is not covered; or nothing."""
        if node.op == REPLACEMENT:
            return "it changes a variable"
        if not is_flow(node) and not is_list_op(node) and not is_known(node.op):
            return f"op {node.op} is not covered"
        if node.is_stateful and not is_flow(node):
            return f"op {node.op} has state"
        if node.control_inputs or node.control_outputs:
            return "it waits for other nodes, or they for it"
        has_lists = is_flow(node) or is_list_op(node)
        for value in (*node.inputs, *node.outputs):
            is_list = value.dtype is variant and has_lists
            if not is_list and element_of(value.dtype) is None:
                return f"dtype {value.dtype.name} is not covered"
        if is_flow(node):
            return self._of_flow(node, 0)
        return "" if is_list_op(node) else _of_operation(node, is_inside)

    def _of_flow(self, node: Node, depth: int) -> str:
        if depth > MOST_DEPTH:
            return "functions call each other too deeply"
        if is_loop(node):
            reason = self._of_variables(node)
            if reason:
                return reason
        for name in called_functions(node):
            if name not in self._of_functions:
                self._of_functions[name] = self._of_function(name, depth)
            if self._of_functions[name]:
                return self._of_functions[name]
        return ""

    def _of_variables(self, node: Node) -> str:
        reference: Any = node.attrs["body"]
        body = self.functions[reference.name].body
        unchanged = set(unchanged_variables(body))
        for index, value in enumerate(node.inputs):
            if index not in unchanged and _size(value) > LARGE_INSIDE:
                return f"a loop over large arrays: {list(value.shape)}"
        return ""

    def _of_function(self, name: str, depth: int) -> str:
        function = self.functions.get(name)
        if function is None:
            return f"there is no function {name}"
        body = function.body
        plan = make_plan(body, body.inputs, body.outputs, function_roots(body))
        for node in plan.steps:
            reason = self._of_inner(node, depth)
            if reason:
                return f"node {node.name} inside: {reason}"
        return ""

    def _of_inner(self, node: Node, depth: int) -> str:
        if is_flow(node):
            return self._of_flow(node, depth + 1)
        if any(_size(value) > LARGE_INSIDE for value in node.outputs):
            return "large arrays in a loop or branch"
        return self.refusal(node, True)


def _of_operation(node: Node, is_inside: bool) -> str:
    """Why a node cannot be lowered to terms; nothing where shapes are not known."""
    if not all(value.shape.is_fully_defined() for value in node.inputs):
        return ""
    try:
        context = Lowering(FailureSites(), single_threaded=is_inside)
        terms = lower(context, node, list(map(_term_of, node.inputs)))
        _check_stages(terms)
    except Unsupported as reason:
        return str(reason)
    return ""


def _term_of(value: Value) -> Term:
    element = element_of(value.dtype)
    assert element is not None
    if is_small_constant(value.node):
        tensor: Any = value.node.attrs["value"]
        return constant_term(element, tensor.array)
    return Held(element, value.shape.as_ints())


def _check_stages(terms: Sequence[Term]) -> None:
    stack, seen = list(terms), set()
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if isinstance(term, Reduced):
            new_stage(term)
        stack.extend(term.sources())


def is_costly(node: Node) -> bool:
    """Whether a node alone is worth native code: it is a costly function."""
    rule = LOWERINGS.get(node.op)
    if rule is not None and rule.is_costly:
        return True
    operation = OPERATIONS.get(node.op)
    return operation is not None and operation.cost >= COSTLY


def moves_only(node: Node) -> bool:
    """Whether a node only moves elements and computes nothing."""
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.moves
