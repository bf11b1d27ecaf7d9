"""The way back through a whole tape, compiled.

A step of training records the same calls every time, on tensors of the same shapes.
Then the way back is the same as well: followed once on placeholders and compiled, it is
one program of kernels, and a step costs a walk along the calls that compares them with
those of before. The walk's result, the key, says which call it was (its bound
attributes), which tensors it read, by number, and of what shapes they are.

What is recorded for the first time, or differs each time, is followed as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from graphir.dtypes import DType, resource, variant
from graphir.errors import OpError
from runtime.apply import BoundAttrs
from runtime.differentiation.compiled_rules import VALUES, RuleTrace
from runtime.differentiation.reverse_accumulation import accumulate
from runtime.differentiation.rules import RULES_BY_OP, Call
from runtime.indexed_slices import gradient_of, parts_of
from runtime.tensor import wrap

COMPILED_AFTER: Final = 2
"""How often the way back is followed before it is compiled."""
PLANS: Final = 64
"""How many ways back are kept; each may be long."""
CALLS: Final = 4096
"""Longer tapes are followed."""
MISSES: Final = 1024
_READING: Final = frozenset({"ReadVariableOp", "ResourceGather"})
_SLICING: Final = frozenset({"Gather", "GatherV2", "ResourceGather"})


class TapePlan:
    """A compiled way back: how it is called, and what its results make."""

    __slots__ = ("dtypes", "gives", "run")

    def __init__(self, run: Any, gives: list[int], dtypes: list[DType]) -> None:
        self.run = run
        """Takes the tensors of the tape, in the order in which they are met."""
        self.gives = gives
        """Of how many tensors each source's gradient is made."""
        self.dtypes = dtypes

    def gradients(self, tensors: list[Any]) -> list[Any]:
        """The gradient, or None, for each source."""
        made = [
            wrap(array, dtype) for array, dtype in zip(self.run(tensors), self.dtypes)
        ]
        if len(made) == len(self.gives):
            return made
        left = iter(made)
        return [gradient_of([next(left) for _ in range(n)]) for n in self.gives]


class _Family:
    """The plans of one key: one for each value that their rules look at."""

    __slots__ = ("asked", "found")

    def __init__(self) -> None:
        self.asked: tuple[int, ...] = ()
        self.found: dict[Any, TapePlan | None] = {}


_FAMILIES: Final[dict[tuple[Any, ...], _Family]] = {}
_MISSES: Final[dict[int, int]] = {}


class _Walk:
    """The calls of a tape by numbers, and all tensors they meet."""

    def __init__(self) -> None:
        self.key: list[Any] = []
        self.tensors: list[Any] = []
        self.numbers: dict[int, int] = {}

    def over(self, calls: Sequence[Any]) -> bool:
        """Whether every call is one that can be compared."""
        key, tensors, numbers = self.key, self.tensors, self.numbers
        note, known = key.append, numbers.get
        for call in calls:
            attrs = call.attrs
            if type(attrs) is not BoundAttrs:
                return False
            if call.backward is not None and attrs.gradients is None:
                return False  # a rule that users wrote
            note(attrs.serial)
            for tensor in call.inputs:
                number = known(id(tensor))
                if number is None:
                    number = numbers[id(tensor)] = len(tensors)
                    tensors.append(tensor)
                    note(_shape_of(tensor))
                note(number)
            for tensor in call.outputs:
                numbers[id(tensor)] = len(tensors)
                tensors.append(tensor)
                note(tensor._array.shape)
        return True

    def number_of(self, tensor: Any) -> int:
        """The number of a target or source; it may be met for the first time."""
        number = self.numbers.get(id(tensor))
        if number is None:
            number = self.numbers[id(tensor)] = len(self.tensors)
            self.tensors.append(tensor)
            self.key.append((tensor.dtype.number, _shape_of(tensor)))
        self.key.append(number)
        return number


def _shape_of(tensor: Any) -> Any:
    if tensor.dtype is resource:
        # the variable, not the handle, is what rules are followed for
        behind = tensor._array
        return behind.dtype.number, behind.value.shape
    return tensor._array.shape


def planned_gradients(
    calls: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any] | None,
    sources: Sequence[Any],
) -> list[Any] | None:
    """The gradient of the targets for each source, or None: the calls be followed.

    Without ``weights`` the targets count as they are.
    """
    if not calls or len(calls) > CALLS:
        return None
    walk = _Walk()
    try:
        if not walk.over(calls):
            return None
        wanted = _Wanted(walk, targets, sources, weights)
    except AttributeError:
        return None  # tensors of a trace, slices, objects that stand for tensors
    plan = _plan(walk, calls, wanted)
    return None if plan is None else plan.gradients(walk.tensors)


class _Wanted:
    """What a way back leads from and to, as numbers of tensors."""

    __slots__ = ("seeds", "sources", "targets")

    def __init__(
        self,
        walk: _Walk,
        targets: Sequence[Any],
        sources: Sequence[Any],
        weights: Sequence[Any] | None,
    ) -> None:
        note = walk.key.append
        self.targets = [walk.number_of(each) for each in targets]
        note(None)
        self.sources = [walk.number_of(each) for each in sources]
        note(None)
        self.seeds: list[int | None] | None = None
        if weights is None:
            return
        self.seeds = []
        for weight in weights:
            if weight is None:
                note(None)
            self.seeds.append(None if weight is None else walk.number_of(weight))


def _plan(walk: _Walk, calls: Sequence[Any], wanted: _Wanted) -> TapePlan | None:
    key = tuple(walk.key)
    family = _FAMILIES.get(key)
    if family is None:
        if not _is_due(key):
            return None
        while len(_FAMILIES) >= PLANS:
            # the one made first goes: what is still needed comes back soon
            _FAMILIES.pop(next(iter(_FAMILIES)), None)
        family = _FAMILIES[key] = _Family()
    # rules ask for more values while those that they asked for become known
    for _ in range(4):
        values = _values(walk.tensors, family.asked)
        if values is None:
            return None
        if values in family.found:
            return family.found[values]
        if len(family.found) >= PLANS:
            return None
        asked = family.asked
        plan = _compiled(walk, calls, wanted, family)
        if family.asked == asked:
            family.found[values] = plan
            return plan
    return None


def _values(tensors: Sequence[Any], asked: Sequence[int]) -> Any:
    """The values of some tensors as a part of a key; None if they are too large."""
    if not asked:
        return ()
    arrays = [tensors[number]._array for number in asked]
    if any(each.size > VALUES for each in arrays):
        return None
    return tuple([each.tobytes() for each in arrays])


def _is_due(key: tuple[Any, ...]) -> bool:
    """Whether the key was met often enough; the count is kept by its hash alone."""
    brief = hash(key)
    count = _MISSES.get(brief, 0)
    if count >= COMPILED_AFTER:
        _MISSES.pop(brief)
        return True
    if len(_MISSES) >= MISSES:
        _MISSES.clear()
    _MISSES[brief] = count + 1
    return False


def _compiled(
    walk: _Walk, calls: Sequence[Any], wanted: _Wanted, family: _Family
) -> TapePlan | None:
    """Follows the calls on placeholders; None where that does not lead to a plan.

    If values were asked for that the family does not know, it learns which.
    """
    if not all(map(_can_be_replayed, calls)):
        return None
    rules = RuleTrace("gradient_of_tape", set(family.asked))
    plan = None
    with suppress(LookupError, NotImplementedError, OpError, TypeError, ValueError):
        # following the calls says what is wrong
        with rules.trace.recording():
            found = _gradients(rules, walk, calls, wanted)
        if not rules.needs_more:
            plan = _finished(rules, found)
    if rules.needs_more:
        family.asked = tuple(sorted(rules.asked))
        family.found.clear()
    return plan


def _finished(rules: RuleTrace, found: Sequence[Any]) -> TapePlan:
    parts = [parts_of(each) for each in found]
    results = [each for group in parts for each in group]
    run = rules.compiled(results, "tensors")
    dtypes = [each.dtype for each in results]
    return TapePlan(run, [len(group) for group in parts], dtypes)


def _gradients(
    rules: RuleTrace, walk: _Walk, calls: Sequence[Any], wanted: _Wanted
) -> list[Any]:
    numbers = walk.numbers
    twins = [
        rules.tensor(each, f"tensors[{number}]", number)
        for number, each in enumerate(walk.tensors)
    ]

    def twins_of(tensors: Sequence[Any]) -> list[Any]:
        return [twins[numbers[id(each)]] for each in tensors]

    traced = [
        _replayed_call(call, twins_of(call.inputs), twins_of(call.outputs))
        for call in calls
    ]
    targets = [twins[number] for number in wanted.targets]
    if wanted.seeds is None:
        seeds = [rules.ones(walk.tensors[number]) for number in wanted.targets]
    else:
        seeds = [None if number is None else twins[number] for number in wanted.seeds]
    return accumulate(traced, targets, seeds, [twins[n] for n in wanted.sources])


def _replayed_call(call: Any, inputs: list[Any], outputs: list[Any]) -> Call:
    attrs, backward = call.attrs, None
    if call.backward is not None:
        # of a traced function, whose way back is a graph
        backward = partial(attrs.gradients, inputs, outputs)
    return Call(call.op, inputs, attrs, outputs, backward)


def _can_be_replayed(call: Any) -> bool:
    if call.op in _READING or not call.outputs:
        return True
    if call.backward is not None:
        values = (*call.inputs, *call.outputs)
        return not any(each.dtype is variant for each in values)
    if "_gradient_op_type" in call.attrs:
        return False
    if call.op in RULES_BY_OP and call.op not in _SLICING:
        return False
    return not any(
        each.dtype is resource or each.dtype is variant
        for each in (*call.inputs, *call.outputs)
    )
