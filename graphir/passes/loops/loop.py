"""A While node with its two functions, as passes edit it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphir.attributes import Attr, FunctionRef
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.contract.function_bodies import (
    NewCall,
    add_argument,
    drop_arguments,
    keep_results,
    own_copy,
    plain_function,
    replace_call,
)

LOOPING = frozenset({"While", "StatelessWhile"})


@dataclass
class Loop:
    """A loop; its functions are copied before the first change."""

    graph: Graph
    node: Node
    cond: Function
    body: Function
    is_own: bool = False

    @property
    def unchanged(self) -> list[int]:
        """The variables that no iteration changes."""
        body = self.body.body
        return [
            index
            for index, (argument, result) in enumerate(zip(body.inputs, body.outputs))
            if argument is result
        ]

    def make_own(self) -> None:
        """Copies the functions of the loop unless it is their only caller."""
        if self.is_own:
            return
        library = self.graph.functions
        self.cond = own_copy(library, self.cond)
        self.body = own_copy(library, self.body)
        self.node.attrs["cond"] = FunctionRef(self.cond.name)
        self.node.attrs["body"] = FunctionRef(self.body.name)
        self.is_own = True

    def drop_variables(self, dropped: set[int]) -> None:
        """Removes variables; their arguments and results must have no readers."""
        self.make_own()
        kept = [i for i in range(len(self.node.inputs)) if i not in dropped]
        keep_results(self.body, kept)
        for function in (self.cond, self.body):
            drop_arguments(function, dropped)
        inputs = [self.node.inputs[index] for index in kept]
        attrs = _attrs(self.node, kept, ())
        self.node = replace_call(self.graph, self.node, NewCall(inputs, attrs, kept))

    def add_variables(self, values: Sequence[Value]) -> list[tuple[Value, Value]]:
        """Adds variables that no turn changes; their arguments in both functions."""
        self.make_own()
        pairs = []
        for value in values:
            name = value.node.name.rpartition("/")[2].lower()
            in_cond = add_argument(self.cond, value, name)
            in_body = add_argument(self.body, value, name)
            self.body.body.outputs.append(in_body)
            self.body.output_names.append(_free_name(self.body, in_body.node.name))
            pairs.append((in_cond, in_body))
        kept = range(len(self.node.inputs))
        attrs = _attrs(self.node, kept, values)
        more = [(value.dtype, value.shape) for value in values]
        inputs = [*self.node.inputs, *values]
        self.node = replace_call(
            self.graph, self.node, NewCall(inputs, attrs, kept, more)
        )
        return pairs


def _free_name(function: Function, base: str) -> str:
    taken = {*function.output_names, *(node.name for node in function.body)}
    number, name = 0, f"{base}_out"
    while name in taken:
        number += 1
        name = f"{base}_out_{number}"
    return name


def find_loop(graph: Graph, node: Node) -> Loop | None:
    """The loop of a node; None if a function is missing or a template."""
    cond = plain_function(graph.functions, node.attrs.get("cond"))
    body = plain_function(graph.functions, node.attrs.get("body"))
    if cond is None or body is None or graph in (cond.body, body.body):
        return None
    count = len(node.inputs)
    fits = count == len(body.body.inputs) == len(body.body.outputs)
    return Loop(graph, node, cond, body) if fits else None


def _attrs(node: Node, kept: Sequence[int], more: Sequence[Value]) -> dict[str, Attr]:
    """The attributes for other variables."""
    attrs = dict(node.attrs)
    attrs["T"] = [node.attrs["T"][index] for index in kept]
    attrs["T"] += [value.dtype for value in more]
    shapes = node.attrs.get("output_shapes")
    if shapes:
        attrs["output_shapes"] = [shapes[index] for index in kept]
        attrs["output_shapes"] += [value.shape for value in more]
    if "_num_original_outputs" in attrs:
        attrs["_num_original_outputs"] = len(attrs["T"])
    read_only = attrs.get("_read_only_resource_inputs")
    if read_only:
        places = {index: place for place, index in enumerate(kept)}
        attrs["_read_only_resource_inputs"] = [
            places[index] for index in read_only if index in places
        ]
    return attrs
