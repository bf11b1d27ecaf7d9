"""The effects that the order of a function's nodes must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphir.editing.dataflow.guards import Guards, has_effect, starts_a_round
from graphir.editing.dataflow.places import Place
from graphir.node import Node


class Effects:
    """Which nodes of one function have effects, or come after some.

    An order of nodes without effects, such as that after the mark of a branch, is no
    order that anyone sees.
    """

    def __init__(self, guards: Guards, place: Place) -> None:
        self._guards = guards
        self._inside = place.runs
        self._found: dict[Node, bool] = {}

    def to_await(self, nodes: Iterable[Node]) -> list[Node]:
        """The nodes among these that come after effects here, or have one."""
        found: dict[Node, None] = {}
        path = [*nodes]
        while path:
            node = path.pop()
            if not self._come_before(node):
                continue
            if node.has_trait("chooses_output"):
                path += self._before(node)
            else:
                found[node] = None
        return list(found)

    def _come_before(self, wanted: Node) -> bool:
        """Whether an effect in this function is the node's, or one that it awaits."""
        path = [wanted]
        while path:
            node = path[-1]
            if node in self._found:
                path.pop()
                continue
            before = list(self._before(node))
            missing = [each for each in before if each not in self._found]
            if missing and not self._is_effect(node):
                path += missing
                continue
            self._found[node] = self._is_effect(node) or any(
                self._found[each] for each in before
            )
        return self._found[wanted]

    def _is_effect(self, node: Node) -> bool:
        if not self._inside(node):
            return False
        if node.has_trait("leaves_frame"):
            return self._guards.loop_of(node).frame in self._guards.frames_with_effects
        return has_effect(node)

    def _before(self, node: Node) -> Iterator[Node]:
        """What runs before a node in this function."""
        if not self._inside(node) or starts_a_round(node):
            return
        if node.has_trait("leaves_frame"):
            loop = self._guards.loop_of(node)
            yield from (each.inputs[0].node for each in loop.enters)
            yield from loop.awaited
            return
        yield from (value.node for value in node.inputs)
        yield from node.control_inputs
