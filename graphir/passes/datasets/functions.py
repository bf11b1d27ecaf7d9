"""Functions of pipeline stages: whether they can be moved, and their composition."""

from __future__ import annotations

from collections.abc import Sequence

from graphir.analysis.copies import is_copy
from graphir.analysis.order import topological_order
from graphir.analysis.reachability import called_functions
from graphir.attributes import FunctionRef
from graphir.builder import GraphBuilder
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.passes.contract.function_bodies import plain_function
from graphir.shapes import Shape
from graphir.watching import node_copied


def pure_function(graph: Graph, node: Node, attribute: str) -> Function | None:
    """The function of a stage, if a call depends on its arguments alone."""
    function = plain_function(graph.functions, node.attrs.get(attribute))
    if function is None:
        return None
    names = called_functions(function.body)
    if any(name not in graph.functions for name in names):
        return None
    bodies = [function.body, *(graph.functions[name].body for name in names)]
    is_pure = not any(each.is_stateful for body in bodies for each in body)
    return function if is_pure else None


def returns_arguments(function: Function, count: int) -> bool:
    """Whether the function returns its first arguments, which are all results."""
    found = [_copied(value) for value in function.body.outputs]
    return found == function.body.inputs[:count] and len(found) == count


def _copied(value: Value) -> Value:
    while is_copy(value.node) and not value.node.control_inputs:
        value = value.node.inputs[value.index]
    return value


class NewFunction:
    """A function that is composed of other functions."""

    def __init__(self, library: FunctionLibrary, base: str) -> None:
        self.library = library
        self.body = Graph(library.unique_name(base))
        self.body.functions = library
        self.build = GraphBuilder(self.body)

    def argument(self, like: Value, shape: Shape | None = None) -> Value:
        """The next argument."""
        known = like.shape if shape is None else shape
        made = self.body.add_input(f"args_{len(self.body.inputs)}", like.dtype, known)
        made.handle_data = like.handle_data
        return made

    def call(
        self,
        function: Function,
        arguments: Sequence[Value],
        shapes: dict[Value, Shape] | None = None,
    ) -> list[Value]:
        """The results of a function for arguments; its nodes are copied.

        ``shapes`` has the shapes of the function's values that differ in this call.
        """
        values = dict(zip(function.body.inputs, arguments, strict=True))
        heads = {value.node for value in function.body.inputs}
        for node in topological_order(function.body):
            if node in heads:
                continue
            types = output_types(node)
            if shapes is not None:
                types = [(v.dtype, shapes.get(v, v.shape)) for v in node.outputs]
            inputs = [values[value] for value in node.inputs]
            twin = self.body.add_node(
                node.op, inputs, node.attrs, types, node.name, origin=node.origin
            )
            for old, new in zip(node.outputs, twin.outputs, strict=True):
                new.handle_data = old.handle_data
                values[old] = new
            node_copied(node, twin)
        return [values[value] for value in function.body.outputs]

    def finish(self, outputs: Sequence[Value]) -> FunctionRef:
        """Adds the function to the library; returns the reference for stages."""
        self.body.outputs = list(outputs)
        names = [f"output_{place}" for place in range(len(outputs))]
        self.library.add(Function(self.body.name, self.body, names))
        return FunctionRef(self.body.name)
