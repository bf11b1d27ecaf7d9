"""History: a record of the effects of passes and rules on each node."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from graphir.attributes import attr_key
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.watching import Watcher


@dataclass(frozen=True)
class Event:
    """One event in the history of a node."""

    kind: str
    """``made``, ``changed``, ``replaced``, ``removed`` or ``renamed``."""
    graph: str
    """The graph, or the function whose body it is."""
    node: str
    """The name before the event."""
    op: str
    """The op before the event."""
    detail: str
    """The value that took its place, the node that does its work now, the new name, or
    what is different."""
    pass_name: str
    rule: str
    """The rule; several where the pass does not say which."""
    round: int
    number: int
    """Events of one application of a rule have one number."""

    def as_data(self) -> dict[str, Any]:
        """The fields as a dictionary, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        rule = f".{self.rule}" if self.rule else ""
        words = {
            "made": "made",
            "changed": self.detail,
            "replaced": f"replaced by %{self.detail}",
            "removed": f"became part of %{self.detail}" if self.detail else "removed",
            "renamed": f"renamed to %{self.detail}",
        }[self.kind]
        return f"round {self.round}, {self.pass_name}{rule}: {words}"


class Original(NamedTuple):
    """The node that another one was copied from, and when."""

    graph: str
    node: str
    pass_name: str
    round: int
    number: int
    """Of the last event before."""

    def __str__(self) -> str:
        source = f"copied from %{self.node} in {self.graph}"
        return f"round {self.round}, {self.pass_name}: {source}"


class History(Watcher):
    """Records the changes to nodes while a pipeline runs.

    >>> from graphir.passes.optimizer import optimize_graph
    >>> from graphir.text.parser import parse_graph
    >>> from graphir.watching import watched_by
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[]) -> (%b) {
    ...       %a = Neg(%x)
    ...       %b = Neg(%a)
    ...     }''')
    >>> history = History()
    >>> with watched_by(history):
    ...     report = optimize_graph(graph, "arithmetic")
    >>> for event in history.of("b"):
    ...     print(event)
    round 1, arithmetic...: replaced by %x
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._pending: list[tuple[str, Node, Graph | None, str, str, str]] = []
        self._known: dict[Node, _State] = {}
        self._before: dict[Node, _State] = {}
        """Nodes whose op an application of a rule changed, as they were before it."""
        self._names: dict[int, str] = {}
        self._bodies: dict[str, Graph] = {}
        self._unnamed: list[tuple[int, Graph]] = []
        """Events in bodies that were no functions yet, by their index."""
        self._first: dict[tuple[str, str], Node] = {}
        """By graph and name: the first node there."""
        self._twins: dict[Node, list[Node]] = defaultdict(list)
        """By a node: those of other graphs that do what it does."""
        self._copied_from: dict[Node, tuple[Node, tuple[str, int, int]]] = {}
        self._places: dict[Node, tuple[str, str]] = {}
        """By a node: the graph and name that it had before a pass."""
        self._pass, self._round, self._number = "", 0, 0

    # --- asking

    def of(self, name: str, graph: str | None = None) -> list[Event]:
        """The history of a node, looked up by its present name or a later one."""
        names, found = {name}, []
        for event in self.events:
            if event.node in names and graph in (None, event.graph):
                found.append(event)
                if event.kind == "renamed":
                    names.add(event.detail)
        return found

    def beside(self, event: Event) -> list[Event]:
        """Other events of the same rule application."""
        return [
            each
            for each in self.events
            if each.number == event.number and each is not event
        ]

    def copies(self, name: str, owner: str, graph: Graph) -> list[tuple[str, Node]]:
        """The remaining copies of a node, with the names of their functions or graphs.

        The node itself and copies that were removed later are not included.
        """
        bodies = {id(each.body): each.name for each in graph.functions.values()}
        bodies[id(graph)] = graph.name
        first = self._first.get((owner, name))
        waiting = [] if first is None else [first]
        seen = set(waiting)
        for node in waiting:
            for twin in self._twins.get(node, ()):
                if twin not in seen:
                    seen.add(twin)
                    waiting.append(twin)
        return [
            (bodies[id(node.graph)], node)
            for node in waiting[1:]
            if id(node.graph) in bodies and node.name in node.graph  # type: ignore[operator]
        ]

    def originals(self, node: Node) -> list[Original]:
        """The nodes that a node is a copy of, the nearest first."""
        found = []
        while node in self._copied_from:
            node, (pass_name, round_number, number) = self._copied_from[node]
            if node in self._places:
                place = self._places[node]
                found.append(Original(*place, pass_name, round_number, number))
        return found

    # --- being told

    def pass_started(self, each: Any, graph: Graph, round_number: int) -> None:
        """Records the state of every node before the pass."""
        self._pass, self._round = each.name, round_number
        self._names = {id(graph): graph.name}
        self._known = {node: _State(node) for node in graph}
        self._bodies = {each.name: each.body for each in graph.functions.values()}
        for name, body in self._bodies.items():
            self._names[id(body)] = name
            self._known.update({node: _State(node) for node in body})
        for body in (graph, *self._bodies.values()):
            for node in body:
                place = self._names[id(body)], node.name
                self._first.setdefault(place, node)
                self._places.setdefault(node, place)

    def pass_ended(self, result: Any, graph: Graph) -> None:
        """Attributes unclaimed changes to the pass, and detects silent ones."""
        of_functions = [rule for rule in result.counts if rule.startswith("functions_")]
        others = [rule for rule in result.counts if rule not in of_functions]
        for each in (graph, *(f.body for f in graph.functions.values())):
            for node in each:
                self._note_change(node, with_inputs=False)
        self._flush(" or ".join(others or of_functions))
        for name, body in self._bodies.items():
            if name not in graph.functions:
                for node in body:
                    self._note("removed", node, "")
        self._flush(" or ".join(of_functions or others))
        self._name_new_bodies(graph)
        self._known = {}

    def _name_new_bodies(self, graph: Graph) -> None:
        """A body is filled first, and gets its name in the library then."""
        names = {id(each.body): each.name for each in graph.functions.values()}
        for index, body in self._unnamed:
            if id(body) in names:
                self.events[index] = replace(self.events[index], graph=names[id(body)])
        self._unnamed = []

    def rule_applied(self, graph: Graph, rule: str, node: Node) -> None:
        """Attributes the changes since the last call to the rule."""
        if node.graph is not None:
            self._note_change(node, with_inputs=True)
        self._flush(rule)

    def node_added(self, node: Node) -> None:
        """Notes a node that was made."""
        self._note("made", node, "")
        self._known[node] = _State(node)

    def node_removed(self, node: Node) -> None:
        """Records the removal of a node."""
        self._note("removed", node, "")

    def node_renamed(self, node: Node, old_name: str) -> None:
        """Notes a new name."""
        self._note("renamed", node, node.name, old_name)

    def node_copied(self, node: Node, twin: Node) -> None:
        """Notes where a node lives on."""
        self._twins[node].append(twin)
        self._copied_from[twin] = node, (self._pass, self._round, self._number)

    def value_replaced(self, old: Value, new: Value) -> None:
        """Notes which value the readers of another one turned to."""
        self._note("replaced", old.node, new.name)

    # --- keeping

    def _note(self, kind: str, node: Node, detail: str, name: str = "") -> None:
        name, op = name or node.name, self._known_op(node)
        self._pending.append((kind, node, node.graph, name, op, detail))

    def _known_op(self, node: Node) -> str:
        known = self._known.get(node)
        return node.op if known is None else known.op

    def _note_change(self, node: Node, with_inputs: bool) -> None:
        known = self._known.get(node)
        if known is None:
            return
        detail = known.difference(node, with_inputs)
        if detail:
            self._note("changed", node, detail)
            if node.op != known.op:
                self._before[node] = known
            self._known[node] = _State(node)

    def _flush(self, rule: str) -> None:
        if not self._pending:
            return
        self._number += 1
        kinds: dict[Node, set[str]] = defaultdict(set)
        for kind, node, *_ in self._pending:
            kinds[node].add(kind)
        wholes = self._wholes({node for node in kinds if "removed" in kinds[node]})
        for kind, node, body, name, op, detail in self._pending:
            if {"made", "removed"} <= kinds[node]:
                continue  # a step on the way, gone again
            if kind == "removed" and "replaced" in kinds[node]:
                continue  # said already, and by what
            if kind == "removed" and node in wholes:
                detail = wholes[node].name
            graph = self._names.get(id(body), "")
            if not graph and body is not None:
                self._unnamed.append((len(self.events), body))
            place = self._pass, rule, self._round, self._number
            self.events.append(Event(kind, graph, name, op, detail, *place))
        self._pending, self._before = [], {}

    def _wholes(self, removed: set[Node]) -> dict[Node, Node]:
        """Of removed nodes: which node of another op now computes what they did.

        That node read the removed one before, and reads what this one read.
        """
        found: dict[Node, Node] = {}
        for whole, before in self._before.items():
            reads = {value for value in whole.inputs if value not in before.inputs}
            waiting = [value.node for value in before.inputs]
            for node in waiting:
                if node not in removed or node in found or node not in self._known:
                    continue
                inputs = self._known[node].inputs
                if reads.intersection(inputs):
                    found[node] = whole
                waiting += [value.node for value in inputs]
        return found


class _State:
    """A snapshot of a node, to detect later changes."""

    __slots__ = ("attrs", "inputs", "op")

    def __init__(self, node: Node) -> None:
        self.op = node.op
        self.attrs = dict(node.attrs)
        self.inputs = node.inputs

    def difference(self, node: Node, with_inputs: bool) -> str:
        """The changes since the snapshot, in words; empty if there are none."""
        if node.op != self.op:
            return f"{self.op} became {node.op}"
        names = [
            name
            for name in dict.fromkeys([*self.attrs, *node.attrs])
            if not _is_same(self.attrs.get(name), node.attrs.get(name))
        ]
        if names:
            return f"{', '.join(names)} changed"
        if with_inputs and node.inputs != self.inputs:
            reads = ", ".join(f"%{value.name}" for value in node.inputs)
            return f"reads {reads or 'nothing'} now"
        return ""


def _is_same(old: Any, new: Any) -> bool:
    return old is new or attr_key(old) == attr_key(new)
