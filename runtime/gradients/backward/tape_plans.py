"""A compiled backward pass over a whole tape.

A training step records the same calls every time, on tensors of the same shapes, so its
backward pass is the same as well: traced once on placeholders and compiled, it is one
program of kernels, and a step costs one walk along the calls, to compare them with the
cached ones. The walk's result, the key, holds for each call its op and bound
attributes, the tensors that it read, by number, and their shapes.

A record that is new, or that differs every time, is differentiated rule by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from graphir.dtypes import DType, resource, variant
from graphir.ops.contract.registry import op_has
from runtime.apply import BoundAttrs
from runtime.gradients.backward.compiled_rules import RuleTrace
from runtime.gradients.backward.plan_cache import PlanCache
from runtime.gradients.backward.reverse_accumulation import accumulate
from runtime.gradients.backward.rules import RULES_BY_OP, Call
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.indexed_slices import gradient_of, parts_of
from runtime.tensors.tensor import EagerTensor, wrap

CALLS: Final = 4096
"""Longer tapes are followed."""
_READING: Final = frozenset({"ReadVariableOp", "ResourceGather"})


class TapePlan:
    """A compiled backward pass: its program, and how its results become gradients."""

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


_PLANS: Final = PlanCache[TapePlan]()


class _Walk:
    """The calls of a tape by numbers, and all tensors they meet."""

    def __init__(self) -> None:
        self.key: list[Any] = []
        self.tensors: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.is_complete = True
        """Whether the key says all of the targets, sources and weights."""

    def over(self, calls: Sequence[Any]) -> bool:
        """Whether all calls can be compared with cached calls."""
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
                    shape = _shape_of(tensor)
                    if shape is None:
                        return False
                    number = numbers[id(tensor)] = len(tensors)
                    tensors.append(tensor)
                    note(shape)
                note(number)
            for tensor in call.outputs:
                if type(tensor) is EagerTensor and tensor.dtype is not variant:
                    shape = tensor._array.shape  # nearly always, written out
                else:
                    shape = _shape_of(tensor)
                    if shape is None:
                        return False
                numbers[id(tensor)] = len(tensors)
                tensors.append(tensor)
                note(shape)
        return True

    def number_of(self, tensor: Any) -> int:
        """The number of a target or source; it may be met for the first time."""
        number = self.numbers.get(id(tensor))
        if number is None:
            number = self.numbers[id(tensor)] = len(self.tensors)
            self.tensors.append(tensor)
            shape = _shape_of(tensor)
            if shape is None:
                self.is_complete = False
            else:
                self.key.append((tensor.dtype.number, shape))
        self.key.append(number)
        return number


def _shape_of(tensor: Any) -> Any:
    """The part of the key that identifies a tensor of its dtype; None if there is none.

    Nothing is known of tensors of a trace, slices, lists of tensors, tables, and of
    variables without a value.
    """
    if type(tensor) is not EagerTensor:
        return None
    array, dtype = tensor._array, tensor.dtype
    if dtype is not resource:
        return None if dtype is variant else array.shape
    # the variable, not the handle, is what rules are followed for
    value = array.value if isinstance(array, VariableStorage) else None
    return None if value is None else (array.dtype.number, value.shape)


def planned_gradients(
    calls: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any] | None,
    sources: Sequence[Any],
) -> list[Any] | None:
    """The gradient of the targets for each source; None if no plan can be used.

    Without ``weights`` the targets count as they are.
    """
    if not calls or len(calls) > CALLS:
        return None
    walk = _Walk()
    if not walk.over(calls):
        return None
    wanted = _Endpoints(walk, targets, sources, weights)
    if not walk.is_complete:
        return None
    plan = _PLANS.find(
        tuple(walk.key), walk.tensors, partial(_compiled, walk, calls, wanted)
    )
    return None if plan is None else plan.gradients(walk.tensors)


class _Endpoints:
    """Targets and sources of a backward pass, as tensor numbers."""

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


def _compiled(
    walk: _Walk, calls: Sequence[Any], wanted: _Endpoints, asked: set[int]
) -> TapePlan | None:
    """Follows the calls on placeholders; None where that does not lead to a plan."""
    if not all(map(_can_be_replayed, calls)):
        return None
    rules = RuleTrace("gradient_of_tape", asked)
    found = rules.traced(lambda: _gradients(rules, walk, calls, wanted))
    if found is None or rules.needs_more:
        return None
    return _finished(rules, found)


def _finished(rules: RuleTrace, found: Sequence[Any]) -> TapePlan:
    parts = [parts_of(each) for each in found]
    results = [each for group in parts for each in group]
    run = rules.compiled(results, "tensors")
    dtypes = [each.dtype for each in results]
    return TapePlan(run, [len(group) for group in parts], dtypes)


def _gradients(
    rules: RuleTrace, walk: _Walk, calls: Sequence[Any], wanted: _Endpoints
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
    if call.op in RULES_BY_OP and not op_has(call.op, "gathers"):
        return False
    return not any(
        each.dtype is resource or each.dtype is variant
        for each in (*call.inputs, *call.outputs)
    )
