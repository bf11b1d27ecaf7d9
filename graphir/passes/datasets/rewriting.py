"""The base class of pipeline passes: one rewrite, tried at each stage."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass

from graphir.analysis.order import topological_order
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.datasets.stages import stages
from graphir.watching import rule_applied


@dataclass(frozen=True)
class PipelinePass(Pass):
    """Rewrites stages where its rule applies, until it applies nowhere."""

    @abstractmethod
    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """Rewrites the pipeline at a stage; the new node, or None if unchanged."""

    def apply(self, graph: Graph) -> Counts:
        """Rewrites the pipelines of one graph."""
        counts: Counts = Counter()
        (rule,) = self.rewrites
        while (made := self._first(graph)) is not None:
            counts[rule] += 1
            rule_applied(graph, rule, made)
        if counts:
            graph.reorder(topological_order(graph))
        return counts

    def _first(self, graph: Graph) -> Node | None:
        """Rewrites at the first stage where that is possible, the last one first."""
        for node in reversed(stages(graph)):
            made = self.rewrite(graph, node)
            if made is not None:
                return made
        return None
