"""Changes to functions of the library: private copies, and new call arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphir.attributes import Attr, FunctionRef, Placeheld, TensorValue
from graphir.dtypes import DType
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import Shape
from graphir.watching import node_copied


def plain_function(library: FunctionLibrary, ref: Attr) -> Function | None:
    """The function of a reference; None if it is missing or a template."""
    if not isinstance(ref, FunctionRef) or ref.attrs:
        return None
    function = library.get(ref.name)
    if function is None or any(
        isinstance(value, Placeheld)
        for node in function.body
        for value in node.attrs.values()
    ):
        return None
    return function


def small_constant(node: Node, max_bytes: int) -> TensorValue | None:
    """The tensor of a constant of at most ``max_bytes`` without control inputs."""
    tensor = node.attrs.get("value") if node.op == "Const" else None
    if not isinstance(tensor, TensorValue) or node.control_inputs:
        return None
    fits = tensor.dtype.has_numpy and tensor.array.nbytes <= max_bytes
    return tensor if fits else None


def put_in(argument: Value, constant: Node) -> Value:
    """A copy of the constant in the argument's graph, before its readers."""
    name = constant.name.rpartition("/")[2]
    return put_in_array(argument, constant.attrs, constant.output, name)


def put_in_array(
    argument: Value, attrs: Mapping[str, Attr], like: Value, name: str
) -> Value:
    """A constant of these attributes, of dtype and shape ``like`` another value."""
    body = argument.node.graph
    assert body is not None
    types = [(like.dtype, like.shape)]
    twin = body.add_node("Const", (), attrs, types, name, origin=like.node.origin)
    heads = dict.fromkeys([*(each.node for each in body.inputs), twin])
    body.reorder([*heads, *[node for node in body if node not in heads]])
    node_copied(like.node, twin)
    return twin.output


def own_copy(library: FunctionLibrary, function: Function) -> Function:
    """A function of the same body under a new name, in the library."""
    copy = Function(
        library.unique_name(function.name),
        function.body.copy_sharing(library),
        function.output_names,
        function.attrs,
        function.control_output_names,
    )
    copy.body.name = copy.name
    library.add(copy)
    return copy


def add_argument(function: Function, value: Value, base: str) -> Value:
    """Adds an argument with the type and shape of a value."""
    body = function.body
    argument = body.add_input(base, value.dtype, value.shape)
    argument.handle_data = value.handle_data
    # printed and written as arguments, these come first
    heads = dict.fromkeys(each.node for each in body.inputs)
    body.reorder([*heads, *[node for node in body if node not in heads]])
    return argument


def drop_arguments(function: Function, positions: set[int]) -> None:
    """Removes arguments without readers."""
    body = function.body
    dropped = [body.inputs[index].node for index in sorted(positions)]
    body.remove_nodes(dropped)


def keep_results(function: Function, positions: Sequence[int]) -> None:
    """Keeps only the results at ``positions``, in that order."""
    body = function.body
    body.outputs = [body.outputs[index] for index in positions]
    function.output_names = [function.output_names[index] for index in positions]


@dataclass(frozen=True)
class NewCall:
    """The replacement of a call's inputs, attributes and outputs."""

    inputs: Sequence[Value]
    attrs: Mapping[str, Attr]
    kept: Sequence[int]
    """The results that stay, in that order; nothing reads the others."""
    more: Sequence[tuple[DType, Shape]] = ()
    """Further results."""


def replace_call(graph: Graph, node: Node, new: NewCall) -> Node:
    """The new node in the other's place.

    Name, device, origin, control edges and the place among the control outputs go
    over.
    """
    kept = new.kept
    types = [(node.outputs[index].dtype, node.outputs[index].shape) for index in kept]
    made = graph.add_node(
        node.op,
        new.inputs,
        new.attrs,
        [*types, *new.more],
        node.name,
        control_inputs=node.control_inputs,
        device=node.device,
        origin=node.origin,
    )
    for index, value in zip(kept, made.outputs):
        value.handle_data = node.outputs[index].handle_data
        node.outputs[index].replace_all_uses_with(value)
    for follower in node.control_outputs:
        follower.add_control_input(made)
    graph.control_outputs = [
        made if each is node else each for each in graph.control_outputs
    ]
    # effects stay in their order: what follows the call may do something, too
    graph.replace_node(node, made)
    return made
