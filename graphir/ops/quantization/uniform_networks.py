"""Layers on levels of scales and zero points: sums, and products with floats."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.quantization.uniform_quantization import Uniform, in_levels
from graphir.shapes import UNKNOWN, Shape


class UniformQuantizedAdd(
    Uniform,
    signature="""
        UniformQuantizedAdd(lhs: T, rhs: T, lhs_scales: float, lhs_zero_points: int32,
        rhs_scales: float, rhs_zero_points: int32, output_scales: float,
        output_zero_points: int32) -> (output: T)
        | lhs_quantization_axis: int = -1; lhs_quantization_min_val: int;
          lhs_quantization_max_val: int; rhs_quantization_axis: int = -1;
          rhs_quantization_min_val: int; rhs_quantization_max_val: int;
          output_quantization_axis: int = -1; output_quantization_min_val: int;
          output_quantization_max_val: int; T: type in [qint32]
    """,
):
    """The sum, both first brought to the steps of the result."""

    def infer_shape(self) -> Shape:
        return UNKNOWN

    def compute(
        self,
        lhs: Any,
        rhs: Any,
        lhs_scales: Any,
        lhs_zero_points: Any,
        rhs_scales: Any,
        rhs_zero_points: Any,
        output_scales: Any,
        output_zero_points: Any,
    ) -> Any:
        given = output_scales, output_zero_points
        kind = self.output_quantization_axis
        parts = []
        for levels, scales, zeros, axis in (
            (lhs, lhs_scales, lhs_zero_points, self.lhs_quantization_axis),
            (rhs, rhs_scales, rhs_zero_points, self.rhs_quantization_axis),
        ):
            scale, zero = self.along(levels, scales, zeros, axis=axis)
            new_scale, new_zero = self.along(
                levels, *given, axis=axis if kind >= 0 else -1
            )
            ratio = np.float64(scale) / np.float64(new_scale)
            limits = np.iinfo(np.int32)
            steps = (levels.astype(np.int64) - zero) * ratio
            parts.append(
                in_levels(steps, new_zero, np.int64, int(limits.min), int(limits.max))
            )
        try:
            total = parts[0] + parts[1]
        except ValueError:
            raise self.invalid(
                f"shapes {list(lhs.shape)} and {list(rhs.shape)} do not broadcast"
            ) from None
        _, zero = self.along(total, *given, axis=kind)
        limits_given = (
            self.output_quantization_min_val,
            self.output_quantization_max_val,
        )
        return np.clip(total - zero, *limits_given).astype(np.int32)


class _Hybrid(Op):
    """The left argument are numbers, the right one levels."""

    input_gradients = not_differentiable


class UniformQuantizedDotHybrid(
    _Hybrid,
    Uniform,
    signature="""
        UniformQuantizedDotHybrid(lhs: Tlhs, rhs: Trhs, rhs_scales: float,
        rhs_zero_points: int32) -> (output: Tout)
        | Tlhs: type in [float]; Trhs: type in [qint8]; Tout: type in [float];
          rhs_quantization_axis: int = -1; rhs_quantization_min_val: int;
          rhs_quantization_max_val: int
    """,
):
    """The product of a matrix of numbers, quantized by row, and one of levels."""

    def infer_shape(self) -> Shape:
        left, right = (each.shape.with_rank(2) for each in (self.lhs, self.rhs))
        return Shape([left[0] if left.rank else None, right[1] if right.rank else None])

    def compute(self, lhs: Any, rhs: Any, rhs_scales: Any, rhs_zero_points: Any) -> Any:
        if lhs.ndim != 2 or rhs.ndim != 2 or lhs.shape[1] != rhs.shape[0]:
            raise self.invalid(
                f"lhs and rhs must be matrices that can be multiplied, but have shapes "
                f"{list(lhs.shape)} and {list(rhs.shape)}"
            )
        axis = self.rhs_quantization_axis
        scale, zero = self.along(rhs, rhs_scales, rhs_zero_points, axis=axis)
        levels, steps, zeros = _by_row(lhs)
        product = (levels - zeros[:, None]) @ (rhs.astype(np.int64) - zero)
        found = product * (steps[:, None].astype(np.float64) * scale)
        return found.astype(np.float32)


def _by_row(array: Any) -> tuple[Any, Any, Any]:
    """Each row in 256 levels over its range, 0 among them: levels, steps, zeros."""
    low = np.minimum(array.min(1), 0).astype(np.float64)
    high = np.maximum(array.max(1), 0).astype(np.float64)
    steps = ((high - low) / 255.0).astype(np.float64)
    steps[steps == 0] = 1.0
    from_low, from_high = -128 - low / steps, 127 - high / steps
    near = np.abs(-128) + np.abs(low / steps) < 127 + np.abs(high / steps)
    zeros = np.clip(np.rint(np.where(near, from_low, from_high)), -128, 127)
    spread = np.floor(array / steps[:, None] + 0.5) + zeros[:, None]
    return np.clip(spread, -128, 127).astype(np.int64), steps, zeros.astype(np.int64)
