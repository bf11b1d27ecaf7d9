"""Explorer data from graphs that were dumped after each pass, one file per graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.graph import Graph
from runtime.explorer.model import VERSION
from runtime.explorer.node_states import Files, NodeStates
from runtime.explorer.recording import Step
from runtime.explorer.sources import source_texts


def model_of_dumps(title: str, dumps: Sequence[tuple[str, Graph]]) -> dict[str, Any]:
    """The titled graphs in order; names identify a node from graph to graph.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    >>> model = model_of_dumps("d", [("given", graph), ("cse", graph.copy())])
    >>> len(model["states"]), [step["title"] for step in model["steps"]]
    (2, ['given', 'cse'])
    """
    files = Files()
    states = NodeStates(files)
    steps: list[Step] = []
    before: dict[tuple[str, str], int] = {}
    size = 0
    for number, (name, graph) in enumerate(dumps):
        named = _named(graph)
        for place, node in named.items():
            if place in before:
                states.take_for(node, before[place])
        steps.append(Step(name, states.snapshot(graph), sizes=(size, len(named))))
        steps[-1].round = 1 if number else 0
        before = {place: states.number(node) for place, node in named.items()}
        size = len(named)
    used = [tuple(line) for state in states.states for line in state.get("lines", ())]
    return {
        "version": VERSION,
        "title": title,
        "notes": {},
        "files": source_texts(files, used),
        "code": [],
        "states": states.states,
        "graphs": states.graphs,
        "steps": [step.as_data() for step in steps],
        "idle": [],
        "events": [],
        "parents": [],
        "rules": {},
        "program": None,
        "native": None,
        "result": None,
        "problem": "these are graphs alone: nothing was run",
    }


def _named(graph: Graph) -> dict[tuple[str, str], Any]:
    found = {("", node.name): node for node in graph}
    for function in graph.functions.values():
        found.update({(function.name, node.name): node for node in function.body})
    return found
