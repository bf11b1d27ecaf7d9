"""Subgraph extraction: the nodes that some results need, as a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphir.analysis.order import predecessors, successors
from graphir.analysis.reachability import called_functions
from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.wire import messages


def subgraph(
    graph: Graph, outputs: Sequence[str | Value], inputs: Sequence[str | Value] = ()
) -> Graph:
    """A copy of the nodes that the outputs need.

    It is cut at ``inputs``: these values become placeholders of the part, under the
    same names, and the nodes that compute them are left out. Names, attributes, devices
    and origins are kept, and so are the functions that the part calls.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%c) {
    ...       %a = Neg(%x)
    ...       %b = Exp(%a)
    ...       %c = Neg(%b)
    ...     }''')
    >>> print(subgraph(graph, ["b"], ["a"]), end="")
    graph @g(%a: f32[2]) -> (%b) {
      %b = Exp(%a) : f32[2]
    }

    Raises:
      InvalidGraphError: if a name is not in the graph, or ``outputs`` is empty.
    """
    wanted = [_value(graph, each) for each in outputs]
    cuts = [_value(graph, each) for each in inputs]
    if not wanted:
        raise InvalidGraphError("A subgraph needs outputs: name at least one.")
    part = Graph(graph.name)
    part.producer, part.min_consumer = graph.producer, graph.min_consumer
    part.functions = _functions(graph)
    values = _placeholders(part, cuts)
    inside = _needed(wanted, set(cuts))
    nodes = _copies(part, [each for each in graph if each in inside], values)
    _connect(nodes, values)
    given = [value for value in graph.inputs if value in values]
    known = set(part.inputs)
    part.inputs += [values[each] for each in given if values[each] not in known]
    part.outputs = [values[each] for each in wanted]
    part.control_outputs = [
        nodes[each] for each in graph.control_outputs if each in nodes
    ]
    _remove_uncalled(part)
    return part


def _value(graph: Graph, name: str | Value) -> Value:
    if isinstance(name, Value):
        if name.node.graph is not graph:
            raise InvalidGraphError(f"%{name.name} is not in {graph.name!r}.")
        return name
    return graph.value(name.removeprefix("%"))


def _needed(wanted: Iterable[Value], cuts: set[Value]) -> set[Node]:
    """The ancestors of the values, up to the cuts."""
    seen: set[Node] = set()
    waiting = [value.node for value in wanted if value not in cuts]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        waiting += [value.node for value in node.inputs if value not in cuts]
        # who waits for a node that is cut away waits for what was fed
        waiting += [
            each
            for each in node.control_inputs
            if not each.outputs or not cuts.issuperset(each.outputs)
        ]
    return seen


def _placeholders(part: Graph, cuts: Sequence[Value]) -> dict[Value, Value]:
    values: dict[Value, Value] = {}
    for value in cuts:
        name = value.name.replace(":", "_")
        made = part.add_input(name, value.dtype.base_dtype, value.shape)
        made.handle_data = value.handle_data
        values[value] = made
    return values


def _copies(
    part: Graph, nodes: Sequence[Node], values: dict[Value, Value]
) -> dict[Node, Node]:
    copies: dict[Node, Node] = {}
    for node in nodes:
        name = part.unique_name(node.name)
        twin = part.add_named_node(name, node.op, node.attrs, output_types(node))
        twin.device, twin.origin = node.device, node.origin
        copies[node] = twin
        for old, new in zip(node.outputs, twin.outputs, strict=True):
            new.handle_data = old.handle_data
            values.setdefault(old, new)
    return copies


def _connect(nodes: dict[Node, Node], values: dict[Value, Value]) -> None:
    for node, twin in nodes.items():
        twin.set_inputs([values[value] for value in node.inputs])
        for each in node.control_inputs:
            if each in nodes:
                twin.add_control_input(nodes[each])


def _functions(graph: Graph) -> FunctionLibrary:
    library = FunctionLibrary()
    for function in graph.functions.values():
        library.add(function.copy(library))
    library.gradients.update(graph.functions.gradients)
    return library


def _remove_uncalled(part: Graph) -> None:
    called = called_functions(part)
    for name in list(part.functions):
        if name not in called:
            part.functions.remove(name)
            part.functions.gradients.pop(name, None)


def neighbourhood(graph: Graph, node: Node, distance: int = 2) -> Graph:
    """A copy of the nodes within ``distance`` edges of a node, in either direction.

    Values computed outside become placeholders; values that are read outside, and
    results of the graph, become outputs.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%c) {
    ...       %a = Neg(%x)
    ...       %b = Exp(%a)
    ...       %c = Neg(%b)
    ...     }''')
    >>> print(neighbourhood(graph, graph.node("b"), 1), end="")
    graph @g(%x: f32[2]) -> (%c) {
      %a = Neg(%x) : f32[2]
      %b = Exp(%a) : f32[2]
      %c = Neg(%b) : f32[2]
    }
    """
    near = {node}
    edge = [node]
    for _ in range(distance):
        around = (
            each for one in edge for each in (*predecessors(one), *successors(one))
        )
        edge = [each for each in dict.fromkeys(around) if each not in near]
        near.update(edge)
    outside = [
        value
        for each in graph
        if each in near
        for value in each.inputs
        if value.node not in near
    ]
    part = Graph(graph.name)
    part.producer, part.min_consumer = graph.producer, graph.min_consumer
    part.functions = _functions(graph)
    values = _placeholders(part, list(dict.fromkeys(outside)))
    nodes = _copies(part, [each for each in graph if each in near], values)
    _connect(nodes, values)
    known = set(part.inputs)
    given = [values[each] for each in graph.inputs if each.node in nodes]
    part.inputs += [each for each in given if each not in known]
    part.outputs = [
        values[value]
        for each in nodes
        for value in each.outputs
        if value in graph.outputs or any(use.node not in near for use in value.uses)
    ]
    _remove_uncalled(part)
    return part


def extract_sub_graph(graph_def: Any, dest_nodes: Sequence[str]) -> Any:
    """The ``GraphDef`` of the named nodes and all their ancestors.

    Like TensorFlow's function of the same name: node messages are copied unchanged, in
    their order, with the versions and the whole library. ``graph_def`` may also be a
    ``Graph``.

    >>> graph_def = messages.get("GraphDef")()
    >>> for name, source in ("a", ""), ("b", "a"), ("c", "b"):
    ...     node = graph_def.node.add(name=name, op="NoOp")
    ...     node.input.extend([f"^{source}"] if source else [])
    >>> [node.name for node in extract_sub_graph(graph_def, ["b"]).node]
    ['a', 'b']

    Raises:
      TypeError: if ``dest_nodes`` is one string.
      InvalidGraphError: for a name that is not in the graph.
    """
    if isinstance(dest_nodes, (str, bytes)):
        raise TypeError("dest_nodes must be an iterable of strings, not one string.")
    if isinstance(graph_def, Graph):
        graph_def = graph_def.as_graph_def()
    message = messages.as_ours(graph_def, "GraphDef")
    nodes = {each.name: each for each in message.node}
    kept: set[str] = set()
    waiting = [name.partition(":")[0] for name in dest_nodes]
    while waiting:
        name = waiting.pop()
        if name in kept:
            continue
        if name not in nodes:
            raise InvalidGraphError(f"The graph has no node {name!r}.")
        kept.add(name)
        waiting += [each.lstrip("^").partition(":")[0] for each in nodes[name].input]
    return _part_of_message(message, kept)


def _part_of_message(message: Any, kept: set[str]) -> Any:
    part = type(message)()
    part.versions.CopyFrom(message.versions)
    part.node.extend(each for each in message.node if each.name in kept)
    part.library.CopyFrom(message.library)
    return part


__all__ = ["extract_sub_graph", "neighbourhood", "subgraph"]
