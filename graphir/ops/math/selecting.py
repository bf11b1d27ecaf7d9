"""Select: an element-wise choice between two tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets, sum_to_shape
from graphir.shapes import Shape, broadcast_shapes


class Select(
    Op,
    signature="Select(condition: bool, t: T, e: T) -> (output: T) | T: type",
    traits="precision_neutral",
):
    """``t`` where the condition holds, else ``e``; a vector condition picks rows."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.t.shape.merge_with(self.e.shape)
        return shape

    def compute(self, condition: Any, t: Any, e: Any) -> Any:
        mask, shape = np.asarray(condition), np.shape(t)
        if np.shape(e) != shape or mask.shape not in ((), shape[:1], shape):
            shapes = [in_brackets(np.shape(each)) for each in (mask, t, e)]
            raise self.invalid(
                f"then {shapes[1]} and else {shapes[2]} must have the same shape, and "
                f"condition {shapes[0]} that shape, its first size, or none"
            )
        if mask.ndim == 1 and len(shape) > 1:
            mask = mask.reshape(-1, *[1] * (len(shape) - 1))
        return np.where(mask, t, e)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        zeros = op.ZerosLike(d_output)
        return (
            None,
            op.Select(self.condition, d_output, zeros),
            op.Select(self.condition, zeros, d_output),
        )


class SelectV2(
    Op,
    signature="SelectV2(condition: bool, t: T, e: T) -> (output: T) | T: type",
    traits="placeless elementwise precision_neutral function_without_scope",
    onnx_name="Where",
):
    """``t`` where the condition holds, else ``e``; all three broadcast together."""

    def infer_shape(self) -> Shape:
        branches = broadcast_shapes(self.t.shape, self.e.shape)
        return broadcast_shapes(self.condition.shape, branches)

    def compute(self, condition: Any, t: Any, e: Any) -> Any:
        try:
            return np.where(condition, t, e)
        except ValueError:
            shapes = [in_brackets(np.shape(each)) for each in (condition, t, e)]
            raise self.invalid(
                f"condition {shapes[0]}, then {shapes[1]}, and else {shapes[2]} "
                "must be "
                f"broadcastable"
            ) from None

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        zeros = op.constant(np.zeros((), self.T.numpy_dtype), self.T, "zeros")
        d_t = d_e = None
        if self.wants("t"):
            chosen = op.SelectV2(self.condition, d_output, zeros)
            d_t = sum_to_shape(self, chosen, self.t, self.output)
        if self.wants("e"):
            chosen = op.SelectV2(self.condition, zeros, d_output)
            d_e = sum_to_shape(self, chosen, self.e, self.output)
        return None, d_t, d_e
