"""Pass: the base class of passes, with name and options; and the result of a run."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from graphir.graph import Graph

Counts = Counter[str]
"""What a pass rewrote, by rule; empty if the graph is as it was."""


@dataclass(frozen=True)
class Pass(ABC):
    """A change of a graph in place that keeps its results.

    A subclass is a frozen dataclass with a ``name``; its fields are its options in
    the text form, ``constant_folding{max_bytes=1024}``. Inputs stay, outputs stay in
    order, and so a function's body keeps its signature.
    """

    name: ClassVar[str]
    rules: ClassVar[Iterable[Any]] = ()
    """The rules that it applies, if it is made of rules."""
    rewrites: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What else it counts -> what that is."""

    @abstractmethod
    def apply(self, graph: Graph) -> Counts:
        """Rewrites one graph; the number of rewrites by rule, empty if unchanged."""

    def run(self, graph: Graph) -> Counts:
        """Rewrites a graph and the bodies of the functions in its library."""
        counts = self.apply(graph)
        for function in list(graph.functions.values()):
            counts += self.apply(function.body)
        return counts

    def __str__(self) -> str:
        options = [
            f"{each.name}={option_text(getattr(self, each.name))}"
            for each in dataclasses.fields(self)
            if getattr(self, each.name) != each.default
        ]
        return self.name + (f"{{{','.join(options)}}}" if options else "")


def option_text(value: Any) -> str:
    """An option's value as the text form of pipelines writes it.

    >>> option_text(True), option_text(1024)
    ('true', '1024')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class PassResult:
    """The result of one run of one pass."""

    name: str
    counts: dict[str, int]
    """Rewrites by rule."""
    nodes_before: int
    """Nodes of the graph and of the functions in its library."""
    nodes_after: int
    milliseconds: float
    round: int = 1

    @property
    def changed(self) -> bool:
        """Whether the pass changed the graph."""
        return bool(self.counts)

    @property
    def rewritten(self) -> int:
        """The number of rewrites."""
        return sum(self.counts.values())

    def as_data(self) -> dict[str, Any]:
        """The fields as a dictionary, for JSON."""
        return dataclasses.asdict(self)


def count_nodes(graph: Graph) -> int:
    """Nodes of the graph and of the functions in its library."""
    return len(graph) + sum(len(each.body) for each in graph.functions.values())
