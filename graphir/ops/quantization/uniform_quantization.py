"""Quantization by scales and zero points: for the whole tensor or along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape

_LIMITS = "quantization_min_val: int; quantization_max_val: int"


class _Uniform(Op):
    """Elementwise on its first argument."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        found: Shape = self._inputs[0].shape
        return found

    def _along(self, array: Any, *parameters: Any) -> list[Any]:
        """Scales and zero points as arrays that broadcast with the tensor."""
        axis = self.quantization_axis
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
    _Uniform,
    signature=f"""
        UniformQuantize(input: Tin, scales: float, zero_points: int32) -> (output: Tout)
        | Tin: type in [float]; Tout: type in [qint8,quint8,qint32];
          quantization_axis: int = -1; {_LIMITS}
    """,
):
    """Numbers over their scale, rounded, from the zero point on."""

    def compute(self, input: Any, scales: Any, zero_points: Any) -> Any:
        scale, zero = self._along(input, scales, zero_points)
        found = np.floor(input / scale + np.float32(0.5)) + zero
        ends = self.quantization_min_val, self.quantization_max_val
        return np.clip(found, *ends).astype(self.Tout.numpy_dtype)


class UniformDequantize(
    _Uniform,
    signature=f"""
        UniformDequantize(input: Tin, scales: float, zero_points: int32)
        -> (output: Tout)
        | Tin: type in [qint8,quint8,qint32]; Tout: type in [float];
          quantization_axis: int = -1; {_LIMITS}
    """,
):
    """The numbers that levels stand for."""

    def compute(self, input: Any, scales: Any, zero_points: Any) -> Any:
        scale, zero = self._along(input, scales, zero_points)
        return ((input.astype(np.int64) - zero) * scale).astype(np.float32)


class UniformQuantizedClipByValue(
    _Uniform,
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
        low, high = self._along(operand, min, max)
        return np.clip(operand, low, high)
