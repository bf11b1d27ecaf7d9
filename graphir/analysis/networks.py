"""Conversion of graphs to networkx, which is imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphir.attributes import NOTES, attrs_key
from graphir.graph import Graph
from graphir.node import Node

if TYPE_CHECKING:
    import networkx


def to_networkx(graph: Graph) -> networkx.MultiDiGraph[str]:
    """A node for each node, by name; an edge for each input and control input.

    Nodes carry ``op``, ``node`` and ``label``; edges ``output``, ``input`` (indices) or
    ``control=True``.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) : f32[] }")
    >>> list(to_networkx(graph).edges(data=True))
    [('x', 'y', {'output': 0, 'input': 0})]
    """
    import networkx

    network: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(name=graph.name)
    for node in graph:
        network.add_node(node.name, op=node.op, node=node, label=node.op)
    for node in graph:
        for index, value in enumerate(node.inputs):
            network.add_edge(
                value.node.name, node.name, output=value.index, input=index
            )
        for before in node.control_inputs:
            network.add_edge(before.name, node.name, control=True)
    return network


def are_isomorphic(first: Graph, second: Graph) -> bool:
    """Whether the graphs differ in names and order alone.

    Compares ops, attributes and edges of the graphs themselves, not the functions
    they call. ``graphir.diff`` lists the differences; this function answers yes or no,
    also for graphs in which ``diff`` cannot pair nodes without inputs.

    >>> from graphir.text.parser import parse_graph
    >>> a = parse_graph("graph @a(%x: f32[]) -> (%y) { %y = Neg(%x) : f32[] }")
    >>> b = parse_graph("graph @b(%in: f32[]) -> (%out) { %out = Neg(%in) : f32[] }")
    >>> are_isomorphic(a, b)
    True
    """
    import networkx

    return bool(
        networkx.is_isomorphic(
            to_networkx(first),
            to_networkx(second),
            node_match=_same_operation,
            edge_match=lambda a, b: _edges(a) == _edges(b),
        )
    )


def _same_operation(a: dict[str, Any], b: dict[str, Any]) -> bool:
    first: Node = a["node"]
    second: Node = b["node"]
    return first.op == second.op and bool(_attrs(first) == _attrs(second))


def _attrs(node: Node) -> Any:
    kept = {name: value for name, value in node.attrs.items() if name not in NOTES}
    return attrs_key(kept)


def _edges(parallel: dict[int, dict[str, Any]]) -> list[tuple[Any, ...]]:
    """The edges between two nodes, whatever their order."""
    return sorted(tuple(sorted(edge.items())) for edge in parallel.values())
