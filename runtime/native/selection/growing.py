"""Grows groups of nodes that can run as one step, without cycles between groups.

A group runs as one step, so no path may leave it and come back. Each group records the
groups that it depends on; a node joins a group only if no cycle arises.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphir.node import Node


class Groups:
    """Groups of nodes, built in topological order."""

    def __init__(self) -> None:
        self.members: dict[int, list[Node]] = {}
        self.of: dict[Node, int] = {}
        self._waits_for: dict[int, set[int]] = {}
        self._outside: dict[Node, set[int]] = {}
        """Of nodes in no group: the groups they wait for."""
        self._count = 0

    def leave_out(self, node: Node, sources: Iterable[Node]) -> None:
        """Records the dependencies of a node that is in no group."""
        self._outside[node] = self._needs(sources, ())

    def start(self, node: Node, sources: Iterable[Node]) -> int:
        """Begins a group with a node."""
        self._count += 1
        group = self._count
        self.members[group] = [node]
        self.of[node] = group
        self._waits_for[group] = self._needs(sources, ())
        return group

    def can_join(self, sources: Iterable[Node], *groups: int) -> bool:
        """Whether a node with these sources may join the groups, merged into one."""
        needed = self._needs(sources, groups)
        return not self._closure(needed) & set(groups)

    def join(self, node: Node, sources: Iterable[Node], group: int) -> None:
        """Makes the node a member."""
        self._waits_for[group] |= self._needs(sources, (group,))
        self.members[group].append(node)
        self.of[node] = group

    def can_merge(self, first: int, second: int) -> bool:
        """Whether neither of two groups depends on the other."""
        return second not in self._closure({first}) and first not in self._closure(
            {second}
        )

    def merge(self, first: int, second: int) -> None:
        """Makes the second group a part of the first."""
        for node in self.members.pop(second):
            self.members[first].append(node)
            self.of[node] = first
        self._waits_for[first] |= self._waits_for.pop(second)
        for waiting in (*self._waits_for.values(), *self._outside.values()):
            if second in waiting:
                waiting.discard(second)
                waiting.add(first)

    def _needs(self, sources: Iterable[Node], joined: Collection[int]) -> set[int]:
        found: set[int] = set()
        for source in sources:
            group = self.of.get(source)
            if group is None:
                found |= self._outside.get(source, set())
            elif group not in joined:
                found.add(group)
        return found

    def _closure(self, groups: set[int]) -> set[int]:
        found, stack = set(groups), list(groups)
        while stack:
            for each in self._waits_for[stack.pop()]:
                if each not in found:
                    found.add(each)
                    stack.append(each)
        return found
