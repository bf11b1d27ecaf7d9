"""Gradients, inside a trace, of calls, branches and loops.

The gradient of a function is a function that computes it anew and goes back. A
branch's gradient is a branch of gradients. A loop keeps the variables of every turn
in tensor lists, which the loop of its gradient takes apart again, last turn first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphir.attributes import FunctionRef
from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Value
from runtime.apply import apply_op
from runtime.bodies import to_function
from runtime.differentiation.functions import GradientGraph, gradient_graph
from runtime.differentiation.rules import Call, gradient_rule, is_differentiable
from runtime.differentiation.values import zeros_for
from runtime.executor.plan import ordered_nodes
from runtime.tracing import next_number


def library_of(call: Call) -> FunctionLibrary:
    """The functions of the graph that a call stands in."""
    functions: FunctionLibrary = call.inputs[0].graph_trace.graph.functions
    return functions


@dataclass
class GradientFunction:
    """A function of the library that computes gradients of another.

    Its arguments are those of the other, then the gradients of its results where
    ``takes`` says so; its results are the gradients of the arguments that
    ``gives`` marks.
    """

    reference: FunctionRef
    takes: list[bool]
    gives: list[bool]
    outputs: list[Value]


def gradient_function(
    library: FunctionLibrary, name: str, wanted: Sequence[bool]
) -> GradientFunction:
    """Adds the gradient of a library function to the library.

    Raises:
      LookupError: if an op inside has no gradient.
    """
    gradients = _body_gradients(library, name, wanted)
    found = [each for each in gradients.d_inputs if each is not None]
    return _finished(
        library,
        f"{name}_grad",
        gradients,
        found,
        [d is not None for d in gradients.d_inputs],
    )


def _body_gradients(
    library: FunctionLibrary, name: str, wanted: Sequence[bool]
) -> GradientGraph:
    body = library[name].body.copy_sharing(library)
    return gradient_graph(body, body.inputs, body.outputs, wanted)


def _finished(
    library: FunctionLibrary,
    base: str,
    gradients: GradientGraph,
    outputs: list[Value],
    gives: list[bool],
) -> GradientFunction:
    graph = gradients.trace.graph
    seeds = [each for each in gradients.d_outputs if each is not None]
    graph.inputs = [*gradients.inputs, *seeds]
    graph.outputs = outputs
    graph.control_outputs = []
    _remove_unneeded(graph)
    function = to_function(graph, f"{base}_{next_number()}")
    library.add(function)
    takes = [each is not None for each in gradients.d_outputs]
    return GradientFunction(FunctionRef(function.name), takes, gives, list(outputs))


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


def scattered(found: Sequence[Any], gives: Sequence[bool]) -> list[Any]:
    """The gradients found, None in between where there is none."""
    left = iter(found)
    return [next(left) if given else None for given in gives]


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
    seeds = seeds_for(call, function.takes, d_outputs)
    attrs = {"f": function.reference, "Tout": [v.dtype for v in function.outputs]}
    found = apply_op(call.op, [[*call.inputs, *seeds]], attrs)
    refine(found, function.outputs)
    return scattered(found, function.gives)


def refine(tensors: Sequence[Any], inside: Sequence[Value]) -> None:
    """Notes for the results of a call what is known of them inside."""
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
        any(branch.d_inputs[index] is not None for branch in branches)
        for index in range(len(call.inputs) - 1)
    ]
    if not any(gives):
        return [None] * len(call.inputs)
    functions = []
    for name, branch in zip(names, branches):
        outputs = _filled(branch, gives)
        functions.append(_finished(library, f"{name}_grad", branch, outputs, gives))
    seeds = seeds_for(call, functions[0].takes, d_outputs)
    attrs: dict[str, Any] = {"Tout": [v.dtype for v in functions[0].outputs]}
    references = [each.reference for each in functions]
    if call.op in ("If", "StatelessIf"):
        attrs |= {"then_branch": references[0], "else_branch": references[1]}
    else:
        attrs["branches"] = references
    attrs["output_shapes"] = _common_shapes([each.outputs for each in functions])
    arguments = [*call.inputs[1:], *seeds]
    found = apply_op(call.op, [call.inputs[0], arguments], attrs)
    return [None, *scattered(found, gives)]


def _common_shapes(outputs: Sequence[Sequence[Value]]) -> list[Any]:
    return [
        values[0].shape.most_specific_common_supertype([v.shape for v in values[1:]])
        for values in zip(*outputs)
    ]


def _filled(branch: GradientGraph, gives: Sequence[bool]) -> list[Value]:
    """The gradients of one branch; zeros where only another branch has one."""
    outputs = []
    with branch.trace.recording():
        for value, d_value, given in zip(branch.inputs, branch.d_inputs, gives):
            if not given:
                continue
            if d_value is None:
                d_value = zeros_for(branch.trace.tensor_of(value)).value
            outputs.append(d_value)
    return outputs
