"""The branches and loops that each node of a graph with Switch and Enter lies in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphir.analysis.order import leads_back, predecessors, topological_order
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value

Guard = frozenset[tuple[Value, int]]
"""Conditions and the output of their Switch: all must hold for a value to exist."""

ALWAYS: Guard = frozenset()


@dataclass
class Loop:
    """The nodes of one frame that make it a loop."""

    frame: str
    enters: list[Node] = field(default_factory=list)
    merges: list[Node] = field(default_factory=list)
    """One for each variable."""
    exits: list[Node] = field(default_factory=list)

    @property
    def condition(self) -> Node:
        """The node that says whether there is another iteration.

        Raises:
          InvalidGraphError: if the frame has none.
        """
        for merge in self.merges:
            for switch in switches_of(merge):
                return switch.inputs[1].node
        raise InvalidGraphError(f"The frame {self.frame!r} has no LoopCond.")


@dataclass(frozen=True)
class Decision:
    """A Merge after a branch: what is asked, and the number of the input for each side.

    The sides are those of the Switch: false and true, or 0, 1, ... of an index.
    """

    condition: Value
    inputs: tuple[int, ...]


class Guards:
    """For each node the frame and the branches that it runs in.

    Raises:
      InvalidGraphError: for a Merge whose inputs no condition tells apart.
    """

    def __init__(self, graph: Graph) -> None:
        self.frames: dict[Node, str] = {}
        self.loops: dict[str, Loop] = {}
        self.decisions: dict[Node, Decision] = {}
        self._guards: dict[Node, Guard] = {}
        self._parents: dict[str, str] = {}
        for node in topological_order(graph):
            self._place(node)

    def of(self, value: Value) -> Guard:
        """The branches that a value exists in, within its frame."""
        guard = self._guards[value.node]
        if not value.node.has_trait("chooses_output") or is_of_loop(value.node):
            return guard
        return guard | {(condition_of(value.node), value.index)}

    def _place(self, node: Node) -> None:
        before = [each for each in predecessors(node) if not leads_back(each)]
        frame = next((self.frames[x] for x in before if self.frames[x]), "")
        if node.has_trait("enters_frame"):
            self._enter(node, frame)
        elif node.has_trait("leaves_frame"):
            self._leave(node, frame)
        elif node.has_trait("any_input_runs"):
            self.frames[node] = frame
            self._merge(node, frame)
        else:
            self.frames[node] = frame
            self._guards[node] = self._joined(node)

    def _joined(self, node: Node) -> Guard:
        found = [self.of(value) for value in node.inputs]
        found += [self._guards[x] for x in node.control_inputs if x in self._guards]
        return ALWAYS.union(*found)

    def _enter(self, node: Node, outer: str) -> None:
        name = bytes(node.attrs["frame_name"]).decode()
        self._parents[name] = outer
        self.loops.setdefault(name, Loop(name)).enters.append(node)
        self.frames[node] = name
        self._guards[node] = ALWAYS

    def _leave(self, node: Node, frame: str) -> None:
        loop = self.loops.get(frame)
        if loop is None:
            raise InvalidGraphError(f"{_place(node)} leaves no frame.")
        loop.exits.append(node)
        self.frames[node] = self._parents[frame]
        self._guards[node] = ALWAYS.union(*(self._joined(x) for x in loop.enters))

    def _merge(self, node: Node, frame: str) -> None:
        if any(leads_back(value.node) for value in node.inputs):
            self.loops[frame].merges.append(node)
            self._guards[node] = ALWAYS
            return
        guards = [self.of(value) for value in node.inputs]
        choices = [
            found
            for condition in dict.fromkeys(each for each, _ in guards[0])
            if (found := _sides(condition, guards)) is not None
        ]
        if not choices:
            raise InvalidGraphError(
                f"{_place(node)}: no condition tells its inputs apart."
            )
        decision, rests = min(choices, key=lambda x: len(set(x[1])))
        self._guards[node] = ALWAYS.union(*rests)
        self.decisions[node] = decision


def _sides(
    condition: Value, guards: Sequence[Guard]
) -> tuple[Decision, list[Guard]] | None:
    """The input for each side of a condition, and what else each input needs."""
    inputs: dict[int, int] = {}
    for index, guard in enumerate(guards):
        sides = [side for each, side in guard if each is condition]
        if len(sides) != 1 or sides[0] in inputs:
            return None
        inputs[sides[0]] = index
    if set(inputs) != set(range(len(guards))):
        return None
    order = tuple(inputs[side] for side in range(len(guards)))
    rests = [
        frozenset(each for each in guard if each[0] is not condition)
        for guard in guards
    ]
    return Decision(condition, order), rests


def condition_of(switch: Node) -> Value:
    """The value that a Switch asks, without the copies of it."""
    return without_copies(switch.inputs[1])


def without_copies(value: Value) -> Value:
    """The value that copies are of."""
    while value.node.has_trait("alias") and value.node.inputs:
        value = value.node.inputs[0]
    return value


def is_of_loop(switch: Node) -> bool:
    """Whether a Switch sends a variable into another iteration, or out."""
    asked = switch.inputs[1].node
    return asked.has_trait("of_frames") and not asked.has_trait("enters_frame")


def switches_of(merge: Node) -> Iterator[Node]:
    """The switches that a variable goes through."""
    for use in merge.output.uses:
        if use.node.has_trait("chooses_output") and is_of_loop(use.node):
            yield use.node


def _place(node: Node) -> str:
    return f"Node {node.name!r} ({node.op})"
