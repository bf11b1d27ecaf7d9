"""Dead node elimination: removes nodes that no output depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir.analysis.reachability import called_functions, needed_nodes
from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass


@dataclass(frozen=True)
class DeadNodes(Pass):
    """Removes nodes that no output needs, and functions that nothing calls.

    Stateful nodes are removed too: as in TensorFlow, the nodes of a function that must
    run are its control outputs. Inputs stay. A graph without outputs and control
    outputs keeps all its nodes, since any of its values may be fetched.
    """

    name: ClassVar[str] = "dead_nodes"
    rewrites: ClassVar[Mapping[str, str]] = {
        "removed": "a node that no result needs",
        "functions_removed": "a function that nothing calls",
    }

    def run(self, graph: Graph) -> Counts:
        """Removes dead nodes in the graph and its functions, then unused functions."""
        counts: Counts = Counter()
        if graph.outputs or graph.control_outputs:
            counts += self.apply(graph)
        for function in graph.functions.values():
            counts += self.apply(function.body)
        return counts + remove_uncalled_functions(graph)

    def apply(self, graph: Graph) -> Counts:
        """Removes the dead nodes of one graph."""
        needed = needed_nodes(graph)
        dead = [node for node in graph if node not in needed]
        graph.remove_nodes(dead)
        return Counter(removed=len(dead)) if dead else Counter()


def remove_uncalled_functions(graph: Graph) -> Counts:
    """Removes the functions of a graph's library that nothing in it calls."""
    called = called_functions(graph)
    unused = [name for name in graph.functions if name not in called]
    for name in unused:
        graph.functions.remove(name)
        graph.functions.gradients.pop(name, None)
    return Counter(functions_removed=len(unused)) if unused else Counter()
