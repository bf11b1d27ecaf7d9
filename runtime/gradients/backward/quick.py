"""Compiled gradients of single ops that run eagerly.

A call of a gradient rule takes many times as long as the kernels that it applies. So a
rule that is used again, for the same attributes and shapes, is traced once and
compiled; from then on the gradient is one call. Input values that a rule reads become
a part of the key. A rule that cannot be compiled is called each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from graphir.dtypes import DType
from runtime.apply import BoundAttrs
from runtime.gradients.backward.compiled_rules import RuleTrace, has_plain_rule
from runtime.gradients.backward.plan_cache import PlanCache
from runtime.tensors.tensor import EagerTensor, wrap


class GradientPlan:
    """A compiled gradient: how it is called, and where its results belong."""

    __slots__ = ("gives", "run")

    def __init__(self, run: Any, gives: list[tuple[int, DType]]) -> None:
        self.run = run
        """Takes the inputs, the outputs, and the gradients of these, as tensors."""
        self.gives = gives
        """The input that each result is the gradient of, and its dtype."""


def quick_gradients(
    call: Any, d_outputs: Sequence[Any], reached: set[int]
) -> list[Any] | None:
    """The gradients of an eager call's inputs, or None if the rule must be called."""
    attrs = call.attrs
    if type(attrs) is not BoundAttrs or call.backward is not None:
        return None
    plans = attrs.gradients
    if plans is None:
        is_plain = has_plain_rule(call)
        plans = attrs.gradients = PlanCache[GradientPlan]() if is_plain else False
    if plans is False:
        return None
    inputs = call.inputs
    # slices, or tensors of a trace
    for each in d_outputs:
        if each is not None and type(each) is not EagerTensor:
            return None
    if not inputs or type(inputs[0]) is not EagerTensor:
        return None
    key = _key(inputs, call.outputs, d_outputs, reached)
    family = plans.families.get(key)
    plan = None if family is None else family.sole
    if plan is None:
        plan = plans.find(key, inputs, partial(_compiled, call, d_outputs, reached))
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
    """The cache key: shapes, and which gradients are requested."""
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


def _compiled(
    call: Any, d_outputs: Sequence[Any], reached: set[int], asked: set[int]
) -> GradientPlan | None:
    """Traces the rule; adds to ``asked`` the inputs whose values it read."""
    from runtime.gradients.backward.rules import Call, declared_gradients

    rules = RuleTrace(f"gradient_of_{call.op}", asked)

    def gradients() -> Sequence[Any]:
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
        return declared_gradients(Call(call.op, inputs, call.attrs, outputs), seeds)

    found = rules.traced(gradients)
    if found is None or rules.needs_more:
        return None
    gives = [
        index
        for index, each in enumerate(found)
        if each is not None and id(call.inputs[index]) in reached
    ]
    run = rules.compiled(
        [found[index] for index in gives], "inputs, outputs, d_outputs"
    )
    dtypes = [found[index].dtype for index in gives]
    return GradientPlan(run, list(zip(gives, dtypes)))
