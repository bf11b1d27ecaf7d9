"""Stacks of one value that never changes, taken out of loops.

The gradient of a loop keeps what the loop's turns read on lists. Where a variable is
read before the loop (`loop_reads`), each turn would keep the same array: native code
would copy it again and again. The loop that takes elements off such a list gets the
array itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.loops.loop import Loop

_EMPTY: Final = "EmptyTensorList"


@dataclass(frozen=True, slots=True)
class _Stack:
    """A list that one loop fills, an element a turn, and another empties."""

    filled_at: int
    """The place among the variables of the loop that pushes."""
    emptied_at: int
    """The place among the variables of the loop that pops."""
    pushed: Value
    popped: Node


def read_instead_of_popped(loops: Iterable[Loop]) -> None:
    """Changes pairs of loops in place so that what never changes is on no list.

    One list at least stays for each pair: as many elements are popped as were pushed.
    """
    found = list(loops)
    for emptying in found:
        for filling in found:
            # a loop that was changed is another node
            if any(value.node is filling.node for value in emptying.node.inputs):
                _shorten(filling, emptying)


def _shorten(filling: Loop, emptying: Loop) -> None:
    stacks = _stacks_of(filling, emptying)
    body = filling.body.body
    fixed = {body.inputs[index]: index for index in filling.unchanged}
    constant = [each for each in stacks if each.pushed in fixed]
    if not constant or len(constant) == len(stacks):
        return
    given = [filling.node.inputs[fixed[each.pushed]] for each in constant]
    names = [each.popped.name for each in constant]
    filling.make_own()
    emptying.make_own()
    pairs = emptying.add_variables(given)
    for name, (_, inside) in zip(names, pairs, strict=True):
        popped = emptying.body.body.node(name)
        popped.outputs[1].replace_all_uses_with(inside)
    _drop(emptying, [each.emptied_at for each in constant])
    _drop(filling, [each.filled_at for each in constant])


def _drop(loop: Loop, places: Iterable[int]) -> None:
    """Takes lists out whose elements nothing reads any more."""
    body = loop.body.body
    for place in places:
        last = body.outputs[place].node
        body.outputs[place] = body.inputs[place]
        body.remove_nodes([last])
    loop.drop_variables(set(places))


def _stacks_of(filling: Loop, emptying: Loop) -> list[_Stack]:
    found = []
    for emptied_at, value in enumerate(emptying.node.inputs):
        if value.node is not filling.node:
            continue
        pushed = _pushed(filling, value.index)
        popped = _popped(emptying, emptied_at)
        if pushed is not None and popped is not None:
            found.append(_Stack(value.index, emptied_at, pushed, popped))
    return found


def _pushed(loop: Loop, place: int) -> Value | None:
    """What each turn pushes onto a list that is empty at first."""
    last = loop.body.body.outputs[place].node
    if last.op != "TensorListPushBack" or loop.node.inputs[place].node.op != _EMPTY:
        return None
    if last.inputs[0] is not loop.body.body.inputs[place]:
        return None
    is_only = _is_only_use(loop.body.body, place, last)
    outer = loop.node.outputs[place]
    is_read_once = len(outer.uses) == 1 and outer not in loop.graph.outputs
    return (
        last.inputs[1] if is_only and is_read_once and _is_free(loop, place) else None
    )


def _popped(loop: Loop, place: int) -> Node | None:
    """The node by which each turn takes an element off a list."""
    last = loop.body.body.outputs[place].node
    if last.op != "TensorListPopBack" or loop.body.body.outputs[place].index:
        return None
    if last.inputs[0] is not loop.body.body.inputs[place]:
        return None
    is_only = _is_only_use(loop.body.body, place, last)
    outer = loop.node.outputs[place]
    is_unread = not outer.uses and outer not in loop.graph.outputs
    element = last.outputs[1]
    is_inside = element not in loop.body.body.outputs
    if is_only and is_unread and is_inside and _is_free(loop, place):
        return last
    return None


def _is_only_use(body: Graph, place: int, node: Node) -> bool:
    """Whether a node alone reads a variable, and its list is handed on and not read."""
    list_before, list_after = body.inputs[place], body.outputs[place]
    if list_after.uses or body.outputs.count(list_after) != 1:
        return False
    if node.control_inputs or node.control_outputs or node in body.control_outputs:
        return False
    return len(list_before.uses) == 1 and list_before not in body.outputs


def _is_free(loop: Loop, place: int) -> bool:
    """Whether the loop's test does not read a variable."""
    test = loop.cond.body
    return not test.inputs[place].uses and test.inputs[place] not in test.outputs
