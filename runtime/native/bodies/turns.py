"""Cost estimate of a loop iteration, which sets how often loops poll for signals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphir.analysis.reachability import function_names
from graphir.node import Node, Value
from runtime.native.bodies.bodies import CONTROL_FLOW, Bodies, Body
from runtime.native.llvm.element_types import I64
from runtime.native.llvm.interrupts import Watch, define_look

_FIRST_TURNS: Final = 256
"""Turns before the first look, in loops over numbers."""
_FIRST_WORK: Final = 1 << 18
"""Elements that turns read and make before the first look, in others."""
_UNKNOWN_WORK: Final = 1 << 16
"""The assumed number of elements of an array of unknown shape."""
_AT_ONCE: Final = ((36, 8), (120, 4))
"""Elements that a turn reads and makes at most, and turns written one after another.

Of a dozen numbers the count of turns would take a tenth of the time; more than forty
take so long that it is not seen.
"""


def turns_at_once(shared: Bodies, cond: str, turn: str) -> int:
    """The number of loop iterations between two tests of the count, at least 1."""
    nodes = [node for name in (cond, turn) for node in shared.plan_of(name).steps]
    if any(node.has_trait("looping") for node in nodes):
        return 1
    work = _work(shared, cond) + _work(shared, turn)
    return next((turns for most, turns in _AT_ONCE if work <= most), 1)


def watch_loop(body: Body, functions: Sequence[str]) -> Watch:
    """Writes the set-up of signal polling for a loop that calls these functions."""
    e, shared = body.e, body.shared
    if shared.watch is None:
        asked, pace = e.slot(I64), e.name("pace")
        e.set_at_entry(asked, e.constant(I64, 0))
        e.slots.append(f"  {pace} = alloca [2 x i64]")
        shared.watch = Watch(e.slot(I64), pace, asked)
        define_look(e.module)
    work = sum(_work(shared, name) for name in functions)
    first = max(1, min(_FIRST_TURNS, _FIRST_WORK // max(1, work)))
    shared.watch.begin(e, first, shared.open_loops > 0)
    return shared.watch


def _work(shared: Bodies, name: str) -> int:
    """Rough number of elements that a function touches; inner loops count once."""
    found = shared.work.get(name)
    if found is None:
        shared.work[name] = _UNKNOWN_WORK  # of a function that calls itself
        steps = shared.plan_of(name).steps
        found = shared.work[name] = sum(_work_of_node(shared, node) for node in steps)
    return found


def _work_of_node(shared: Bodies, node: Node) -> int:
    inside = 0
    if node.op in CONTROL_FLOW:
        names = [each for attr in node.attrs.values() for each in function_names(attr)]
        inside = sum(_work(shared, name) for name in names)
    return inside + sum(_size(value) for value in (*node.inputs, *node.outputs))


def _size(value: Value) -> int:
    size = value.shape.num_elements()
    return _UNKNOWN_WORK if size is None else size
