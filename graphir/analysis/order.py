"""Topological order: every node after its inputs; stable and iterative."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush

from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node


def leads_back(node: Node) -> bool:
    """Whether the node closes a loop by its result: the only legal cycle."""
    return node.has_trait("next_iteration")


def predecessors(node: Node) -> Iterator[Node]:
    """Nodes that must run before this node, with repetitions."""
    for value in node.inputs:
        yield value.node
    yield from node.control_inputs


def successors(node: Node) -> Iterator[Node]:
    """Nodes that read this one or wait for it, with repetitions."""
    for value in node.outputs:
        for use in value.uses:
            yield use.node
    yield from node.control_outputs


def topological_order(graph: Graph) -> list[Node]:
    """The nodes, each after its inputs and control inputs.

    The order of the graph is kept where that is possible. Loops through
    NextIteration are allowed.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[]) -> (%b) {
    ...       %b = Neg(%a) : f32[]
    ...       %a = Neg(%x) : f32[]
    ...     }''')
    >>> [node.name for node in topological_order(graph)]
    ['x', 'a', 'b']

    Raises:
      InvalidGraphError: naming the nodes of a cycle.
    """
    nodes = graph.nodes
    if is_ordered(nodes):
        return list(nodes)
    position = {node: index for index, node in enumerate(nodes)}
    waiting = {node: sum(1 for _ in _forward_inputs(node)) for node in nodes}
    ready = [position[node] for node, count in waiting.items() if not count]
    heapify(ready)
    ordered: list[Node] = []
    while ready:
        node = nodes[heappop(ready)]
        ordered.append(node)
        if leads_back(node):
            continue
        for follower in successors(node):
            waiting[follower] -= 1
            if not waiting[follower]:
                heappush(ready, position[follower])
    if len(ordered) < len(nodes):
        cycle = find_cycle([node for node in nodes if waiting[node] > 0])
        names = " -> ".join(f"{node.name!r} ({node.op})" for node in cycle)
        raise InvalidGraphError(
            f"The graph {graph.name!r} has a cycle: {names} -> {cycle[0].name!r}."
        )
    return ordered


def is_ordered(nodes: Iterable[Node]) -> bool:
    """Whether each node comes after its inputs and control inputs."""
    seen: set[Node] = set()
    for node in nodes:
        for value in node._inputs:
            if value.node not in seen and not leads_back(value.node):
                return False
        for before in node._control_inputs:
            if before not in seen and not leads_back(before):
                return False
        seen.add(node)
    return True


def _forward_inputs(node: Node) -> Iterator[Node]:
    return (each for each in predecessors(node) if not leads_back(each))


def find_cycle(nodes: list[Node]) -> list[Node]:
    """A cycle among nodes that each wait for another of them."""
    members = set(nodes)
    path: dict[Node, int] = {}
    node = nodes[0]
    while node not in path:
        path[node] = len(path)
        node = next(each for each in _forward_inputs(node) if each in members)
    # walked against the edges, so turned round for reading
    return list(path)[path[node] :][::-1]
