"""The branches and loops that each node of a graph with Switch and Enter lies in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphir.analysis.control_flow import is_control_flow
from graphir.analysis.order import (
    leads_back,
    predecessors,
    sorted_by_need,
    topological_order,
)
from graphir.editing.dataflow.arrays import is_array_op
from graphir.editing.dataflow.batches import batches_by_need
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
    awaited: dict[Node, None] = field(default_factory=dict)
    """Nodes around the loop for which nodes in it wait."""

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
        self._loops_left: dict[Node, Loop] = {}
        for node in topological_order(graph):
            self._place(node)
        for node in graph:
            self._await(node)
        order, _ = sorted_by_need(graph.nodes, self.needs)
        for node in order:
            self._guard(node)
        self.frames_with_effects = self._frames_with_effects()
        self._batches = {
            node: batch
            for batch in batches_by_need(order, self.needs, self._kind)
            for node in batch
        }

    def of(self, value: Value) -> Guard:
        """The branches that a value exists in, within its frame."""
        guard = self._guards[value.node]
        if not value.node.has_trait("chooses_output") or is_of_loop(value.node):
            return guard
        return guard | {(condition_of(value.node), value.index)}

    def at(self, node: Node) -> Guard:
        """The branches that a node runs in, within its frame."""
        return self._guards[node]

    def together(self, merge: Node) -> tuple[Node, ...]:
        """The Merges after branches that one node with functions can stand for.

        They ask the same, at the same place, and none needs another.
        """
        return self._batches[merge]

    def loop_of(self, leaving: Node) -> Loop:
        """The loop that a node takes a value out of."""
        return self._loops_left[leaving]

    def needs(self, node: Node) -> list[Node]:
        """What must be there before a node: for the result of a loop, all it reads."""
        before = [each for each in predecessors(node) if not leads_back(each)]
        loop = self._loops_left.get(node)
        return before if loop is None else [*before, *loop.enters, *loop.awaited]

    def _place(self, node: Node) -> None:
        before = [each for each in predecessors(node) if not leads_back(each)]
        frame = next((self.frames[x] for x in before if self.frames[x]), "")
        self.frames[node] = frame
        if node.has_trait("enters_frame"):
            self._enter(node, frame)
        elif node.has_trait("leaves_frame"):
            self._leave(node, frame)
        elif node.has_trait("any_input_runs") and _is_of_rounds(node):
            self.loops[frame].merges.append(node)

    def _enter(self, node: Node, outer: str) -> None:
        name = bytes(node.attrs["frame_name"]).decode()
        self._parents[name] = outer
        self.loops.setdefault(name, Loop(name)).enters.append(node)
        self.frames[node] = name

    def _leave(self, node: Node, frame: str) -> None:
        loop = self.loops.get(frame)
        if loop is None:
            raise InvalidGraphError(f"{_place(node)} leaves no frame.")
        loop.exits.append(node)
        self._loops_left[node] = loop
        self.frames[node] = self._parents[frame]

    def _await(self, node: Node) -> None:
        """Notes what each loop waits for by an edge to a node in it."""
        for each in node.control_inputs:
            frame = self.frames[node]
            while frame != self.frames[each] and frame:
                self.loops[frame].awaited[each] = None
                frame = self._parents[frame]
            if frame != self.frames[each]:
                raise InvalidGraphError(
                    f"{_place(node)} waits for %{each.name}, which is in a loop."
                )

    def _guard(self, node: Node) -> None:
        if node.has_trait("enters_frame"):
            self._guards[node] = ALWAYS
        elif node.has_trait("leaves_frame"):
            loop = self._loops_left[node]
            around = [self._joined(each) for each in loop.enters]
            around += [
                self._guards[x]
                for x in loop.awaited
                if self.frames[x] == self.frames[node]
            ]
            self._guards[node] = ALWAYS.union(*around)
        elif node.has_trait("any_input_runs"):
            self._merge(node)
        else:
            self._guards[node] = self._joined(node)

    def _joined(self, node: Node) -> Guard:
        found = [self.of(value) for value in node.inputs]
        found += [self._guards[each] for each in node.control_inputs]
        return ALWAYS.union(*found)

    def _frames_with_effects(self) -> set[str]:
        """The frames that run nodes with effects, or loops with such nodes."""
        found: set[str] = set()
        for node, frame in self.frames.items():
            while has_effect(node) and frame and frame not in found:
                found.add(frame)
                frame = self._parents[frame]
        return found

    def _kind(self, node: Node) -> tuple[str, Guard, Value] | None:
        """Where a Merge runs, and what it asks."""
        decision = self.decisions.get(node)
        if decision is None:
            return None
        return self.frames[node], self._guards[node], decision.condition

    def _merge(self, node: Node) -> None:
        if _is_of_rounds(node):
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
    while _is_copy(value.node):
        value = value.node.inputs[0]
    return value


def _is_copy(node: Node) -> bool:
    is_alias = node.has_trait("alias") and not node.has_trait("given_or_default")
    return is_alias and bool(node.inputs)


def is_of_loop(switch: Node) -> bool:
    """Whether a Switch sends a variable into another iteration, or out."""
    asked = switch.inputs[1].node
    return asked.has_trait("of_frames") and not asked.has_trait("enters_frame")


def switches_of(merge: Node) -> Iterator[Node]:
    """The switches that a variable goes through."""
    for use in merge.output.uses:
        if use.node.has_trait("chooses_output") and is_of_loop(use.node):
            yield use.node


def entering(merge: Node) -> Node:
    """The node that brings the first value of a variable."""
    return next(x.node for x in merge.inputs if x.node.has_trait("enters_frame"))


def going_on(merge: Node) -> Node:
    """The node that brings the later values of a variable."""
    return next(x.node for x in merge.inputs if x.node.has_trait("next_iteration"))


def has_effect(node: Node) -> bool:
    """Whether it matters when the node runs; arrays of version 1 become values."""
    return node.is_stateful and not is_control_flow(node) and not is_array_op(node)


def starts_a_round(node: Node) -> bool:
    """Whether the node is there as soon as an iteration of a loop begins."""
    if node.has_trait("chooses_output"):
        return is_of_loop(node)
    if node.has_trait("any_input_runs"):
        return _is_of_rounds(node)
    return node.has_trait("of_frames") and not node.has_trait("leaves_frame")


def _is_of_rounds(merge: Node) -> bool:
    """Whether a Merge is a variable of a loop, not the result of a branch."""
    return any(leads_back(value.node) for value in merge.inputs)


def _place(node: Node) -> str:
    return f"Node {node.name!r} ({node.op})"
