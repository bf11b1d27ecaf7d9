"""Saved values: forward results that a gradient function does not recompute.

The gradient of a function recomputes it, then runs the backward pass. Values that come
from state, from a random number, or from another effect would differ the second time,
and the effect must not be repeated: the function returns these values as extra results,
and its gradient takes them as arguments. The turns of a loop save what takes work as
well: a turn keeps its first values in any case.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

import numpy as np

from graphir.attributes import FunctionRef
from graphir.builder import GraphBuilder
from graphir.dtypes import DType, float32, resource, variant
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import UNKNOWN, Shape
from runtime.context import CURRENT
from runtime.executor.planning.plan import (
    function_roots,
    needed_nodes,
    ordered_nodes,
)
from runtime.gradients.backward.gradient_graphs import GradientGraph
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import next_number

SMALL: Final = 64
"""Elements of an array that is as quick to compute anew as to keep and to find."""


def values_to_save(gradients: GradientGraph, saves_work: bool = False) -> list[Value]:
    """The results of nodes with effects that the backward pass needs.

    With ``saves_work`` also what backward nodes read and what took more work than
    operations on a few numbers.
    """
    kept = dict.fromkeys(_not_repeatable(gradients))
    if saves_work:
        for value in _read_backward(gradients):
            if value not in kept and _takes_work(value, kept):
                kept[value] = None
    return list(kept)


def _read_backward(gradients: GradientGraph) -> Iterator[Value]:
    """The forward values that backward nodes read, in the order of their nodes."""
    forward = gradients.forward_nodes
    given = {value for parts in gradients.d_inputs for value in parts}
    for node in ordered_nodes(gradients.trace.graph, [], list(given)):
        if node in forward:
            for value in node.outputs:
                readers = (use.node for use in value.uses)
                if value in given or any(each not in forward for each in readers):
                    yield value


def _takes_work(value: Value, kept: Container[Value]) -> bool:
    """Whether more than operations on a few numbers lead to an array."""
    if not value.dtype.has_numpy:
        return False
    stack, seen = [value], {value}
    while stack:
        present = stack.pop()
        if present in kept or present.node.op == "Placeholder":
            continue
        if not _is_quick(present.node):
            return True
        for each in present.node.inputs:
            if each not in seen:
                seen.add(each)
                stack.append(each)
    return False


def _is_quick(node: Node) -> bool:
    if node.has_trait("calls_functions"):
        return False
    if node.op == "Const" or node.has_trait("known_by_shape"):
        return True
    # an element of a list is handed over as it is
    if any(value.dtype is variant for value in node.inputs):
        return True
    sizes = [value.shape.num_elements() for value in (*node.inputs, *node.outputs)]
    return all(size is not None and size < SMALL for size in sizes)


def _not_repeatable(gradients: GradientGraph) -> list[Value]:
    kept: dict[Value, None] = {}
    stack = [value for parts in gradients.d_inputs for value in parts]
    seen = set(stack)
    while stack:
        value = stack.pop()
        if _cannot_be_repeated(value, gradients.forward_nodes):
            kept[value] = None
            continue
        for each in value.node.inputs:
            if each not in seen:
                seen.add(each)
                stack.append(each)
    return list(kept)


def _cannot_be_repeated(value: Value, forward: set[Node]) -> bool:
    node = value.node
    if node not in forward or not node.is_stateful or node.op == "Placeholder":
        return False
    # a handle is the same each time
    return value.dtype is not resource


def function_with_saved_results(
    library: FunctionLibrary,
    name: str,
    gradients: GradientGraph,
    kept: Sequence[Value | DType],
) -> FunctionRef:
    """Adds to the library a copy of the function that also returns the saved values.

    A dtype among ``kept`` stands for a value that only another branch has; the copy
    returns an arbitrary tensor of that dtype for it.
    """
    body = gradients.trace.graph
    graph = body.copy_sharing(library)
    graph.inputs = [_twin(graph, each) for each in gradients.inputs]
    graph.outputs = [_twin(graph, each) for each in gradients.outputs]
    graph.outputs += [
        _twin(graph, each) if isinstance(each, Value) else _anything(graph, each)
        for each in kept
    ]
    effects = [each for each in function_roots(body) if each in gradients.forward_nodes]
    roots = [graph.node(each.name) for each in effects]
    needed = needed_nodes(set(graph.inputs), graph.outputs, roots)
    needed.update(value.node for value in graph.inputs)
    graph.remove_nodes([node for node in graph if node not in needed])
    function = to_function(graph, f"{name}_keeping_{next_number()}")
    library.add(function)
    return FunctionRef(function.name)


def _twin(graph: Graph, value: Value) -> Value:
    return graph.node(value.node.name).outputs[value.index]


def _anything(graph: Graph, dtype: DType) -> Value:
    build = GraphBuilder(graph)
    if dtype is variant:
        shape = np.zeros(0, np.int32)
        made: Value = build.op.EmptyTensorList(shape, 0, element_dtype=float32)
        return made
    value = b"" if not dtype.has_numpy else np.zeros((), dtype.numpy_dtype)
    return build.constant(value, dtype, "nothing")


def saved_placeholders(
    gradients: GradientGraph, kept: Sequence[Value | DType]
) -> list[Value]:
    """Placeholders for the saved values in the backward function."""
    trace = gradients.trace
    twins: dict[Value, Value] = {}
    inputs = []
    for each in kept:
        if not isinstance(each, Value):
            inputs.append(trace.placeholder("unused", each, UNKNOWN).value)
            continue
        given = trace.placeholder("kept", each.dtype, each.shape).value
        given.handle_data = each.handle_data
        each.replace_all_uses_with(given)
        twins[each] = given
        inputs.append(given)
    gradients.d_inputs = [
        tuple([twins.get(each, each) for each in parts]) for parts in gradients.d_inputs
    ]
    _wait_for_no_effects(gradients)
    return inputs


def _wait_for_no_effects(gradients: GradientGraph) -> None:
    for node in gradients.trace.graph:
        for each in node.control_inputs:
            if each.is_stateful and each in gradients.forward_nodes:
                node.remove_control_input(each)


def with_saved_results(
    node: Node, types: Sequence[tuple[DType, Shape, Any]], inputs: Sequence[Any]
) -> list[Any]:
    """Makes a node also return its functions' saved values; returns these as tensors.

    ``inputs`` are the inputs of the recorded call: a tape that watches one of them also
    watches the saved values.
    """
    count = len(node.outputs)
    added: list[Value] = []
    for dtype, shape, handle_data in types:
        added.append(Value(node, count + len(added), dtype, shape))
        added[-1].handle_data = handle_data
    node.outputs += tuple(added)
    node.attrs["Tout"] = [*node.attrs["Tout"], *[dtype for dtype, _, _ in types]]
    shapes = node.attrs.get("output_shapes")
    if shapes:
        node.attrs["output_shapes"] = [*shapes, *[shape for _, shape, _ in types]]
    trace = inputs[0].graph_trace
    tensors = [trace.tensor_of(value) for value in added]
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        tape.watch_more_results(inputs, tensors)
    return tensors
