"""Buffer assignment inside a block: scratch buffers, or the memory of a result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from graphir.dtypes import DType
from graphir.node import Node, Value
from runtime.executor.planning.blocks import BLOCKWISE
from runtime.executor.planning.plan import Plan

Slot = int | Value
"""A scratch buffer by number, or the block of a result until that is written."""


def assign_slots(
    nodes: Sequence[Node], kept: Collection[Value], results: Sequence[Value], plan: Plan
) -> dict[Value, Slot]:
    """Assigns a buffer to each value of the run that is not ``kept``.

    A ufunc may overwrite its argument: it reads each element before it writes. So a
    chain of ufuncs runs in the block of its result, and needs no scratch buffer.
    """
    last = _last_uses(nodes, plan)
    written = {node.output: index for index, node in enumerate(nodes)}
    free: dict[DType, list[Slot]] = {}
    for value in results:
        free.setdefault(value.dtype, []).append(value)
    until = {
        value: written[value] - (value.node.has_trait(BLOCKWISE)) for value in results
    }
    slots: dict[Value, Slot] = {}
    count = 0
    for index, node in enumerate(nodes):
        dying = {
            value: free.setdefault(value.dtype, [])
            for value in map(plan.root, node.inputs)
            if value in slots and last[value] == index
        }
        if not node.has_trait(BLOCKWISE):
            _release(dying, slots)
        if node.output not in kept:
            end = last.get(node.output, index)
            slot = _taken(free.setdefault(node.output.dtype, []), end, until)
            slots[node.output] = count if slot is None else slot
            count += slot is None
        if node.has_trait(BLOCKWISE):
            _release(dying, slots)
    return slots


def _last_uses(nodes: Sequence[Node], plan: Plan) -> dict[Value, int]:
    last: dict[Value, int] = {}
    for index, node in enumerate(nodes):
        for value in map(plan.root, node.inputs):
            last[value] = index
    return last


def _taken(waiting: list[Slot], end: int, until: Mapping[Value, int]) -> Slot | None:
    """A buffer that is free until the step ``end``, removed from the free list."""
    for slot in waiting:
        if isinstance(slot, int) or end <= until[slot]:
            waiting.remove(slot)
            return slot
    return None


def _release(dying: Mapping[Value, list[Slot]], slots: Mapping[Value, Slot]) -> None:
    """Returns the buffers of dead values to the free list, to be reused first."""
    for value, waiting in dying.items():
        waiting.insert(0, slots[value])
