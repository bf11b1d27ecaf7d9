"""Gradients of ops that take no float64, against wide differences; and what is exempt.

Every op with a kernel and a gradient is tried here, or against narrow differences in
double precision with the ops themselves, or is named here with the reason.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.ops.contract.registry import declared, is_earlier_name, lookup
from tests.graphir.ops.calls import Call, calls_of
from tests.graphir.ops.test_generated import DIFFERENTIABLE_CALLS, has_kernel_here
from tests.runtime.gradients.backward.test_second_derivatives import applied, tensors_of

STEP = 2e-3

_RAISES = "it has no gradient, and says so"
_STRAIGHT = "the gradient goes straight through the steps that the values take"
_OF_LISTS = "of lists of tensors: tried in loops"
_STATISTICS = "the statistics are taken to follow from x: tried as second derivatives"
_DRAWN = "of what is drawn: tried with the quantile of the variates"

_INVERSE = "warps back by the inverse, as TensorFlow does: no slope"

_OF_STATES = "only cells and outputs have one: tried beside single ops"

EXEMPT = {
    "BlockLSTM": _OF_STATES,
    "BlockLSTMV2": _OF_STATES,
    "AdjustContrast": _RAISES,
    "AdjustContrastv2": _RAISES,
    "AdjustHue": _RAISES,
    "AdjustSaturation": _RAISES,
    "ResizeArea": _RAISES,
    "ImageProjectiveTransformV2": _INVERSE,
    "ImageProjectiveTransformV3": _INVERSE,
    "FakeQuantWithMinMaxArgs": _STRAIGHT,
    "FakeQuantWithMinMaxVars": _STRAIGHT,
    "FakeQuantWithMinMaxVarsPerChannel": _STRAIGHT,
    "QuantizeAndDequantizeV2": _STRAIGHT,
    "QuantizeAndDequantizeV3": _STRAIGHT,
    "QuantizeAndDequantizeV4": _STRAIGHT,
    "FusedBatchNormGrad": _STATISTICS,
    "FusedBatchNormGradV2": _STATISTICS,
    "FusedBatchNormGradV3": _STATISTICS,
    "StatelessRandomGammaV2": _DRAWN,
    "StatelessRandomGammaV3": _DRAWN,
    **dict.fromkeys(
        (
            "_TensorListAddToItem",
            "TensorListConcat",
            "TensorListConcatV2",
            "TensorListFromTensor",
            "TensorListGather",
            "TensorListGetItem",
            "TensorListPopBack",
            "TensorListPushBack",
            "TensorListResize",
            "TensorListScatter",
            "TensorListScatterIntoExistingList",
            "TensorListScatterV2",
            "TensorListSetItem",
            "TensorListSplit",
            "TensorListStack",
        ),
        _OF_LISTS,
    ),
}

ONE_RESULT = {
    "CTCLossV2": "the other is the gradient",
    "FusedBatchNorm": "the others are statistics",
    "FusedBatchNormV2": "the others are statistics",
    "FusedBatchNormV3": "the others are statistics",
    "_FusedBatchNormEx": "the others are statistics",
}
"""Ops of whose results only the first one has a gradient."""

AT_A_JUMP = {("CropAndResize", 1): "boxes that end at the edge of the image"}
"""Ops and the place of an argument where the values jump at the points tried."""


def tried_in_double() -> set[str]:
    return {str(each.values[0]) for each in DIFFERENTIABLE_CALLS}


def single_calls() -> list[Any]:
    known = tried_in_double() | EXEMPT.keys()
    return [
        pytest.param(each.__name__, call, id=f"{each.__name__}-{number}")
        for each in declared()
        if each.is_differentiable() and each.__name__ not in known
        if has_kernel_here(each)
        for number, call in enumerate(calls_of(each))
    ]


def total_and_slopes(
    name: str, call: Call, arrays: list[Any], weights: list[Any]
) -> Any:
    """The results, weighted and added up, and the gradient of that by each float."""
    tensors = tensors_of(arrays)
    moving = [each for each in tensors if each.dtype is tf.float32]
    with tf.GradientTape() as tape:
        tape.watch(moving)
        results = applied(name, call, tensors)
        results = results[:1] if name in ONE_RESULT else results
    if not weights:
        rng = np.random.default_rng(4)
        weights += [rng.normal(size=each.shape.as_ints()) for each in results]
    given = [tf.constant(w, each.dtype) for w, each in zip(weights, results)]
    found = tape.gradient(results, moving, output_gradients=given)
    total = sum(
        float(np.sum(np.asarray(each, float) * w)) for each, w in zip(results, weights)
    )
    return total, found


@pytest.mark.parametrize(("name", "call"), single_calls())
def test_gradient_is_about_the_slope(name: str, call: Call) -> None:
    arrays = call.flat()
    weights: list[Any] = []
    _, gradients = total_and_slopes(name, call, arrays, weights)
    rng = np.random.default_rng(8)
    places = [i for i, each in enumerate(arrays) if each.dtype == np.float32]
    for place, gradient in zip(places, gradients, strict=True):
        if gradient is None or (name, place) in AT_A_JUMP:
            continue
        direction = rng.normal(size=arrays[place].shape)
        ends = []
        for sign in (1, -1):
            moved = list(arrays)
            moved[place] = np.float32(arrays[place] + sign * STEP * direction)
            ends.append(total_and_slopes(name, call, moved, weights)[0])
        slope = (ends[0] - ends[1]) / (2 * STEP)
        found = float(np.sum(np.asarray(gradient, float) * direction))
        assert found == pytest.approx(slope, rel=2e-2, abs=5e-3), place


def test_every_gradient_is_tried_or_exempt() -> None:
    tried = tried_in_double() | {each.values[0] for each in single_calls()}
    with_gradient = {
        each.__name__
        for each in declared()
        if each.is_differentiable()
        and has_kernel_here(each)
        and not is_earlier_name(each.__name__)
    }
    assert with_gradient - tried - EXEMPT.keys() == set()
    assert EXEMPT.keys() - with_gradient == set()
    for name in EXEMPT:
        assert lookup(name).is_differentiable()
