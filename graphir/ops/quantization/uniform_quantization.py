"""Quantization by scales and zero points: for the whole tensor or along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape

_LIMITS = "quantization_min_val: int; quantization_max_val: int"


class Uniform(Op):
    """Elementwise on its first argument."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        found: Shape = self._inputs[0].shape
        return found

    def along(self, array: Any, *parameters: Any, axis: int | None = None) -> list[Any]:
        """Scales and zero points as arrays that broadcast with the tensor."""
        axis = self.quantization_axis if axis is None else axis
        if axis == -1:
            if any(np.ndim(each) for each in parameters):
                raise self.invalid("scales and zero_points must be scalars")
            return list(parameters)
        if not 0 <= axis < array.ndim:
            raise self.invalid(f"quantization_axis {axis} is no axis of the tensor")
        shape = [1] * array.ndim
        shape[axis] = array.shape[axis]
        for each in parameters:
            if np.shape(each) != (array.shape[axis],):
                raise self.invalid(
                    "scales and zero_points must have a value for each slice"
                )
        return [np.reshape(each, shape) for each in parameters]


class UniformQuantize(
    Uniform,
    signature=f"""
        UniformQuantize(input: Tin, scales: float, zero_points: int32) -> (output: Tout)
        | Tin: type in [float]; Tout: type in [qint8,quint8,qint32];
          quantization_axis: int = -1; {_LIMITS}
    """,
):
    """Numbers over their scale, rounded, from the zero point on."""

    def compute(self, input: Any, scales: Any, zero_points: Any) -> Any:
        scale, zero = self.along(input, scales, zero_points)
        found = np.floor(input / scale + np.float32(0.5)) + zero
        ends = self.quantization_min_val, self.quantization_max_val
        return np.clip(found, *ends).astype(self.Tout.numpy_dtype)


class UniformDequantize(
    Uniform,
    signature=f"""
        UniformDequantize(input: Tin, scales: float, zero_points: int32)
        -> (output: Tout)
        | Tin: type in [qint8,quint8,qint32]; Tout: type in [float];
          quantization_axis: int = -1; {_LIMITS}
    """,
):
    """Converts levels to numbers."""

    def compute(self, input: Any, scales: Any, zero_points: Any) -> Any:
        scale, zero = self.along(input, scales, zero_points)
        return ((input.astype(np.int64) - zero) * scale).astype(np.float32)


class UniformQuantizedClipByValue(
    Uniform,
    signature=f"""
        UniformQuantizedClipByValue(operand: T, min: T, max: T, scales: float,
        zero_points: int32) -> (output: T)
        | T: type in [qint32]; quantization_axis: int = -1; {_LIMITS}
    """,
):
    """Levels between a least and a greatest one."""

    def compute(
        self, operand: Any, min: Any, max: Any, scales: Any, zero_points: Any
    ) -> Any:
        low, high = self.along(operand, min, max)
        return np.clip(operand, low, high)


def in_levels(numbers: Any, zero: Any, dtype: Any, low: int, high: int) -> Any:
    """Numbers of steps as levels within the limits."""
    levels = np.floor(numbers + 0.5).astype(np.int64) + zero
    return np.clip(levels, low, high).astype(dtype)


class UniformRequantize(
    Uniform,
    signature="""
        UniformRequantize(input: Tin, input_scales: float, input_zero_points: int32,
        output_scales: float, output_zero_points: int32) -> (output: Tout)
        | Tin: type in [qint8,qint32]; Tout: type in [qint8,qint32];
          input_quantization_axis: int = -1; input_quantization_min_val: int;
          input_quantization_max_val: int; output_quantization_axis: int = -1;
          output_quantization_min_val: int; output_quantization_max_val: int
    """,
):
    """The levels of the same numbers with other steps."""

    def compute(
        self,
        input: Any,
        input_scales: Any,
        input_zero_points: Any,
        output_scales: Any,
        output_zero_points: Any,
    ) -> Any:
        scale, zero = self.along(
            input, input_scales, input_zero_points, axis=self.input_quantization_axis
        )
        new_scale, new_zero = self.along(
            input, output_scales, output_zero_points, axis=self.output_quantization_axis
        )
        ratio = np.asarray(scale, np.float64) / np.asarray(new_scale, np.float64)
        steps = (input.astype(np.int64) - zero) * ratio
        limits = self.output_quantization_min_val, self.output_quantization_max_val
        return in_levels(steps, new_zero, self.Tout.numpy_dtype, *limits)


class UniformQuantizedDot(
    Uniform,
    signature="""
        UniformQuantizedDot(lhs: Tin, rhs: Tin, lhs_scales: float,
        lhs_zero_points: int32, rhs_scales: float, rhs_zero_points: int32,
        output_scales: float, output_zero_points: int32) -> (output: Tout)
        | Tin: type in [qint8]; Tout: type in [qint32];
          lhs_quantization_axis: int = -1; lhs_quantization_min_val: int;
          lhs_quantization_max_val: int; rhs_quantization_axis: int = -1;
          rhs_quantization_min_val: int; rhs_quantization_max_val: int;
          output_quantization_axis: int = -1; output_quantization_min_val: int;
          output_quantization_max_val: int
    """,
):
    """The product of matrices of levels, in levels of other steps."""

    def infer_shape(self) -> Shape:
        left, right = (each.shape.with_rank(2) for each in (self.lhs, self.rhs))
        return Shape([left[0] if left.rank else None, right[1] if right.rank else None])

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
        if lhs.ndim != 2 or rhs.ndim != 2 or lhs.shape[1] != rhs.shape[0]:
            raise self.invalid(
                f"lhs and rhs must be matrices that can be multiplied, but have shapes "
                f"{list(lhs.shape)} and {list(rhs.shape)}"
            )
        scale, zero = self.along(
            lhs, lhs_scales, lhs_zero_points, axis=self.lhs_quantization_axis
        )
        other, other_zero = self.along(
            rhs, rhs_scales, rhs_zero_points, axis=self.rhs_quantization_axis
        )
        product = (lhs.astype(np.int64) - zero) @ (rhs.astype(np.int64) - other_zero)
        new_scale, new_zero = self.along(
            product,
            output_scales,
            output_zero_points,
            axis=self.output_quantization_axis,
        )
        ratio = np.float64(scale) * np.float64(other) / np.float64(new_scale)
        limits = self.output_quantization_min_val, self.output_quantization_max_val
        return in_levels(product * ratio, new_zero, np.int32, *limits)
