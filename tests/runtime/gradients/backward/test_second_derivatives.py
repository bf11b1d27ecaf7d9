"""Second derivatives of every op, against differences of the first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import lookup
from runtime.apply import apply_op
from runtime.gradients.backward.applier import flat_results
from runtime.gradients.backward.rules import is_differentiable
from runtime.tensors.tensor import EagerTensor
from tests.graphir.ops.calls import Call, attrs_of
from tests.graphir.ops.test_generated import (
    DIFFERENTIABLE_CALLS,
    FIRST_RESULT_ONLY,
    NOT_THE_DERIVATIVE,
)

STEP = 1e-6

WITHOUT = {
    "CTCLoss": "its gradient is computed with it",
    "Dilation2D": "its gradients have none",
    "Igamma": "its gradient in a has none",
    "Igammac": "its gradient in a has none",
    "MaxPoolGradWithArgmax": "its gradient has none",
}
"""Ops that can be differentiated once only, as in TensorFlow, and why."""

INCOMPLETE = {
    "SoftmaxCrossEntropyWithLogits": "what the labels do to the slope is left out",
}
"""Ops whose second derivative leaves something out, as in TensorFlow."""


def float_calls() -> list[Any]:
    """The calls with inputs of double precision, but for the known exceptions."""
    return [
        param
        for param in DIFFERENTIABLE_CALLS
        if param.values[0] not in {**WITHOUT, **INCOMPLETE}
        and (param.values[0], "float64") not in NOT_THE_DERIVATIVE
        and any(each.dtype == float for each in param.values[1].flat())
        and not any(each.dtype.kind == "c" for each in param.values[1].flat())
    ]


def tensors_of(arrays: list[Any]) -> list[EagerTensor]:
    return [EagerTensor(each, dtypes.of_array(each)) for each in arrays]


def applied(name: str, call: Call, tensors: list[Any]) -> list[Any]:
    attrs = attrs_of(name, call)
    declaration = lookup(name)
    completed, _ = declaration.infer(tensors, attrs)
    grouped = group_inputs(declaration.declared(), completed, tensors)
    results = flat_results(apply_op(name, grouped, attrs))
    if name in FIRST_RESULT_ONLY:
        return list(results[:1])
    return [each for each in results if is_differentiable(each.dtype)]


def slopes(name: str, call: Call, tensors: list[Any], weights: list[Any]) -> Any:
    """The gradient by each input of the results, each weighted and summed; weighted."""
    moving = [each for each in tensors if each.dtype is dtypes.float64]
    with tf.GradientTape() as tape:
        tape.watch(moving)
        results = applied(name, call, tensors)
    if not weights:
        rng = np.random.default_rng(5)
        weights += [
            tf.constant(rng.normal(size=each.shape.as_ints()), each.dtype)
            for each in results
        ]
    found = tape.gradient(results, moving, output_gradients=weights)
    rng = np.random.default_rng(6)
    total = tf.constant(0.0, tf.float64)
    for each in found:
        if each is not None:
            dense = tf.convert_to_tensor(each)
            factors = tf.constant(rng.normal(size=dense.shape.as_ints()), dense.dtype)
            total += tf.reduce_sum(dense * factors)
    return total


@pytest.mark.parametrize(("name", "call"), float_calls())
def test_second_derivative_is_the_slope_of_the_first(name: str, call: Call) -> None:
    """The gradient of the gradient against its differences in a random direction."""
    arrays = call.flat()
    rng = np.random.default_rng(7)
    directions = [
        rng.normal(size=each.shape) if each.dtype == float else None for each in arrays
    ]
    weights: list[Any] = []
    with tf.GradientTape() as tape:
        tensors = tensors_of(arrays)
        moving = [each for each in tensors if each.dtype is dtypes.float64]
        tape.watch(moving)
        total = slopes(name, call, tensors, weights)
    found = tape.gradient(total, moving, unconnected_gradients="zero")
    moves = [each for each in directions if each is not None]
    second = sum(
        float(np.sum(tf.convert_to_tensor(gradient).numpy() * move))
        for gradient, move in zip(found, moves, strict=True)
    )
    ends = [
        float(slopes(name, call, tensors_of(moved(arrays, directions, sign)), weights))
        for sign in (1, -1)
    ]
    difference = (ends[0] - ends[1]) / (2 * STEP)
    assert second == pytest.approx(difference, rel=2e-4, abs=1e-5)


def moved(arrays: list[Any], directions: list[Any], sign: int) -> list[Any]:
    return [
        array if direction is None else array + sign * STEP * direction
        for array, direction in zip(arrays, directions, strict=True)
    ]


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_what_has_no_second_derivative_says_so(name: str) -> None:
    calls = [p.values[1] for p in DIFFERENTIABLE_CALLS if p.values[0] == name]
    tensors = tensors_of(calls[0].flat())
    with tf.GradientTape() as tape:
        tape.watch([each for each in tensors if each.dtype is dtypes.float64])
        total = slopes(name, calls[0], tensors, [])
    with pytest.raises(LookupError):
        tape.gradient(total, tensors[0])
