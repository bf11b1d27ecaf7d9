"""Topological order: every node after its inputs; stable and iterative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

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

    The order of the graph is kept but for what a node needs, which moves before it. A
    node with an effect moves only before another one with an effect; one without that
    needs a later effect waits for it. Loops through NextIteration are allowed.

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
    ordered, circle = sorted_by_need(nodes, lambda node: list(_forward_inputs(node)))
    if circle:
        cycle = find_cycle(circle)
        names = " -> ".join(f"{node.name!r} ({node.op})" for node in cycle)
        raise InvalidGraphError(
            f"The graph {graph.name!r} has a cycle: {names} -> {cycle[0].name!r}."
        )
    later = _after_effects(nodes, ordered)
    if later == list(nodes):
        return ordered
    return sorted_by_need(later, lambda node: list(_forward_inputs(node)))[0]


def _after_effects(nodes: Sequence[Node], ordered: Sequence[Node]) -> list[Node]:
    """The nodes, but those that need a later effect only where this one stands."""
    places = {node: place for place, node in enumerate(nodes)}
    last: dict[Node, int] = {}
    for node in ordered:
        found = max((last[x] for x in _forward_inputs(node)), default=-1)
        last[node] = places[node] if node.is_stateful else found
    return sorted(nodes, key=lambda node: max(places[node], last[node]))


def sorted_by_need(
    nodes: Sequence[Node], needs: Callable[[Node], Sequence[Node]]
) -> tuple[list[Node], list[Node]]:
    """The nodes in their order, but each after what it needs, which moves before it.

    The second list is empty, or has the nodes of a cycle, each of which needs another.
    """
    ordered: dict[Node, None] = {}
    begun: set[Node] = set()
    for last in nodes:
        stack = [last]
        while stack:
            node = stack[-1]
            missing = [each for each in needs(node) if each not in ordered]
            if not missing:
                ordered[stack.pop()] = None
            elif node in begun:
                return list(ordered), [
                    n for n in nodes if n in begun and n not in ordered
                ]
            else:
                begun.add(node)
                stack += reversed(missing)
    return list(ordered), []


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
