"""Reductions that run while the graph goes on: a start, and a finish before its reader.

    sum = CollectiveReduceV2(x)            handle = _StartReduce(x)
    ...                              to    ...
    y = Neg(sum)                           sum = _FinishReduce(handle)

A reduction starts as soon as its argument is known: what only it needs moves before
other work. So of gradients in several buckets the first ones travel while others are
still computed. Reductions start in the order of the graph, which is the same in all
processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from graphir import dtypes
from graphir.analysis.order import successors, topological_order
from graphir.graph import Graph
from graphir.node import Node
from graphir.shapes import Shape

_REDUCE: Final = "CollectiveReduceV2"


def overlap_reductions(graph: Graph) -> None:
    """Divides the reductions of a graph and of its functions, in place.

    A reduction ends before the first node that needs it, or before the graph does. One
    that has nothing to overlap with stays as it is.
    """
    for body in (graph, *(each.body for each in graph.functions.values())):
        if any(node.op == _REDUCE for node in body):
            _overlap(body)


class _Event(NamedTuple):
    """A node that has run; or a reduction that has only started."""

    node: Node
    is_start: bool = False


def _overlap(graph: Graph) -> None:
    order = list(_Order(graph))
    divided = {each.node for each in _with_work_meanwhile(order)}
    if not divided:
        return
    nodes: list[Node] = []
    made: dict[Node, tuple[Node, Node]] = {}
    for node, is_start in order:
        if node not in divided:
            if is_start or node.op != _REDUCE:
                nodes.append(node)
            continue
        if is_start:
            made[node] = _divided(graph, node)
        nodes.append(made[node][not is_start])
    for node, (start, finish) in made.items():
        _replace(graph, node, start, finish)
    graph.reorder(nodes)


class _Order:
    """The events of a graph, where each reduction starts as early as it can."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = topological_order(graph)
        self._early = _for_reductions(graph, self._nodes)
        self._places = {node: place for place, node in enumerate(self._nodes)}
        self._missing: dict[Node, int] = {}
        self._waiting: dict[_Event, list[Node]] = {}
        self._ready: list[tuple[int, int, Node]] = []
        self._running: dict[Node, None] = {}
        previous: Node | None = None
        for node in self._nodes:
            if node in self._early:
                self._wait(node, self._needs(node, previous))
            if node.op == _REDUCE:
                previous = node

    def _needs(self, node: Node, previous: Node | None) -> set[_Event]:
        needs = {_Event(value.node) for value in node.inputs}
        is_reduction = node.op == _REDUCE
        for each in node.control_inputs:
            needs.add(_Event(each, is_reduction and each.op == _REDUCE))
        if is_reduction and previous is not None:
            needs.add(_Event(previous, True))
        return needs

    def _wait(self, node: Node, needs: set[_Event]) -> None:
        self._missing[node] = len(needs)
        for each in needs:
            self._waiting.setdefault(each, []).append(node)
        if not needs:
            self._is_ready(node)

    def _is_ready(self, node: Node) -> None:
        # what an earlier reduction waits for comes first, then the order of the graph
        heappush(self._ready, (self._early[node], self._places[node], node))

    def __iter__(self) -> Iterator[_Event]:
        # arguments and constants are there from the beginning, whatever their place
        for node in self._nodes:
            if not _is_computed(node):
                yield self._happened(_Event(node))
        yield from self._of_ready()
        for node in filter(_is_computed, self._nodes):
            if node.op == _REDUCE:
                yield from self._begun(node)
            elif node not in self._early:
                yield from self._ended(self._sources(node))
                yield self._happened(_Event(node))
                yield from self._of_ready()
        yield from self._ended(list(self._running))

    def _sources(self, node: Node) -> list[Node]:
        """The reductions that run still, whose ends a node needs."""
        before = {value.node for value in node.inputs} | set(node.control_inputs)
        return [each for each in self._running if each in before]

    def _begun(self, node: Node) -> Iterator[_Event]:
        """Ends other reductions, whose results this one may need, until it starts."""
        while self._missing[node]:
            yield from self._ended([next(iter(self._running))])

    def _ended(self, reductions: Sequence[Node]) -> Iterator[_Event]:
        for node in reductions:
            del self._running[node]
            yield self._happened(_Event(node))
            yield from self._of_ready()

    def _of_ready(self) -> Iterator[_Event]:
        while self._ready:
            *_, node = heappop(self._ready)
            if node.op == _REDUCE:
                self._running[node] = None
            yield self._happened(_Event(node, node.op == _REDUCE))

    def _happened(self, event: _Event) -> _Event:
        for node in self._waiting.pop(event, ()):
            self._missing[node] -= 1
            if not self._missing[node]:
                self._is_ready(node)
        return event


def _is_computed(node: Node) -> bool:
    return node.op not in ("Placeholder", "Const") or bool(node.control_inputs)


def _for_reductions(graph: Graph, nodes: Sequence[Node]) -> dict[Node, int]:
    """The reductions, and the nodes without effects that nothing else needs.

    Each with the number of the first reduction that needs it.
    """
    reductions = [node for node in nodes if node.op == _REDUCE]
    found = {node: number for number, node in enumerate(reductions)}
    kept = {value.node for value in (*graph.inputs, *graph.outputs)}
    kept.update(graph.control_outputs)
    for node in reversed(nodes):
        if not _is_computed(node) or node.is_stateful or node in kept:
            continue
        followers = list(successors(node))
        if followers and all(each in found for each in followers):
            found[node] = min(found[each] for each in followers)
    return found


def _with_work_meanwhile(order: Sequence[_Event]) -> list[_Event]:
    """The starts of reductions between which and their ends other nodes run."""
    works = 0
    begun: dict[Node, tuple[_Event, int]] = {}
    found = []
    for event in order:
        if event.is_start:
            begun[event.node] = event, works
        elif event.node.op != _REDUCE:
            works += _is_computed(event.node)
        else:
            start, before = begun[event.node]
            if works > before:
                found.append(start)
    return found


def _divided(graph: Graph, node: Node) -> tuple[Node, Node]:
    start = graph.add_node(
        "_StartReduce",
        node.inputs[:4],
        {name: node.attrs[name] for name in ("T", "merge_op", "final_op")},
        [(dtypes.variant, Shape(()))],
        f"{node.name}/start",
        device=node.device,
        origin=node.origin,
    )
    finish = graph.add_node(
        "_FinishReduce",
        start.outputs,
        {"T": node.attrs["T"]},
        [(node.output.dtype, node.output.shape)],
        f"{node.name}/finish",
        device=node.device,
        origin=node.origin,
    )
    return start, finish


def _replace(graph: Graph, node: Node, start: Node, finish: Node) -> None:
    """Puts start and finish in the place of a reduction, also for who waits for it."""
    for before in node.control_inputs:
        start.add_control_input(before)
    for value in node.inputs[4:]:
        start.add_control_input(value.node)
    for follower in node.control_outputs:
        is_start = follower.op in (_REDUCE, "_StartReduce")
        follower.add_control_input(start if is_start else finish)
    node.output.replace_all_uses_with(finish.output)
    graph.control_outputs = [
        finish if each is node else each for each in graph.control_outputs
    ]
    name = node.name
    graph.remove_node(node)
    graph.rename_node(finish, name)


__all__ = ["overlap_reductions"]
