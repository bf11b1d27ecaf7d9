"""Recording of an optimizer run: the graph after each pass, the origin of each node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphir.analysis.history import History
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.watching import Watcher
from runtime.explorer.node_states import NodeStates


@dataclass
class Step:
    """The graph at the start, or after one run of a pass that changed it."""

    title: str
    graphs: list[int]
    """Numbers of the graph and of its functions."""
    round: int = 0
    milliseconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    """Rewrites by rule."""
    sizes: tuple[int, int] = (0, 0)
    """Nodes before and after."""
    change: dict[str, Any] | None = None
    """How the results differ from the results before it, if they were compared."""

    def as_data(self) -> dict[str, Any]:
        """The fields, for JSON."""
        return {
            "title": self.title,
            "graphs": self.graphs,
            "round": self.round,
            "ms": round(self.milliseconds, 3),
            "counts": self.counts,
            "before": self.sizes[0],
            "after": self.sizes[1],
            "change": self.change,
        }


class Recorder(Watcher):
    """Records the steps of an optimizer run, and the predecessors of each node."""

    def __init__(self, states: NodeStates) -> None:
        self.states = states
        self.steps: list[Step] = []
        self.idle: list[tuple[str, int, float]] = []
        """Runs of passes that changed nothing: pass, round, milliseconds."""
        self.parents: set[tuple[int, int]] = set()
        """Number of a node, and of one that was made of it or took its place."""
        self._events: list[dict[str, Any]] = []
        self._told = 0
        self.history = History()
        self._made: dict[Node, None] = {}
        self._gone: dict[Node, None] = {}
        self._originals: dict[Node, Node] = {}
        """By a copy in another graph: the node that it was copied from."""

    def start(self, graph: Graph, title: str) -> None:
        """Records the graph before the first pass."""
        self.steps.append(Step(title, self.states.snapshot(graph)))

    def pass_started(self, each: Any, graph: Graph, round_number: int) -> None:
        """Passes the event on to the history."""
        self.history.pass_started(each, graph, round_number)

    def pass_ended(self, result: Any, graph: Graph) -> None:
        """Records the graph if the pass changed it."""
        self.history.pass_ended(result, graph)
        self._close()
        copies = self._note_copies(graph)
        if not result.changed:
            self.idle.append((result.name, result.round, result.milliseconds))
            return
        self.steps.append(
            Step(
                result.name,
                self.states.snapshot(graph),
                result.round,
                result.milliseconds,
                dict(result.counts),
                (result.nodes_before, result.nodes_after),
            )
        )
        self._note_events()
        self._note_copy_events(copies, " or ".join(result.counts))

    def rule_applied(self, graph: Graph, rule: str, node: Node) -> None:
        """Links the nodes created since the last rule to their predecessors."""
        self.history.rule_applied(graph, rule, node)
        self._close(node)

    def node_added(self, node: Node) -> None:
        """Records a new node."""
        self.history.node_added(node)
        self._made[node] = None

    def node_removed(self, node: Node) -> None:
        """Records the removal of a node."""
        self.history.node_removed(node)
        self._gone[node] = None

    def node_renamed(self, node: Node, old_name: str) -> None:
        """Passes the event on to the history; the node keeps its number."""
        self.history.node_renamed(node, old_name)

    def node_copied(self, node: Node, twin: Node) -> None:
        """Records which node the twin is a copy of."""
        self.history.node_copied(node, twin)
        self._originals[twin] = node

    def value_replaced(self, old: Value, new: Value) -> None:
        """Records that the new value's node replaces the old node."""
        self.history.value_replaced(old, new)
        self._join(old.node, new.node)

    def _close(self, at: Node | None = None) -> None:
        sources = [*self._gone, *([at] if at is not None else [])]
        # what a pass that tells no rules made at once does not come of all that went
        is_one_rule = at is not None and len(self._made) * len(sources) <= 64
        for node in self._made:
            original = self._original(node)
            if original is not None:
                self._join(original, node)
            elif is_one_rule:
                for source in sources:
                    self._join(source, node)
        self._made, self._gone = {}, {}

    def _join(self, old: Node, new: Node) -> None:
        if old is not new:
            self.parents.add((self.states.number(old), self.states.number(new)))

    def _original(self, node: Node) -> Node | None:
        """The node of an earlier step that this one is a copy, or a copy's copy, of."""
        original = self._originals.get(node)
        while original is not None and not self.states.has_number(original):
            original = self._originals.get(original)
        return original

    def _note_copies(self, graph: Graph) -> list[tuple[Node, Node]]:
        """The nodes of functions that were copied whole, each with its original."""
        found = []
        for body in (each.body for each in graph.functions.values()):
            for node in body:
                if self.states.has_number(node):
                    continue
                original = self._original(node)
                if original is not None:
                    self._join(original, node)
                    found.append((original, node))
        return found

    def _note_copy_events(self, copies: list[tuple[Node, Node]], rule: str) -> None:
        """Events of what came and went with whole functions, which no watcher sees."""
        step = len(self.steps) - 1
        told = {event["id"] for event in self._events if event["step"] == step}
        for source, node in copies:
            number = self.states.number(node)
            if number not in told:
                place = node.graph.name if node.graph is not None else ""
                copied = "copied", place, node.name, source.name
                self._events.append(_event(step, number, copied, rule))
        before, after = (self._numbers_by_name(each) for each in (step - 1, step))
        left = set(after.values())
        for (place, name), number in before.items():
            if number not in left and number not in told:
                removed = "removed", place, name, f"with @{place}"
                self._events.append(_event(step, number, removed, rule))

    def _note_events(self) -> None:
        """Takes over what the history says of the last step, with nodes' numbers."""
        step = len(self.steps) - 1
        before, after = (self._numbers_by_name(each) for each in (step - 1, step))
        known, self._told = self._told, len(self.history.events)
        for event in self.history.events[known:]:
            place = event.graph, event.node
            first, second = (after, before) if event.kind == "made" else (before, after)
            number = first.get(place, second.get(place))
            what = event.kind, event.graph, event.node, event.detail
            self._events.append(_event(step, number, what, event.rule))

    def _numbers_by_name(self, step: int) -> dict[tuple[str, str], int]:
        graphs = [self.states.graphs[each] for each in self.steps[step].graphs]
        return {
            (graph["name"], state["name"]): state["id"]
            for graph in graphs
            for state in map(self.states.states.__getitem__, graph["states"])
        }

    def events(self) -> list[dict[str, Any]]:
        """The events of each node: its number, the step, the rule.

        A node that was made and removed within one run of a pass has no number.
        """
        return self._events


def _event(
    step: int, number: int | None, what: tuple[str, str, str, str], rule: str
) -> dict[str, Any]:
    kind, graph, node, detail = what
    return {
        "step": step,
        "id": number,
        "kind": kind,
        "graph": graph,
        "node": node,
        "detail": detail,
        "rule": rule,
    }


def rules_of(steps: list[Step], passes: Mapping[str, Any]) -> dict[str, Any]:
    """The passes that changed the graph: their descriptions, and their rules."""
    found: dict[str, Any] = {}
    for step in steps:
        each = passes.get(step.title)
        if each is None or step.title in found:
            continue
        rules = {
            rule.name: {"equation": rule.equation, "exactness": rule.exactness.value}
            for rule in each.rules
        }
        others = {
            name: {"equation": text, "exactness": "exact"}
            for name, text in each.rewrites.items()
        }
        found[step.title] = {"text": each.__doc__ or "", "rules": {**others, **rules}}
    return found
