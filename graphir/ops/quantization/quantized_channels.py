"""Ranges of quantized numbers for each channel."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.quantization.quantized_levels import scalar_of
from graphir.ops.quantization.quantized_ranges import TYPES
from graphir.shapes import SCALAR, Shape


class _OfChannels(Op):
    """Ends of ranges are vectors with a place for each channel, the last axis."""

    input_gradients = not_differentiable

    def _widest(self, input: Any, low: Any, high: Any) -> Any:
        """The greatest absolute end of each channel."""
        if input.ndim != 4:
            raise self.invalid("input must be in NHWC format")
        depth = input.shape[-1]
        if np.shape(low) != (depth,) or np.shape(high) != (depth,):
            raise self.invalid(f"input_min and input_max must have {depth} elements")
        return np.maximum(np.abs(low), np.abs(high)).astype(np.float32)


class RequantizationRangePerChannel(
    _OfChannels,
    signature=f"""
        RequantizationRangePerChannel(input: T, input_min: float, input_max: float)
        -> (output_min: float, output_max: float)
        | T: {TYPES} = qint32; clip_value_max: float
    """,
):
    """The range of the numbers that occur in any channel, up to a limit."""

    def infer_shape(self) -> list[Shape]:
        return [SCALAR, SCALAR]

    def compute(self, input: Any, input_min: Any, input_max: Any) -> Any:
        widest = self._widest(input, input_min, input_max)
        scales = widest / np.float32(2.0**31)
        rows = input.reshape(-1, input.shape[-1])
        least, greatest = rows.min(0), rows.max(0)
        farthest = np.maximum(np.abs(least.astype(np.float32)), np.abs(greatest))
        end = np.float32(min((farthest * scales).max(), self.clip_value_max))
        # a range about 0, unless no number is below it
        return np.float32(0 if (least >= 0).all() else -end), end


class RequantizePerChannel(
    _OfChannels,
    signature=f"""
        RequantizePerChannel(input: T, input_min: float, input_max: float,
        requested_output_min: float, requested_output_max: float)
        -> (output: out_type, output_min: float, output_max: float)
        | T: {TYPES} = qint32; out_type: {TYPES} = quint8
    """,
):
    """The numbers of all channels in levels of one range about 0."""

    def infer_shape(self) -> list[Shape]:
        shape: Shape = self.input.shape
        return [shape, SCALAR, SCALAR]

    def compute(
        self,
        input: Any,
        input_min: Any,
        input_max: Any,
        requested_output_min: Any,
        requested_output_max: Any,
    ) -> Any:
        low = scalar_of(self, "requested_output_min", requested_output_min)
        high = scalar_of(self, "requested_output_max", requested_output_max)
        widest = self._widest(input, input_min, input_max)
        limits = np.iinfo(self.out_type.numpy_dtype)
        end = np.float32(max(abs(low), abs(high)))
        factors = widest / end * np.float32(float(limits.max) / 2.0**31)
        levels = np.rint(input.astype(np.float64) * factors)
        found = np.clip(levels, limits.min, limits.max).astype(limits.dtype)
        return found, np.float32(low), np.float32(high)
