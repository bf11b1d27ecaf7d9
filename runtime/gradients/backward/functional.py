"""Gradients of function calls, branches and loops inside a trace.

The gradient of a function is a function that recomputes it and runs the backward pass.
The gradient of a branch is a branch of gradients. A loop pushes the variables of every
iteration onto tensor lists, from which the gradient's loop pops them, last one first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from graphir.attributes import FunctionRef
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Value
from graphir.shapes import UNKNOWN, Shape
from runtime.apply import apply_op
from runtime.executor.planning.plan import ordered_nodes
from runtime.gradients.backward.gradient_graphs import (
    GradientGraph,
    gradient_graph,
    scattered,
)
from runtime.gradients.backward.initial_gradients import zeros_for
from runtime.gradients.backward.kept_values import (
    function_with_saved_results,
    saved_placeholders,
    values_to_save,
    with_saved_results,
)
from runtime.gradients.backward.rules import Call, gradient_rule, is_differentiable
from runtime.tensors.indexed_slices import (
    all_rows,
    dense,
    gradient_of,
    no_rows,
    parts_of,
)
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import next_number


def library_of(call: Call) -> FunctionLibrary:
    """The function library of the graph that contains a call."""
    functions: FunctionLibrary = call.inputs[0].graph_trace.graph.functions
    return functions


@dataclass
class GradientFunction:
    """A function of the library that computes the gradients of a primal function.

    Its arguments are the primal arguments; the saved values, which ``keeping`` returns
    and ``kept`` describes; the gradients of the primal results for which ``takes`` is
    True; and the ``captured`` tensors. Its results are the gradients of the primal
    arguments; ``gives`` has the number of tensors of each gradient.
    """

    reference: FunctionRef
    takes: list[bool]
    gives: list[int]
    outputs: list[Value]
    keeping: FunctionRef | None = None
    kept: list[tuple[DType, Shape, Any]] = field(default_factory=list)
    """Dtypes, shapes and handle data of the saved values."""
    captured: list[Any] = field(default_factory=list)
    """Tensors from outside that user-defined rules read: handles of variables."""


def gradient_function(
    library: FunctionLibrary,
    name: str,
    wanted: Sequence[bool],
    with_slices: bool = True,
    saves_work: bool = False,
) -> GradientFunction:
    """Adds the gradient of a library function to the library.

    If the function has effects, a copy of it that also returns the values that its
    gradient needs from these effects is added as well: ``keeping``. With ``saves_work``
    that copy returns what would take work to compute anew, too.

    Raises:
      LookupError: if an op inside has no gradient.
    """
    gradients = _body_gradients(library, name, wanted, with_slices)
    kept = values_to_save(gradients, saves_work)
    if not kept:
        return _finished(library, f"{name}_grad", gradients)
    keeping = function_with_saved_results(library, name, gradients, kept)
    types = [(each.dtype, each.shape, each.handle_data) for each in kept]
    function = _finished(
        library, f"{name}_grad", gradients, saved_placeholders(gradients, kept)
    )
    function.keeping, function.kept = keeping, types
    return function


def _body_gradients(
    library: FunctionLibrary,
    name: str,
    wanted: Sequence[bool],
    with_slices: bool = True,
) -> GradientGraph:
    body = library[name].body.copy_sharing(library)
    return gradient_graph(body, body.inputs, body.outputs, wanted, with_slices)


def _finished(
    library: FunctionLibrary,
    base: str,
    gradients: GradientGraph,
    handed: Sequence[Value] = (),
) -> GradientFunction:
    d_inputs, captured = gradients.d_inputs, gradients.captured
    outputs = [each for parts in d_inputs for each in parts]
    graph = gradients.trace.graph
    seeds = [each for each in gradients.d_outputs if each is not None]
    inside = [each for _, each in captured]
    graph.inputs = [*gradients.inputs, *handed, *seeds, *inside]
    graph.outputs = outputs
    graph.control_outputs = []
    _remove_unneeded(graph)
    function = to_function(graph, f"{base}_{next_number()}")
    library.add(function)
    takes = [each is not None for each in gradients.d_outputs]
    gives = [len(parts) for parts in d_inputs]
    found = GradientFunction(FunctionRef(function.name), takes, gives, list(outputs))
    found.captured = [outside for outside, _ in captured]
    return found


def _remove_unneeded(graph: Graph) -> None:
    needed = set(ordered_nodes(graph, [], graph.outputs))
    needed.update(value.node for value in graph.inputs)
    graph.remove_nodes([node for node in graph if node not in needed])


def seeds_for(call: Call, takes: Sequence[bool], d_outputs: Sequence[Any]) -> list[Any]:
    """The gradients of the results that a gradient function takes; zeros for None."""
    return [
        zeros_for(output) if d is None else d
        for output, d, is_taken in zip(call.outputs, d_outputs, takes)
        if is_taken
    ]


def _flows(call: Call, d_outputs: Sequence[Any]) -> list[bool]:
    return [
        d is not None and is_differentiable(output.dtype)
        for output, d in zip(call.outputs, d_outputs)
    ]


@gradient_rule("PartitionedCall", "StatefulPartitionedCall")
def _gradients_of_call(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    library = library_of(call)
    name = call.attrs["f"].name
    function = gradient_function(library, name, _flows(call, d_outputs))
    if not function.outputs:
        return [None] * len(call.inputs)
    kept: list[Any] = []
    if function.keeping is not None:
        node = call.outputs[0].value.node
        node.attrs["f"] = function.keeping
        kept = with_saved_results(node, function.kept, call.inputs)
    seeds = seeds_for(call, function.takes, d_outputs)
    attrs = {"f": function.reference, "Tout": [v.dtype for v in function.outputs]}
    arguments = [*call.inputs, *kept, *seeds, *function.captured]
    found = apply_op(call.op, [arguments], attrs)
    refine(found, function.outputs)
    return scattered(found, function.gives)


def refine(tensors: Sequence[Any], inside: Sequence[Value]) -> None:
    """Copies static facts about the results inside a function to its call's results."""
    for tensor, value in zip(tensors, inside):
        try:
            tensor.set_shape(value.shape)
        except ValueError as error:
            raise InvalidGraphError(str(error)) from error
        tensor.value.handle_data = value.handle_data


@gradient_rule("If", "StatelessIf")
def _gradients_of_if(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    names = [call.attrs["then_branch"].name, call.attrs["else_branch"].name]
    return _gradients_of_branches(call, names, d_outputs)


@gradient_rule("Case", "StatelessCase")
def _gradients_of_case(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    names = [each.name for each in call.attrs["branches"]]
    return _gradients_of_branches(call, names, d_outputs)


def _gradients_of_branches(
    call: Call, names: Sequence[str], d_outputs: Sequence[Any]
) -> list[Any]:
    library = library_of(call)
    flows = _flows(call, d_outputs)
    branches = [_body_gradients(library, name, flows) for name in names]
    gives = [
        max(len(branch.d_inputs[index]) for branch in branches)
        for index in range(len(call.inputs) - 1)
    ]
    if not any(gives):
        return [None] * len(call.inputs)
    for branch in branches:
        branch.d_inputs = _filled(branch, gives)
    _capture_alike(branches)
    handed, kept = _saved_by_branches(call, names, branches)
    functions = [
        _finished(library, f"{name}_grad", branch, given)
        for name, branch, given in zip(names, branches, handed)
    ]
    seeds = seeds_for(call, functions[0].takes, d_outputs)
    attrs: dict[str, Any] = {"Tout": [v.dtype for v in functions[0].outputs]}
    references = [each.reference for each in functions]
    _set_branches(call.op, attrs, references)
    attrs["output_shapes"] = _common_shapes([each.outputs for each in functions])
    arguments = [*call.inputs[1:], *kept, *seeds, *functions[0].captured]
    found = apply_op(call.op, [call.inputs[0], arguments], attrs)
    return [None, *scattered(found, gives)]


def _capture_alike(branches: Sequence[GradientGraph]) -> None:
    """Lets each branch capture the captures of all branches, in one order."""
    every = {id(each): each for branch in branches for each, _ in branch.captured}
    for branch in branches:
        captures = branch.trace.captures
        found = {key: (each, branch.trace.capture(each)) for key, each in every.items()}
        captures.by_key = found


def _set_branches(op: str, attrs: dict[str, Any], functions: Sequence[Any]) -> None:
    if op in ("If", "StatelessIf"):
        attrs["then_branch"], attrs["else_branch"] = functions
    else:
        attrs["branches"] = list(functions)


def _saved_by_branches(
    call: Call, names: Sequence[str], branches: Sequence[GradientGraph]
) -> tuple[list[list[Value]], list[Any]]:
    """The saved values of each branch, and the tensors that hold them.

    Every branch gives, and takes, what any of them keeps.
    """
    found = [values_to_save(branch) for branch in branches]
    if not any(found):
        return [[] for _ in branches], []
    library, handed, functions = library_of(call), [], []
    for position, (name, branch) in enumerate(zip(names, branches)):
        kept = [
            value if index == position else value.dtype
            for index, values in enumerate(found)
            for value in values
        ]
        functions.append(function_with_saved_results(library, name, branch, kept))
        handed.append((branch, kept))
    types = [(v.dtype, UNKNOWN, v.handle_data) for values in found for v in values]
    node = call.outputs[0].value.node
    _set_branches(call.op, node.attrs, functions)
    tensors = with_saved_results(node, types, call.inputs)
    return [saved_placeholders(branch, kept) for branch, kept in handed], tensors


def _common_shapes(outputs: Sequence[Sequence[Value]]) -> list[Any]:
    return [
        values[0].shape.most_specific_common_supertype([v.shape for v in values[1:]])
        for values in zip(*outputs)
    ]


def _filled(branch: GradientGraph, gives: Sequence[int]) -> list[tuple[Value, ...]]:
    """The gradients of one branch, padded to the number of parts of the other branches.

    They are zeros where only another branch has one, and slices where another has.
    """
    with branch.trace.recording():
        return [
            parts if len(parts) == count else _alike(branch, value, parts, count)
            for value, parts, count in zip(branch.inputs, branch.d_inputs, gives)
        ]


def _alike(
    branch: GradientGraph, value: Value, parts: Sequence[Value], count: int
) -> tuple[Value, ...]:
    tensor_of = branch.trace.tensor_of
    found = gradient_of(list(map(tensor_of, parts)))
    if count == 1:
        found = zeros_for(tensor_of(value))
    elif found is None:
        found = no_rows(zeros_for(tensor_of(value)))
    else:
        found = all_rows(dense(found))
    return tuple([each.value for each in parts_of(found)])
