"""Optimizer steps with running means of gradients: Adam, RMSProp, FTRL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphir.ops.state.training_steps import (
    NESTEROV,
    Arrays,
    TrainingStep,
    dense,
    rows,
)


def _means(now: Arrays, given: Arrays) -> tuple[Any, Any]:
    gradient = given["grad"]
    mean = now["m"] + (gradient - now["m"]) * (1 - given["beta1"])
    squares = now["v"] + (gradient * gradient - now["v"]) * (1 - given["beta2"])
    return mean, squares


def _rate(given: Arrays) -> Any:
    """The rate, less at first: means start at zero."""
    return given["lr"] * np.sqrt(1 - given["beta2_power"]) / (1 - given["beta1_power"])


def _adam(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    mean, squares = _means(now, given)
    ahead = mean
    if attrs.get("use_nesterov"):
        ahead = given["grad"] * (1 - given["beta1"]) + given["beta1"] * mean
    divisor = np.sqrt(squares) + given["epsilon"]
    changed = now["var"] - _rate(given) * ahead / divisor
    return {"m": mean, "v": squares, "var": changed}


def _amsgrad(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    mean, squares = _means(now, given)
    largest = np.maximum(now["vhat"], squares)
    changed = now["var"] - _rate(given) * mean / (np.sqrt(largest) + given["epsilon"])
    return {"m": mean, "v": squares, "vhat": largest, "var": changed}


def _adamax(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient = given["grad"]
    mean = now["m"] + (gradient - now["m"]) * (1 - given["beta1"])
    largest = np.maximum(given["beta2"] * now["v"], np.abs(gradient))
    rate = given["lr"] / (1 - given["beta1_power"])
    changed = now["var"] - rate * mean / (largest + given["epsilon"])
    return {"m": mean, "v": largest, "var": changed}


class ResourceApplyAdam(
    TrainingStep,
    signature=dense(
        "ResourceApplyAdam",
        "m v",
        "beta1_power beta2_power lr beta1 beta2 epsilon grad",
        NESTEROV,
    ),
    earlier_name="ApplyAdam",
):
    """A step along the mean gradient over the root of the mean square."""

    step = staticmethod(_adam)


class ResourceApplyAdamWithAmsgrad(
    TrainingStep,
    signature=dense(
        "ResourceApplyAdamWithAmsgrad",
        "m v vhat",
        "beta1_power beta2_power lr beta1 beta2 epsilon grad",
    ),
):
    """The step of Adam over the root of the largest mean square so far."""

    step = staticmethod(_amsgrad)


class ResourceApplyAdaMax(
    TrainingStep,
    signature=dense(
        "ResourceApplyAdaMax", "m v", "beta1_power lr beta1 beta2 epsilon grad"
    ),
    earlier_name="ApplyAdaMax",
):
    """A step along the mean gradient over the largest one, which is forgotten."""

    step = staticmethod(_adamax)


def _root_mean_square(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, share = given["grad"], 1 - given["rho"]
    squares = now["ms"] + (gradient * gradient - now["ms"]) * share
    found = {"ms": squares}
    spread = squares + given["epsilon"]
    if "mg" in now:
        found["mg"] = now["mg"] + (gradient - now["mg"]) * share
        spread = spread - found["mg"] * found["mg"]
    speed = now["mom"] * given["momentum"] + given["lr"] * gradient / np.sqrt(spread)
    return {**found, "mom": speed, "var": now["var"] - speed}


class ResourceApplyRMSProp(
    TrainingStep,
    signature=dense("ResourceApplyRMSProp", "ms mom", "lr rho momentum epsilon grad"),
    earlier_name="ApplyRMSProp",
):
    """A step over the root of the mean squared gradient, with momentum."""

    step = staticmethod(_root_mean_square)


class ResourceApplyCenteredRMSProp(
    TrainingStep,
    signature=dense(
        "ResourceApplyCenteredRMSProp", "mg ms mom", "lr rho momentum epsilon grad"
    ),
    earlier_name="ApplyCenteredRMSProp",
):
    """A step over the deviation of the gradient, with momentum."""

    step = staticmethod(_root_mean_square)


class ResourceSparseApplyRMSProp(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyRMSProp", "ms mom", "lr rho momentum epsilon grad indices"
    ),
    earlier_name="SparseApplyRMSProp",
):
    """The step of ``ResourceApplyRMSProp`` on rows."""

    by_rows = True
    step = staticmethod(_root_mean_square)


class ResourceSparseApplyCenteredRMSProp(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyCenteredRMSProp",
        "mg ms mom",
        "lr rho momentum epsilon grad indices",
    ),
    earlier_name="SparseApplyCenteredRMSProp",
):
    """The step of ``ResourceApplyCenteredRMSProp`` on rows."""

    by_rows = True
    step = staticmethod(_root_mean_square)


def _follow_leader(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, rate, power = given["grad"], given["lr"], -given["lr_power"]
    before = now["accum"]
    total = before + gradient * gradient
    if "l2_shrinkage" in given:
        gradient = gradient + 2 * given["l2_shrinkage"] * now["var"]
    new, old = np.power(total, power), np.power(before, power)
    # the sum is kept times the rate, or not
    scale = rate if attrs.get("multiply_linear_by_lr") else rate.dtype.type(1)
    growth = (new - old) * (scale / rate)
    linear = now["linear"] + gradient * scale - growth * now["var"]
    least = given["l1"] * scale
    quadratic = new * (scale / rate) + 2 * given["l2"] * scale
    changed = (np.sign(linear) * least - linear) / quadratic
    changed = np.where(np.abs(linear) > least, changed, np.zeros_like(changed))
    return {"accum": total, "linear": linear, "var": changed}


_SCALED: Final = "; multiply_linear_by_lr: bool = False"


class ResourceApplyFtrl(
    TrainingStep,
    signature=dense(
        "ResourceApplyFtrl", "accum linear", "grad lr l1 l2 lr_power", _SCALED
    ),
    earlier_name="ApplyFtrl",
):
    """The value that minimizes all gradients so far and the penalties."""

    step = staticmethod(_follow_leader)


class ResourceApplyFtrlV2(
    TrainingStep,
    signature=dense(
        "ResourceApplyFtrlV2",
        "accum linear",
        "grad lr l1 l2 l2_shrinkage lr_power",
        _SCALED,
    ),
    earlier_name="ApplyFtrlV2",
):
    """The step of ``ResourceApplyFtrl``, with shrinkage in the gradient."""

    step = staticmethod(_follow_leader)


class ResourceSparseApplyFtrl(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyFtrl",
        "accum linear",
        "grad indices lr l1 l2 lr_power",
        _SCALED,
    ),
    earlier_name="SparseApplyFtrl",
):
    """The step of ``ResourceApplyFtrl`` on rows."""

    by_rows = True
    step = staticmethod(_follow_leader)


class ResourceSparseApplyFtrlV2(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyFtrlV2",
        "accum linear",
        "grad indices lr l1 l2 l2_shrinkage lr_power",
        _SCALED,
    ),
    earlier_name="SparseApplyFtrlV2",
):
    """The step of ``ResourceApplyFtrlV2`` on rows."""

    by_rows = True
    step = staticmethod(_follow_leader)
