"""Gradients of ops that run eagerly, compiled.

Following a gradient rule costs many times what its kernels do. So a rule that is
followed again, for the same attributes and shapes, is traced once and compiled; from
then on the gradient is one call. What a rule asks of the values of its inputs becomes
a part of the key. Where this is not possible the rule is followed as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir.dtypes import DType
from graphir.errors import OpError
from runtime.apply import BoundAttrs
from runtime.differentiation.compiled_rules import VALUES, RuleTrace, has_plain_rule
from runtime.tensor import wrap

COMPILED_AFTER: Final = 2
"""How often a gradient is made by following the rule first."""
PLANS: Final = 64
"""How many shapes of one op with its attributes are compiled."""


class GradientPlan:
    """A compiled gradient: how it is called, and where its results belong."""

    __slots__ = ("gives", "run")

    def __init__(self, run: Any, gives: list[tuple[int, DType]]) -> None:
        self.run = run
        """Takes the inputs, the outputs, and the gradients of these, as tensors."""
        self.gives = gives
        """The input that each result is the gradient of, and its dtype."""


class Plans:
    """The compiled gradients of an op with given attributes, by shapes."""

    __slots__ = ("asked", "found", "misses")

    def __init__(self) -> None:
        self.asked: tuple[int, ...] = ()
        """The inputs whose values the rule looks at."""
        self.found: dict[Any, GradientPlan | None] = {}
        self.misses: dict[Any, int] = {}


def quick_gradients(
    call: Any, d_outputs: Sequence[Any], reached: set[int]
) -> list[Any] | None:
    """The gradients of an eager call's inputs, or None if the rule must be followed."""
    attrs = call.attrs
    if type(attrs) is not BoundAttrs or call.backward is not None:
        return None
    plans = attrs.gradients
    if plans is None:
        plans = attrs.gradients = Plans() if has_plain_rule(call) else False
    if plans is False:
        return None
    inputs = call.inputs
    try:
        key = _key(inputs, call.outputs, d_outputs, reached)
    except AttributeError:
        return None  # slices, or tensors of a trace
    if plans.asked:
        values = [inputs[index]._array for index in plans.asked]
        if any(each.size > VALUES for each in values):
            return None
        key += tuple([each.tobytes() for each in values])
    plan = plans.found.get(key)
    if plan is None:
        plan = _new_plan(plans, key, call, d_outputs, reached)
        if plan is None:
            return None
    gradients: list[Any] = [None] * len(inputs)
    arrays = plan.run(inputs, call.outputs, d_outputs)
    for (index, dtype), array in zip(plan.gives, arrays):
        gradients[index] = wrap(array, dtype)
    return gradients


def _key(
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    d_outputs: Sequence[Any],
    reached: set[int],
) -> tuple[Any, ...]:
    """Shapes, and which gradients are asked for."""
    if len(outputs) == 1:
        shape = d_outputs[0]._array.shape
        if len(inputs) == 2:
            # what most ops are, written out
            x, y = inputs
            flows = (id(x) in reached) + 2 * (id(y) in reached)
            return x._array.shape, y._array.shape, flows, shape
        if len(inputs) == 1:
            return inputs[0]._array.shape, shape
    return (
        tuple([each._array.shape for each in inputs]),
        tuple([id(each) in reached for each in inputs]),
        tuple([None if d is None else d._array.shape for d in d_outputs]),
        tuple([each._array.shape for each in outputs]),
    )


def _new_plan(
    plans: Plans,
    key: Any,
    call: Any,
    d_outputs: Sequence[Any],
    reached: set[int],
) -> GradientPlan | None:
    misses = plans.misses.get(key, 0) + 1
    if key in plans.found or len(plans.found) >= PLANS:
        return None
    is_decided = plans.asked and not plans.found
    if misses <= COMPILED_AFTER and not is_decided:
        if len(plans.misses) >= 4 * PLANS:
            plans.misses.clear()
        plans.misses[key] = misses
        return None
    plans.misses.pop(key, None)
    asked: set[int] = set(plans.asked)
    try:
        wanted = [id(each) in reached for each in call.inputs]
        plan = _compiled(call, d_outputs, wanted, asked)
    except (LookupError, OpError, TypeError, ValueError):
        plan = None  # following the rule says what is wrong
    if asked != set(plans.asked):
        plans.asked = tuple(sorted(asked))
        plans.found.clear()
        return None
    plans.found[key] = plan
    return plan


def _compiled(
    call: Any, d_outputs: Sequence[Any], wanted: Sequence[bool], asked: set[int]
) -> GradientPlan | None:
    """Traces the rule; notes in ``asked`` whose values it looked at."""
    from runtime.differentiation.rules import Call, declared_gradients

    rules = RuleTrace(f"gradient_of_{call.op}", asked)
    with rules.trace.recording():
        inputs = [
            rules.tensor(each, f"inputs[{index}]", index)
            for index, each in enumerate(call.inputs)
        ]
        outputs = [
            rules.tensor(each, f"outputs[{index}]")
            for index, each in enumerate(call.outputs)
        ]
        seeds = [
            None if d is None else rules.tensor(d, f"d_outputs[{index}]")
            for index, d in enumerate(d_outputs)
        ]
        found = declared_gradients(Call(call.op, inputs, call.attrs, outputs), seeds)
    if rules.needs_more:
        return None
    gives = [
        index for index, each in enumerate(found) if each is not None and wanted[index]
    ]
    run = rules.compiled(
        [found[index] for index in gives], "inputs, outputs, d_outputs"
    )
    dtypes = [found[index].dtype for index in gives]
    return GradientPlan(run, list(zip(gives, dtypes)))
