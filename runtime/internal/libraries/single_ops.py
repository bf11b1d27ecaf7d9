"""Ops that TensorFlow's own modules serve, and no public name."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.arrays.filling import shape_vector
from runtime.random.seeds import op_seeds
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike


def prevent_gradient(
    input: TensorLike, message: str = "", name: str | None = None
) -> Any:
    """The tensor itself, whose gradient is an error."""
    attrs = {"message": message.encode()}
    return apply_op("PreventGradient", [convert_to_tensor(input)], attrs, name)


def parameterized_truncated_normal(
    shape: Any,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: Any = "float32",
    seed: Any = None,
    name: str | None = None,
) -> Any:
    """Normal numbers within limits."""
    numbers = [
        convert_to_tensor(each, dtype) for each in (means, stddevs, minvals, maxvals)
    ]
    inputs = [shape_vector(shape), *numbers]
    return apply_op("ParameterizedTruncatedNormal", inputs, op_seeds(seed), name)


__all__ = ["parameterized_truncated_normal", "prevent_gradient"]
