"""Nodes that are written together, in an order in which that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

from graphir.node import Node


def batches_by_need(
    nodes: Sequence[Node],
    needs: Callable[[Node], Iterable[Node]],
    key: Callable[[Node], Hashable | None],
) -> list[tuple[Node, ...]]:
    """Sets of nodes of one key, each as large as what they need allows.

    A batch needs nothing but what comes before it: no node of a batch needs another
    one of it, by whatever way, and no two batches need one another. Nodes whose key is
    None are in no batch.
    """
    places = {node: place for place, node in enumerate(nodes)}
    waits = {node: len(set(needs(node))) for node in nodes}
    readers: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node in nodes:
        for each in set(needs(node)):
            readers[each].append(node)
    keys = {node: key(node) for node in nodes}
    left = Counter(found for found in keys.values() if found is not None)
    ready = [node for node in reversed(nodes) if not waits[node]]
    held: dict[Hashable, list[Node]] = {}
    batches = []
    while ready or held:
        if not ready:
            batch = held.pop(_ripest(held, left))
            left[keys[batch[0]]] -= len(batch)
            batches.append(tuple(sorted(batch, key=places.__getitem__)))
            done = batch
        elif keys[ready[-1]] is None:
            done = [ready.pop()]
        else:
            node = ready.pop()
            held.setdefault(keys[node], []).append(node)
            continue
        for each in done:
            for reader in readers[each]:
                waits[reader] -= 1
                if not waits[reader]:
                    ready.append(reader)
    return batches


def _ripest(held: dict[Hashable, list[Node]], left: Counter[Hashable]) -> Hashable:
    """A key of which every node that is left is ready; else the first."""
    whole = (key for key, ready in held.items() if len(ready) == left[key])
    return next(whole, next(iter(held)))
