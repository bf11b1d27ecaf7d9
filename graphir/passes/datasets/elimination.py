"""Elimination of pipeline stages without effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.datasets.families import OfScalars
from graphir.passes.datasets.functions import pure_function, returns_arguments
from graphir.passes.datasets.rewriting import PipelinePass
from graphir.passes.datasets.stages import is_stage, pass_over, view


@dataclass(frozen=True)
class NoopElimination(PipelinePass):
    """Removes stages that pass on the elements of their source unchanged.

    ``take(-1)``, ``skip(0)``, ``repeat(1)``, ``shard(1, 0)``, ``prefetch(0)``, and a
    map whose function returns its arguments.
    """

    name: ClassVar[str] = "noop_elimination"
    rewrites: ClassVar[Mapping[str, str]] = {"removed": "a stage that did nothing"}

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The stage before it."""
        if not does_nothing(graph, node) or node.control_inputs:
            return None
        before: Node = view(node).input_dataset.node
        if not is_stage(before) or node.control_outputs:
            return None
        pass_over(graph, node, before.output)
        return before


def does_nothing(graph: Graph, node: Node) -> bool:
    """Whether a stage passes on the elements of its source unchanged."""
    found = view(node)
    assert isinstance(found, OfScalars)
    if found.changes_nothing():
        return True
    if not node.has_trait("maps_elements"):
        return False
    function = pure_function(graph, node, "f")
    if function is None:
        return False
    count = len(function.body.inputs) - len(view(node).other_arguments)
    return returns_arguments(function, count)
