"""Element-wise maxima and minima, and values kept between two."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import (
    Elementwise,
    Unary,
    elementwise,
    sum_to_shape,
    sums_to_shapes,
)


class Maximum(
    Elementwise,
    signature="""
        Maximum(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,int8,uint8,int16,uint16,int32,uint32,
          int64,uint64]
    """,
    traits="precision_neutral",
):
    """The greater of x and y; NaN where either is NaN."""

    compute = elementwise(np.maximum)

    def input_gradients(self, dz: Any) -> Any:
        return _gradients_of_chosen(self, "GreaterEqual", dz)


class Minimum(
    Elementwise,
    signature="""
        Minimum(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,int8,uint8,int16,uint16,int32,uint32,
          int64,uint64]
    """,
    traits="precision_neutral",
):
    """The lesser of x and y; NaN where either is NaN."""

    compute = elementwise(np.minimum)

    def input_gradients(self, dz: Any) -> Any:
        return _gradients_of_chosen(self, "LessEqual", dz)


def _gradients_of_chosen(call: Op, comparison: str, dz: Any) -> tuple[Any, Any]:
    op = call.op
    zeros = op.ZerosLike(dz)
    is_x = getattr(op, comparison)(call.x, call.y)
    d_x = op.SelectV2(is_x, dz, zeros) if call.wants("x") else None
    d_y = op.SelectV2(is_x, zeros, dz) if call.wants("y") else None
    return sums_to_shapes(call, (call.x, call.y), (d_x, d_y))


def _clip(t: Any, clip_value_min: Any, clip_value_max: Any) -> Any:
    for limit in (clip_value_min, clip_value_max):
        if limit.ndim and limit.shape != t.shape:
            raise InvalidArgumentError(
                f"clip_value_min and clip_value_max must be either of the same shape "
                f"as input, or a scalar. input shape: {list(t.shape)}, "
                f"limit shape: {list(limit.shape)}"
            )
    return np.maximum(np.minimum(t, clip_value_max), clip_value_min)


class ClipByValue(
    Unary,
    signature="""
        ClipByValue(t: T, clip_value_min: T, clip_value_max: T) -> (output: T)
        | T: type in numeric
    """,
):
    """t, but no greater than the maximum, then no less than the minimum."""

    compute = elementwise(_clip)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        low, high = self.clip_value_min, self.clip_value_max
        is_low, is_high = op.Less(self.t, low), op.Greater(self.t, high)
        zeros = op.ZerosLike(d_output)
        d_t = op.SelectV2(op.LogicalOr(is_low, is_high), zeros, d_output)
        d_low = op.SelectV2(is_low, d_output, zeros)
        d_high = op.SelectV2(is_high, d_output, zeros)
        return (
            d_t,
            sum_to_shape(self, d_low, low, self.t),
            sum_to_shape(self, d_high, high, self.t),
        )
