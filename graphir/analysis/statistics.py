"""Counts over a graph: ops, depth, the critical path, bytes of constants."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from graphir.analysis.order import BACK_EDGE_OPS, predecessors, topological_order
from graphir.attributes import TensorValue
from graphir.graph import Graph
from graphir.node import Node, Value


@dataclass(frozen=True)
class GraphStatistics:
    """What there is in a graph; functions are counted apart."""

    nodes: int
    ops: dict[str, int]
    """Nodes of each op, the most frequent first."""
    depth: int
    """Nodes on the longest path."""
    constant_bytes: int
    functions: int
    function_nodes: int
    function_ops: dict[str, int]


def statistics(graph: Graph) -> GraphStatistics:
    """Counts nodes, ops, depth and the bytes of constants.

    >>> from graphir.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) : f32[] }")
    >>> statistics(graph).ops, statistics(graph).depth
    ({'Neg': 1, 'Placeholder': 1}, 2)
    """
    bodies = [function.body for function in graph.functions.values()]
    depths = depth_of_nodes(graph)
    return GraphStatistics(
        nodes=len(graph),
        ops=count_ops(graph),
        depth=max(depths.values(), default=0),
        constant_bytes=sum(map(_constant_bytes, graph)),
        functions=len(bodies),
        function_nodes=sum(map(len, bodies)),
        function_ops=_counted(node.op for body in bodies for node in body),
    )


def count_ops(graph: Graph) -> dict[str, int]:
    """How many nodes each op has; the most frequent first, then by name."""
    return _counted(node.op for node in graph)


def _counted(ops: object) -> dict[str, int]:
    counts = Counter(ops)  # type: ignore[call-overload]
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def depth_of_nodes(graph: Graph) -> dict[Node, int]:
    """For each node the number of nodes on the longest path that ends there."""
    depths: dict[Node, int] = {}
    for node in topological_order(graph):
        # the edge that closes a loop does not lengthen a path
        before = (
            depths[each] for each in predecessors(node) if each.op not in BACK_EDGE_OPS
        )
        depths[node] = 1 + max(before, default=0)
    return depths


def critical_path(graph: Graph) -> list[Node]:
    """The nodes of a longest path, by bytes written, from first to last.

    Needs networkx. A node costs the bytes of its results, at least one; values of
    unknown size cost one.
    """
    import networkx

    network: networkx.DiGraph[str] = networkx.DiGraph()
    for node in graph:
        network.add_node(node.name)
        cost = max(1, sum(map(bytes_of, node.outputs)))
        if node.op in BACK_EDGE_OPS:
            continue
        for value in node.outputs:
            for use in value.uses:
                network.add_edge(node.name, use.node.name, weight=cost)
        for follower in node.control_outputs:
            network.add_edge(node.name, follower.name, weight=cost)
    return [graph.node(name) for name in networkx.dag_longest_path(network)]


def bytes_of(value: Value) -> int:
    """The bytes of a value's elements; 0 where the shape is not known."""
    count = value.shape.num_elements()
    return 0 if count is None else count * value.dtype.size


def _constant_bytes(node: Node) -> int:
    tensor = node.attrs.get("value")
    return int(tensor.array.nbytes) if isinstance(tensor, TensorValue) else 0
