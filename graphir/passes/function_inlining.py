"""Function inlining: replaces a call by a copy of the function's nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from graphir.analysis.control_flow import has_control_flow
from graphir.analysis.order import topological_order
from graphir.analysis.reachability import called_functions
from graphir.attributes import FunctionRef, Placeheld
from graphir.builder import GraphBuilder
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.origin import merged_origin
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import node_copied, rule_applied

CALLS: Final = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
KEPT_APART: Final = ("_noinline", "_XlaMustCompile")
"""Attributes of functions that are to stay functions."""


@dataclass(frozen=True)
class FunctionInlining(Pass):
    """Replaces calls of functions by the nodes of the functions.

    The control outputs of the function still run when a result is needed, and after the
    call's control inputs. Calls stay if the function is recursive or marked as not to
    be inlined, or if nodes of the graph may be skipped.
    """

    max_nodes: int = 2000
    """Larger functions are not copied."""

    name: ClassVar[str] = "function_inlining"
    rewrites: ClassVar[Mapping[str, str]] = {
        "inlined": "a call that gave way to the nodes of its function",
    }

    def apply(self, graph: Graph) -> Counts:
        """Inlines the calls of one graph, and the calls in the inlined bodies."""
        counts: Counts = Counter()
        if has_control_flow(graph):
            return counts
        order = list(graph)
        places: dict[Node, list[Node]] = {}
        open_nodes = [node for node in graph if node.op in CALLS]
        while open_nodes:
            node = open_nodes.pop()
            function = self._function(graph, node)
            if function is not None:
                made = inline(graph, node, function)
                places[node] = made
                open_nodes += [each for each in made if each.op in CALLS]
                counts["inlined"] += 1
                rule_applied(graph, "inlined", node)
        if counts:
            _reorder(graph, order, places)
        return counts

    def _function(self, graph: Graph, node: Node) -> Function | None:
        """The function to copy, if it may be copied."""
        ref = node.attrs.get("f")
        if not isinstance(ref, FunctionRef) or ref.attrs:
            return None
        function = graph.functions.get(ref.name)
        if function is None or len(function.body) > self.max_nodes:
            return None
        if any(
            owner.get(name)
            for owner in (function.attrs, node.attrs)
            for name in KEPT_APART
        ):
            return None
        body = function.body
        is_template = any(
            isinstance(value, Placeheld)
            for each in body
            for value in each.attrs.values()
        )
        if is_template or has_control_flow(body) or body is graph:
            return None
        return None if ref.name in called_functions(body) else function


def _reorder(graph: Graph, before: list[Node], places: dict[Node, list[Node]]) -> None:
    """Puts the nodes of each call where the call was: effects stay in their order."""
    order: dict[Node, None] = {}
    stack = before[::-1]
    while stack:
        node = stack.pop()
        if node in places:
            stack += places[node][::-1]
        else:
            order[node] = None
    order.update(dict.fromkeys(graph))
    graph.reorder(list(order))
    graph.reorder(topological_order(graph))


def inline(graph: Graph, call: Node, function: Function) -> list[Node]:
    """Replaces a call by the function's nodes; returns the new nodes."""
    body = function.body
    values: dict[Value, Value] = dict(zip(body.inputs, call.inputs, strict=True))
    made: dict[Node, Node] = {}
    parameters = {value.node for value in body.inputs}
    for node in topological_order(body):
        if node not in parameters:
            made[node] = _copy(graph, call, node, values)
    for node, twin in made.items():
        before = [made[each] for each in node.control_inputs if each in made]
        # a parameter is there when the call begins
        if len(before) < len(node.control_inputs) or _must_wait(node):
            before += call.control_inputs
        twin.set_control_inputs(before)
    effects = [made[node] for node in body.control_outputs if node in made]
    results = [values[value] for value in body.outputs]
    made_nodes = list(made.values())
    done = [*dict.fromkeys([*effects, *call.control_inputs])]
    if done:
        results = [_after(graph, value, done, call) for value in results]
    _hand_over(graph, call, results, done)
    return made_nodes


def _must_wait(node: Node) -> bool:
    """Whether it can be seen when the node runs."""
    return node.is_stateful


def _copy(graph: Graph, call: Node, node: Node, values: dict[Value, Value]) -> Node:
    twin = graph.add_node(
        node.op,
        [values[value] for value in node.inputs],
        node.attrs,
        output_types(node),
        f"{call.name}/{node.name}",
        device=node.device or call.device,
        origin=merged_origin(node.origin, call.origin),
    )
    for old, new in zip(node.outputs, twin.outputs, strict=True):
        new.handle_data = old.handle_data
        values[old] = new
    node_copied(node, twin)
    return twin


def _after(graph: Graph, value: Value, effects: Sequence[Node], call: Node) -> Value:
    """The value, once the effects of the call have happened."""
    copy = GraphBuilder(graph).node(
        "Identity",
        [value],
        name=f"{call.name}/result",
        control_inputs=effects,
        origin=call.origin,
    )
    copy.output.handle_data = value.handle_data
    return copy.output


def _hand_over(
    graph: Graph, call: Node, results: Sequence[Value], done: Sequence[Node]
) -> None:
    """Lets readers and followers of the call turn to its parts, and removes it."""
    for value, result in zip(call.outputs, results, strict=True):
        if result not in graph.inputs:
            result.shape = result.shape.merge_with(value.shape)
        value.replace_all_uses_with(result)
    # a call that nothing marks as done is done when its results are there
    ends = list(done) or list(dict.fromkeys(result.node for result in results))
    for follower in call.control_outputs:
        follower.remove_control_input(call)
        for node in ends:
            follower.add_control_input(node)
    if call in graph.control_outputs:
        end = graph.add_node(
            "NoOp", (), {}, (), f"{call.name}/done", control_inputs=ends
        )
        graph.control_outputs = [
            end if node is call else node for node in graph.control_outputs
        ]
    graph.remove_node(call)
