"""Nodes that call one function or one of several, and how their calls are changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from graphir.attributes import Attr, FunctionRef
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.function_bodies import (
    NewCall,
    drop_arguments,
    keep_results,
    own_copy,
    plain_function,
    replace_call,
)

FUNCTION_ATTRS: Final = {
    "PartitionedCall": ("f",),
    "StatefulPartitionedCall": ("f",),
    "If": ("then_branch", "else_branch"),
    "StatelessIf": ("then_branch", "else_branch"),
    "Case": ("branches",),
    "StatelessCase": ("branches",),
}
"""Op -> the attributes that say which functions it may call."""


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
        return 0 if FUNCTION_ATTRS[self.node.op] == ("f",) else 1

    @property
    def arguments(self) -> Sequence[Value]:
        """What the functions are given."""
        return self.node.inputs[self.first_argument :]

    def make_own(self) -> None:
        """Gives the node functions that no other node calls."""
        if self.is_own:
            return
        library = self.graph.functions
        self.functions = [own_copy(library, each) for each in self.functions]
        refs = [FunctionRef(each.name) for each in self.functions]
        names = FUNCTION_ATTRS[self.node.op]
        if names == ("branches",):
            self.node.attrs["branches"] = refs
        else:
            self.node.attrs |= dict(zip(names, refs))
        self.is_own = True

    def drop(self, arguments: set[int], results: set[int]) -> None:
        """Takes out arguments that no function reads, results that nobody reads."""
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
    """The call of a node, if its functions are there and plain."""
    refs: list[Attr] = []
    for name in FUNCTION_ATTRS[node.op]:
        value = node.attrs.get(name)
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
