"""The tree: small arrays go up to the first process and down again.

A ring of many processes has as many hops as processes; a tree twice its depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.distribute.transport.frames import raw_bytes
from runtime.distribute.transport.links import Exchange, Incoming, Link, Outgoing
from runtime.distribute.transport.ring import Array, Call


def parent_of(rank: int) -> int | None:
    """The process above; None for the first.

    >>> parent_of(0), parent_of(1), parent_of(5)
    (None, 0, 2)
    """
    return None if rank == 0 else (rank - 1) // 2


def children_of(rank: int, size: int) -> list[int]:
    """The processes below, two at most.

    >>> children_of(1, 4)
    [3]
    """
    return [each for each in (2 * rank + 1, 2 * rank + 2) if each < size]


@dataclass(frozen=True)
class Tree:
    """The links to the processes above and below."""

    parent: Link | None
    children: Sequence[Link]
    watched: Sequence[Link]

    def all_reduce(self, call: Call, flat: Array, combine: np.ufunc) -> None:
        """Combines all vectors in place: this process's first, then the children's."""
        below = [np.empty_like(flat) for _ in self.children]
        self._take(call, self.children, below)
        for each in below:
            combine(flat, each, out=flat)
        if self.parent is not None:
            self._give(call, [self.parent], flat)
            self._take(call, [self.parent], [flat])
        self._give(call, self.children, flat)

    def _give(self, call: Call, links: Sequence[Link], sent: Array) -> None:
        payload = raw_bytes(sent)
        sends = [Outgoing(each, call.number, call.what, payload) for each in links]
        Exchange(sends, (), self.watched).run(call.deadline, call.what)

    def _take(self, call: Call, links: Sequence[Link], into: Sequence[Array]) -> None:
        awaits = [_awaited(call, link, array) for link, array in zip(links, into)]
        Exchange((), awaits, self.watched).run(call.deadline, call.what)


def _awaited(call: Call, link: Link, into: Array) -> Incoming:
    check = call.expected(link)

    def accept(text: str) -> memoryview:
        check(text)
        return raw_bytes(into)

    return Incoming(link, call.number, accept)
