"""Quantize: floats to quantized integers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.quantization.quantized_ranges import (
    MODES,
    TYPES,
    Quantization,
    half_away,
    steps_per_unit,
)
from graphir.shapes import SCALAR, Shape

_HUGE: Final = np.finfo(np.float32).max
"""Stands for a scale without bound: what it scales is all but nothing."""


class QuantizeV2(
    Quantization,
    signature=f"""
        QuantizeV2(input: float, min_range: float, max_range: float)
        -> (output: T, output_min: float, output_max: float)
        | T: {TYPES}; {MODES};
          round_mode: string in ['HALF_AWAY_FROM_ZERO','HALF_TO_EVEN']
          = 'HALF_AWAY_FROM_ZERO';
          narrow_range: bool = False; axis: int = -1;
          ensure_minimum_range: float = 0.009999999776482582
    """,
):
    """The step of each element, and the range, which always holds 0."""

    def infer_shape(self) -> list[Shape]:
        ends = SCALAR if self.axis == -1 else self.min_range.shape
        return [self.input.shape, ends, ends]

    def compute(self, input: Any, min_range: Any, max_range: Any) -> Any:
        if self.round_mode == b"HALF_TO_EVEN" and self.mode != b"SCALED":
            raise self.invalid(
                "Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED'"
            )
        low, high = self._ranges(input.ndim, min_range, max_range)
        if np.any(low > high):
            raise self.invalid(f"max_range {max_range} < min_range {min_range}")
        low = np.minimum(low, 0)
        size = np.maximum(1, np.maximum(np.abs(low), np.abs(high)))
        least_range = type(size.flat[0])(self.ensure_minimum_range)
        high = np.maximum(0, np.maximum(high, low + size * least_range))
        rule = {
            b"MIN_COMBINED": self._combined,
            b"MIN_FIRST": self._first,
            b"SCALED": self._scaled,
        }[self.mode]
        steps, low, high = rule(input.astype(low.dtype), low, high)
        ends = [np.asarray(each, np.float32) for each in (low, high)]
        if self.axis != -1:
            ends = [each.reshape(-1) for each in ends]
        least, greatest = self._ends()
        found = np.clip(steps, least, greatest).astype(self.T.numpy_dtype)
        return found, *ends

    def _combined(self, input: Any, low: Any, high: Any) -> Any:
        least, greatest = self._ends()
        scale = (greatest - least) / (high - low)
        moved = (np.clip(input, low, high) - low) * scale
        half = (greatest - least + 1) // 2 if least else 0
        return half_away((moved - half).astype(low.dtype)), low, high

    def _first(self, input: Any, low: Any, high: Any) -> Any:
        least, _ = self._ends()
        scale = steps_per_unit(self.T.size * 8, low, high)
        wide = np.asarray(scale, low.dtype)
        steps = half_away(input * wide) - half_away(low * wide) + least
        return steps, low, high

    def _scaled(self, input: Any, low: Any, high: Any) -> Any:
        least, greatest = self._ends()
        is_even = self.round_mode == b"HALF_TO_EVEN"
        if is_even and not self.narrow_range:
            size = np.maximum(np.abs(low), np.abs(high))
            scale = (greatest - least) / (2 * size if least else size)
            low, high = (-size if least else size * 0), size
            return np.rint(np.clip(input, low, high) * scale), low, high
        least += bool(self.narrow_range)
        scales = [
            np.where(end * limit > 0, end / np.where(limit == 0, 1, limit), _HUGE)
            for end, limit in ((least, low), (greatest, high))
        ]
        scale = np.minimum(*scales).astype(low.dtype)
        low, high = least / scale, greatest / scale
        rounded = np.rint if is_even else half_away
        return rounded(np.clip(input, low, high) * scale), low, high
