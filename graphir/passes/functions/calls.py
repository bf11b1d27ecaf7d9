"""Nodes that call one function or one of several, and changes to their calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphir.attributes import Attr, FunctionRef
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.function_calls import callees, first_passed
from graphir.passes.contract.function_bodies import (
    NewCall,
    drop_arguments,
    keep_results,
    own_copy,
    plain_function,
    replace_call,
)


@dataclass
class FunctionCall:
    """A call; its functions are copied before the first change."""

    graph: Graph
    node: Node
    functions: list[Function]
    is_own: bool = False

    @property
    def first_argument(self) -> int:
        """The input of the node that is the first argument of the functions."""
        return first_passed(self.node.op)

    @property
    def arguments(self) -> Sequence[Value]:
        """The arguments of the functions."""
        return self.node.inputs[self.first_argument :]

    def make_own(self) -> None:
        """Copies the functions of the node unless it is their only caller."""
        if self.is_own:
            return
        library = self.graph.functions
        self.functions = [own_copy(library, each) for each in self.functions]
        refs = [FunctionRef(each.name) for each in self.functions]
        names = [each.attr for each in callees(self.node.op)]
        if names == ["branches"]:
            self.node.attrs["branches"] = refs
        else:
            self.node.attrs |= dict(zip(names, refs))
        self.is_own = True

    def drop(self, arguments: set[int], results: set[int]) -> None:
        """Removes the arguments and the results at these positions."""
        self.make_own()
        kept = [i for i in range(len(self.node.outputs)) if i not in results]
        for function in self.functions:
            keep_results(function, kept)
            drop_arguments(function, arguments)
        start = self.first_argument
        inputs = list(self.node.inputs[:start])
        inputs += [v for i, v in enumerate(self.arguments) if i not in arguments]
        attrs = dict(self.node.attrs)
        attrs["Tin"] = [value.dtype for value in inputs[start:]]
        attrs["Tout"] = [attrs["Tout"][index] for index in kept]
        if attrs.get("output_shapes"):
            attrs["output_shapes"] = [attrs["output_shapes"][index] for index in kept]
        # what is only read is now at other places; not to say so is always right
        attrs.pop("_read_only_resource_inputs", None)
        self.node = replace_call(self.graph, self.node, NewCall(inputs, attrs, kept))


def find_call(graph: Graph, node: Node) -> FunctionCall | None:
    """The call of a node; None if a function is missing, a template or does not fit."""
    refs: list[Attr] = []
    for callee in callees(node.op):
        value = node.attrs.get(callee.attr)
        refs += value if isinstance(value, list) else [value]
    functions = [plain_function(graph.functions, ref) for ref in refs]
    found = [each for each in functions if each is not None and each.body is not graph]
    if len(found) < len(functions) or any(
        each.name in graph.functions.gradients for each in found
    ):
        return None
    call = FunctionCall(graph, node, found)
    fits = all(
        len(each.body.inputs) == len(call.arguments)
        and len(each.body.outputs) == len(node.outputs)
        for each in found
    )
    return call if fits else None
