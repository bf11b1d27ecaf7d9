"""Dequantize: quantized integers to floats."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.quantization.quantized_ranges import (
    MODES,
    TYPES,
    Quantization,
    half_away,
    steps_per_unit,
)
from graphir.shapes import Shape


class Dequantize(
    Quantization,
    signature=f"""
        Dequantize(input: T, min_range: float, max_range: float) -> (output: dtype)
        | T: {TYPES}; {MODES}; narrow_range: bool = False; axis: int = -1;
          dtype: type in [bfloat16,float] = float
    """,
):
    """The floats that quantized integers represent."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, min_range: Any, max_range: Any) -> Any:
        if self.dtype.name == "bfloat16" and self.mode == b"MIN_FIRST":
            raise self.invalid(
                "When output type is bfloat16, Mode string must be 'MIN_COMBINED', is "
                f"'{self.mode.decode()}'"
            )
        low, high = self._ranges(input.ndim, min_range, max_range)
        least, greatest = self._ends()
        steps = input.astype(low.dtype)
        if self.mode == b"MIN_COMBINED":
            half = (greatest - least + 1) // 2 if least else 0
            found = (steps + half) * ((high - low) / (greatest - least)) + low
        elif self.mode == b"MIN_FIRST":
            size = 1 / steps_per_unit(self.T.size * 8, low, high)
            found = half_away(low / size) * size + (steps - least) * size
        else:
            least += bool(self.narrow_range and least < 0)
            size = high / greatest
            if least:
                size = np.maximum(low / least, size)
            found = steps * size
        return np.asarray(found, np.float32).astype(self.dtype.numpy_dtype)
