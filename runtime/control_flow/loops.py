"""While nodes: condition and body are traced into library functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.origin import Origin
from graphir.shapes import UNKNOWN, Shape
from runtime.apply import apply_op
from runtime.context import name_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import is_stateful, order_effects, resources_only_read
from runtime.tracing.function_graphs import add_body, function_name, shapes_of, types_of
from runtime.tracing.graph_trace import GraphTrace, handle_data_of, next_number

FIRST_VARIABLE = 2
"""The loop counter and the bound come before the user's variables."""


@dataclass(frozen=True)
class Loop:
    """The parts of a loop: condition, body and flat loop variables."""

    test: Callable[[Sequence[Tensor]], Any]
    body: Callable[[Sequence[Tensor]], Sequence[Any]]
    variables: Sequence[Tensor]
    names: Sequence[str]
    """The user's names of the variables, for messages."""
    invariants: Sequence[Shape]
    """The shape invariant of each variable."""
    maximum_iterations: Any = None
    parallel_iterations: int = 10
    is_told: Sequence[bool] = ()
    """For each variable, whether the user set its invariant; empty for no variable."""


def build_while(loop: Loop, outer: GraphTrace, name: str) -> list[Tensor]:
    """Adds a While node (StatelessWhile without effects); returns the final variables.

    Raises:
      TypeError: if a variable changes its dtype.
      ValueError: if a variable changes its shape and no invariant allows it, or begins
        with one that its invariant does not allow.
    """
    _check_entry(loop)
    with name_scope(name) as scope:
        bound = -1 if loop.maximum_iterations is None else loop.maximum_iterations
        limit = convert_to_tensor(bound, dtypes.int32, name="maximum_iterations")
        counter = convert_to_tensor(0, dtypes.int32, name="loop_counter")
        heads = [counter, limit]
        test = _trace_test(loop, outer, heads, scope)
        body = _trace_body(loop, outer, heads, test, scope)
    captured = _share_captures(test, body)
    inputs = [*heads, *loop.variables, *captured]
    shapes = [*shapes_of(body.graph.inputs)]
    attrs = {
        "T": types_of(inputs),
        "cond": FunctionRef(test.name),
        "body": FunctionRef(body.name),
        "output_shapes": shapes,
        "parallel_iterations": loop.parallel_iterations,
        "_lower_using_switch_merge": True,
        "_num_original_outputs": len(inputs),
        "_read_only_resource_inputs": _read_only(test, body),
    }
    add_body(test, outer)
    add_body(body, outer)
    effects = is_stateful(test) or is_stateful(body)
    results = apply_op("While" if effects else "StatelessWhile", [inputs], attrs, scope)
    return list(results[FIRST_VARIABLE : FIRST_VARIABLE + len(loop.variables)])


def _start(
    loop: Loop, trace: GraphTrace, heads: Sequence[Tensor]
) -> tuple[SymbolicTensor, SymbolicTensor, list[Tensor]]:
    """The placeholders of counter, bound and variables."""
    counter, limit = (
        trace.placeholder(_node_name(head), dtypes.int32, Shape(()), _node_name(head))
        for head in heads
    )
    variables: list[Tensor] = []
    for name, variable, shape in zip(loop.names, loop.variables, loop.invariants):
        inside = trace.placeholder("Placeholder", variable.dtype, shape)
        node = inside.value.node
        if not name.startswith("<"):  # the iterate is no variable of the user's
            node.origin = (node.origin or Origin(())).naming(name)
        if isinstance(variable, SymbolicTensor):
            inside.value.handle_data = variable.value.handle_data
        variables.append(inside)
    return counter, limit, variables


def _node_name(tensor: Any) -> str:
    return str(tensor.value.node.name)


def _trace_test(
    loop: Loop, outer: GraphTrace, heads: Sequence[Tensor], scope: str
) -> GraphTrace:
    name = function_name(scope, "cond", next_number())
    trace = GraphTrace(name, outer, scope=scope, is_branch=True)
    with trace.recording():
        counter, limit, variables = _start(loop, trace, heads)
        test = convert_to_tensor(loop.test(variables))
        if loop.maximum_iterations is not None:
            below = apply_op("Less", [counter, limit])
            test = apply_op("LogicalAnd", [below, test])
        if not test.dtype.is_bool:
            raise TypeError(
                f"The test of a loop must be a bool, not {test.dtype.name}: {test!r}"
            )
        outputs = [apply_op("Identity", [test])]
    trace.graph.outputs = [tensor.value for tensor in outputs]
    order_effects(trace, outputs)
    return trace


def _trace_body(
    loop: Loop, outer: GraphTrace, heads: Sequence[Tensor], test: GraphTrace, scope: str
) -> GraphTrace:
    name = function_name(scope, "body", next_number())
    trace = GraphTrace(name, outer, scope=scope, is_branch=True)
    with trace.recording():
        counter, limit, variables = _start(loop, trace, heads)
        # what the test captures is captured first, so both list it alike
        for outside, _ in test.captures.pairs():
            trace.capture(outside)
        results = loop.body(variables)
        following = [counter + 1, limit, *results]
        outputs = [apply_op("Identity", [convert_to_tensor(x)]) for x in following]
        check_iteration(loop, variables, outputs[FIRST_VARIABLE:])
    trace.graph.outputs = [tensor.value for tensor in outputs]
    order_effects(trace, outputs)
    trace.graph.outputs += [inside.value for _, inside in trace.captures.pairs()]
    return trace


def _check_entry(loop: Loop) -> None:
    """Refuses a variable whose invariant does not allow what it begins with."""
    for name, variable, invariant, is_told in zip(
        loop.names, loop.variables, loop.invariants, loop.is_told
    ):
        if is_told and not variable.shape.is_subtype_of(invariant):
            raise ValueError(
                f"'{name}' has shape {variable.shape} before the loop, which does not "
                f"conform with the shape invariant {invariant}."
            )


def check_iteration(
    loop: Loop, before: Sequence[Tensor], after: Sequence[Tensor]
) -> None:
    """Refuses an iteration that changes a variable's dtype or, if not allowed, shape.

    Raises:
      TypeError: if a dtype changes.
      ValueError: if a shape is no longer allowed.
    """
    told = loop.is_told or [False] * len(loop.variables)
    for name, first, old, new, is_told in zip(
        loop.names, loop.variables, before, after, told
    ):
        if old.dtype is not new.dtype:
            raise TypeError(
                f"'{name}' has dtype {old.dtype.name} before the loop, but dtype "
                f"{new.dtype.name} after one iteration."
            )
        check_shape(name, old, new, is_told or old.shape != first.shape)


def check_shape(name: str, before: Tensor, after: Tensor, has_invariant: bool) -> None:
    """Refuses a shape after an iteration that the loop does not allow.

    Raises:
      ValueError: if the shape does not conform.
    """
    if after.shape.is_subtype_of(before.shape):
        return
    if has_invariant:
        raise ValueError(
            f"'{name}' has shape {after.shape} after one iteration, which does not "
            f"conform with the shape invariant {before.shape}."
        )
    raise ValueError(
        f"'{name}' has shape {before.shape} before the loop, but shape {after.shape} "
        "after one iteration. Use tf.autograph.experimental.set_loop_options to set "
        "shape invariants. (tf.while_loop has shape_invariants for them.)"
    )


def _share_captures(test: GraphTrace, body: GraphTrace) -> list[Tensor]:
    """Lets the test take all that the body captures; the tensors outside."""
    number = 0
    for key, (outside, _) in body.captures.by_key.items():
        if key not in test.captures.by_key:
            name = f"{test.name}___redundant_placeholder{number}"
            inside = test.placeholder(name, outside.dtype, UNKNOWN)
            inside.value.handle_data = handle_data_of(outside)
            number += 1
    return [outside for outside, _ in body.captures.pairs()]


def _read_only(test: GraphTrace, body: GraphTrace) -> list[int]:
    read = resources_only_read(body)
    unchanged = resources_only_read(test)
    return [
        position
        for position, (inside, tested) in enumerate(
            zip(body.graph.inputs, test.graph.inputs)
        )
        if inside in read and tested in unchanged
    ]
