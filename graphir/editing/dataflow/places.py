"""The parts of a graph with Switch and Enter that become functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from graphir.editing.dataflow.guards import Guards
from graphir.node import Node, Value


class Place(Protocol):
    """A part of a graph."""

    def has(self, value: Value) -> bool:
        """Whether a value is computed here."""
        ...

    def runs(self, node: Node) -> bool:
        """Whether a node runs here."""
        ...


class Everywhere:
    """The whole graph."""

    def has(self, value: Value) -> bool:
        return True

    def runs(self, node: Node) -> bool:
        return True


@dataclass(frozen=True)
class InBranch:
    """One side of a condition, which need not be the innermost."""

    guards: Guards
    branch: tuple[Value, int]

    def has(self, value: Value) -> bool:
        return self.branch in self.guards.of(value)

    def runs(self, node: Node) -> bool:
        return self.branch in self.guards.at(node)


@dataclass(frozen=True)
class InFrame:
    """An iteration of a loop, without what runs in loops further in."""

    guards: Guards
    frame: str

    def has(self, value: Value) -> bool:
        return self.runs(value.node)

    def runs(self, node: Node) -> bool:
        return self.guards.frames[node] == self.frame


def branch_of(guards: Guards, merge: Node, side: int) -> InBranch:
    """The branch that a Merge takes its value from on one side of its condition."""
    return InBranch(guards, (guards.decisions[merge].condition, side))
