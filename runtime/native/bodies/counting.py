"""Counting loops: the number of iterations is computed before the loop runs.

A loop counts if each iteration moves one integer by a constant towards a bound that no
iteration changes. Its iterations are emitted as an inner loop with a trip count that is
known on entry, so that LLVM can vectorize the inner loop or replace it by a formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.dtypes import int32, int64
from graphir.function import Function
from graphir.node import Value
from graphir.ops.contract.registry import lookup, op_has
from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Emitter, Register

_MOST_STEP: Final = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Counting:
    """The counter of a loop: its variable, step and limit."""

    count: int
    """The position of the loop's variable that counts."""
    bound: int
    """The position of the loop-invariant variable that the count is compared with."""
    step: int
    """The constant that an iteration adds to the count."""
    includes_bound: bool
    """Whether the loop still runs when the count equals the bound."""

    def write_turns(self, e: Emitter, count: Register, bound: Register) -> Register:
        """Writes the trip count less one, at a place where the loop's condition holds.

        The distance to the bound is exact as an unsigned integer, even if it exceeds
        the largest signed integer; only the last iteration may wrap around.
        """
        last, first = (bound, count) if self.step > 0 else (count, bound)
        distance = e.sub(last, first)
        if distance.element is not I64:
            distance = e.convert("zext", distance, I64)
        if not self.includes_bound:
            distance = e.sub(distance, e.constant(I64, 1))
        if abs(self.step) == 1:
            return distance
        return e.instruction("udiv", I64, [distance, e.constant(I64, abs(self.step))])


def find_counting(
    cond: Function, turn: Function, unchanged: set[int]
) -> Counting | None:
    """The counter of a loop, found in its condition and its body.

    ``unchanged`` are the positions of loop-invariant variables. None if a loop
    does not count, or may step over its bound without an end.
    """
    tested = cond.body.outputs[0].node
    if len(tested.inputs) != 2 or tested.inputs[0].dtype not in (int32, int64):
        return None
    places = {value: place for place, value in enumerate(cond.body.inputs)}
    first, second = (places.get(value) for value in tested.inputs)
    if first is None or second is None or (first in unchanged) == (second in unchanged):
        return None
    is_second = first in unchanged
    count, bound = (second, first) if is_second else (first, second)
    step = _step(turn, count)
    if not op_has(tested.op, "truth") or abs(step) > _MOST_STEP:
        return None
    is_true = lookup(tested.op).bind(tested.attrs)
    below, equal, above = (bool(is_true(*_pair(x, is_second))) for x in (0, 1, 2))
    if equal and below and above:
        return None
    # one that turns around at the bound is certain to meet it in steps of one alone
    goes_on = below if step > 0 else above
    if not step or not goes_on or (below and above and abs(step) > 1):
        return None
    return Counting(count, bound, step, equal)


def _pair(count: int, is_second: bool) -> tuple[Any, Any]:
    """Arguments of a condition: the count, and 1 as the bound."""
    pair = np.int32(count), np.int32(1)
    return (pair[1], pair[0]) if is_second else pair


def _step(turn: Function, count: int) -> int:
    """The constant that an iteration adds to a variable; 0 if it is not constant."""
    before, following = turn.body.inputs[count], turn.body.outputs[count].node
    if following.op == "Sub" and following.inputs[0] is before:
        return -_constant(following.inputs[1])
    if following.op != "AddV2" or before not in following.inputs:
        return 0
    first, second = following.inputs
    return _constant(first if second is before else second)


def _constant(value: Value) -> int:
    found = value.constant_value()
    return int(found) if found is not None and not found.ndim else 0
