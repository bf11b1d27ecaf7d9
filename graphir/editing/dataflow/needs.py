"""What a function needs of the old graph before it can have one of its values."""

from __future__ import annotations

from collections.abc import Iterable

from graphir import dtypes
from graphir.editing.dataflow.arrays import is_array_op
from graphir.editing.dataflow.effects import Effects
from graphir.editing.dataflow.guards import Guards, Loop
from graphir.editing.dataflow.places import Place, branch_of
from graphir.errors import InvalidGraphError
from graphir.node import Node, Value


class Needs:
    """The values that one function needs, and the nodes that it waits for.

    Handles of arrays are not needed: an array is a list, which is a value.
    """

    def __init__(self, guards: Guards, place: Place) -> None:
        self._guards = guards
        self._effects = Effects(guards, place)

    def effects(self, nodes: Iterable[Node]) -> list[Node]:
        """The nodes among these that come after effects in the function."""
        return self._effects.to_await(nodes)

    def of(self, item: Value | Node) -> list[Value | Node]:
        """What must be there before a value, or before the effect of a node.

        Raises:
          InvalidGraphError: for a variable of a loop, outside of the loop.
        """
        if isinstance(item, Node) and item.outputs:
            return [item.outputs[0]]
        node = item.node if isinstance(item, Value) else item
        if node.has_trait("enters_frame"):
            return []
        if node.has_trait("leaves_frame"):
            return self._of_loop(self._guards.loop_of(node))
        if node.has_trait("any_input_runs"):
            values, nodes = self.around(node)
            return [*values, *self.effects(nodes)]
        if node.has_trait("chooses_output"):
            return [node.inputs[0]]
        values = [
            value
            for value in node.inputs
            if not is_array_op(node) or value.dtype.base_dtype is not dtypes.resource
        ]
        return [*values, *self.effects(node.control_inputs)]

    def around(self, merge: Node) -> tuple[list[Value], list[Node]]:
        """What the branches before a Merge read, and what their nodes wait for.

        Raises:
          InvalidGraphError: if there are no branches before it.
        """
        decision = self._guards.decisions.get(merge)
        if decision is None:
            raise InvalidGraphError(
                f"%{merge.name} is a variable of a loop, read outside of it."
            )
        values: dict[Value, None] = {decision.condition: None}
        nodes: dict[Node, None] = {}
        for side in range(len(decision.inputs)):
            self._reach(merge, side, values, nodes)
        return list(values), list(nodes)

    def _of_loop(self, loop: Loop) -> list[Value | Node]:
        values = [
            each.inputs[0]
            for each in loop.enters
            if each.inputs[0].dtype.base_dtype is not dtypes.resource
        ]
        return [*values, *self.effects(loop.awaited)]

    def _reach(
        self,
        node: Node,
        side: int,
        values: dict[Value, None],
        nodes: dict[Node, None],
    ) -> None:
        """Adds what one branch reads from around it, and what its nodes wait for."""
        place = branch_of(self._guards, node, side)
        path: list[Value | Node] = []
        for merge in self._guards.together(node):
            index = self._guards.decisions[merge].inputs[side]
            path += [merge.inputs[index], *merge.control_inputs]
        seen: set[Value | Node] = set()
        while path:
            item = path.pop()
            if item in seen:
                continue
            seen.add(item)
            if isinstance(item, Node):
                if place.runs(item):
                    path += self._before(item)
                else:
                    nodes[item] = None
            elif place.has(item):
                path += self._before(item.node)
            elif is_constant(item):
                path += item.node.control_inputs
            elif item.dtype.base_dtype is not dtypes.resource:
                values[item] = None

    def _before(self, node: Node) -> list[Value | Node]:
        """What a node, or what is written with it, reads and waits for."""
        if node.has_trait("leaves_frame"):
            loop = self._guards.loop_of(node)
            return [*(each.inputs[0] for each in loop.enters), *loop.awaited]
        is_merge = node in self._guards.decisions
        nodes = self._guards.together(node) if is_merge else [node]
        found: list[Value | Node] = []
        for each in nodes:
            found += [*each.inputs, *each.control_inputs]
        return found


def is_constant(value: Value) -> bool:
    """Whether the value is one that any function can have a copy of."""
    return value.node.op == "Const"
