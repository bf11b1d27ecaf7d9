"""`functional_control_flow`: loops and branches of version 1 as While and If."""

from __future__ import annotations

from collections import Counter

from graphir.analysis.control_flow import has_control_flow
from graphir.editing.dataflow.arrays import is_array_op
from graphir.editing.dataflow.guards import Guards, has_effect
from graphir.editing.dataflow.scopes import Scope
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.dead_nodes import DeadNodes


def is_of_version_1(graph: Graph) -> bool:
    """Whether a graph has branches, loops or arrays in the form of version 1.

    >>> is_of_version_1(Graph("g"))
    False
    """
    return has_control_flow(graph) or any(map(is_array_op, graph))


def functional_control_flow(graph: Graph) -> Graph:
    """A copy whose loops and branches are ``While`` and ``If``, with functions.

    ``Switch`` and ``Merge`` become branches, ``Enter`` to ``Exit`` loops, arrays of
    version 1 lists of tensors. Names of inputs, results and of the nodes in between
    stay, and so do origins. A graph without such nodes is only copied.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%p: bool[], %x: f32[2]) -> (%y) {
    ...       %s = Switch(%x, %p)
    ...       %a = Neg(%s)
    ...       %b = Exp(%s:1)
    ...       %y = Merge(%a, %b)
    ...     }''')
    >>> made = functional_control_flow(graph)
    >>> [(node.name, node.op) for node in made]
    [('p', 'Placeholder'), ('x', 'Placeholder'), ('y', 'StatelessIf')]
    >>> [node.op for node in made.functions["y_true"].body]
    ['Placeholder', 'Exp']

    Raises:
      InvalidGraphError: if a node of the control flow has no place in a function, or a
        node with effects is needed by no result.
    """
    made = graph.copy()
    DeadNodes().run(made)
    for function in list(made.functions.values()):
        if is_of_version_1(function.body):
            function.body = _rewritten(function.body, made)
    if is_of_version_1(made):
        made = _rewritten(made, made)
    DeadNodes().run(made)
    return made


def _rewritten(old: Graph, whole: Graph) -> Graph:
    new = Graph(old.name)
    new.functions = whole.functions
    new.producer, new.min_consumer = old.producer, old.min_consumer
    new.unmodelled = old.unmodelled
    scope = Scope(Guards(old), new)
    scope.fetched = old.outputs
    for value in old.inputs:
        made = new.add_input(
            value.node.name, value.dtype, value.shape, value.node.attrs
        )
        made.handle_data = value.handle_data
        made.node.origin, made.node.device = value.node.origin, value.node.device
        scope.values[value] = made
    for value in old.outputs:
        new.outputs.append(_named(scope, value))
    for node in old.control_outputs:
        new.control_outputs.append(_awaited(scope, node))
    _check_effects(old, scope.copied)
    return new


def _named(scope: Scope, value: Value) -> Value:
    """A result under the name that it had."""
    made = scope.get(value)
    if (made.node.name, made.index) == (value.node.name, value.index):
        return made
    copy = scope.build.node(
        "Identity", [made], {}, value.node.name, origin=value.node.origin
    )
    return copy.output


def _awaited(scope: Scope, node: Node) -> Node:
    """What stands for a node that must have run."""
    found = scope.awaited([node])
    if len(found) == 1:
        return found[0]
    return scope.build.node("NoOp", [], {}, node.name, control_inputs=found)


def _check_effects(old: Graph, copied: Counter[Node]) -> None:
    for node in old:
        if not has_effect(node):
            continue
        if not copied[node]:
            raise InvalidGraphError(
                f"Node {node.name!r} ({node.op}) has an effect, and no result needs "
                "it: it would be lost."
            )
        if copied[node] > 1 and not _is_as_good_twice(node):
            raise InvalidGraphError(
                f"Node {node.name!r} ({node.op}) has an effect, and {copied[node]} "
                "functions need it: it would happen more than once."
            )


def _is_as_good_twice(node: Node) -> bool:
    return node.has_trait("repeatable") and not node.has_trait("reads_resource")


__all__ = ["functional_control_flow", "is_of_version_1"]
