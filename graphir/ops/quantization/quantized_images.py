"""Images of quantized numbers: resized, and normalized by image."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.images.resampling import Axis
from graphir.ops.images.resizing import ResizeBilinear
from graphir.ops.quantization.quantized_levels import (
    level_of,
    number_of,
    scalar_of,
)
from graphir.ops.quantization.quantized_ranges import TYPES
from graphir.shapes import SCALAR, Shape


class QuantizedInstanceNorm(
    Op,
    signature=f"""
        QuantizedInstanceNorm(x: T, x_min: float, x_max: float)
        -> (y: T, y_min: float, y_max: float)
        | T: {TYPES}; output_range_given: bool = False; given_y_min: float = 0.0;
          given_y_max: float = 0.0; variance_epsilon: float = 9.999999747378752e-06;
          min_separation: float = 0.0010000000474974513
    """,
):
    """Each channel of each image less its mean, over its deviation."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [self.x.shape.with_rank(4), SCALAR, SCALAR]

    def compute(self, x: Any, x_min: Any, x_max: Any) -> Any:
        if x.ndim != 4:
            raise self.invalid(f"input must be 4-dimensional: {list(x.shape)}")
        low, high = scalar_of(self, "x_min", x_min), scalar_of(self, "x_max", x_max)
        if low >= high:
            raise self.invalid(f"input_max > input_min required: {low}, {high}")
        numbers = number_of(x, low, high)
        mean = numbers.mean((1, 2), keepdims=True)
        variance = numbers.var((1, 2), keepdims=True)
        found = (numbers - mean) / np.sqrt(variance + self.variance_epsilon)
        low, high = self._range(found)
        levels = level_of(found, x.dtype, low, high)
        return levels, np.float32(low), np.float32(high)

    def _range(self, found: Any) -> tuple[float, float]:
        if self.output_range_given:
            return self.given_y_min, self.given_y_max
        low, high = (np.float32(each) for each in (found.min(), found.max()))
        least = np.float32(low + np.float32(self.min_separation))
        return float(low), float(max(high, least))


class QuantizedResizeBilinear(
    Op,
    signature="""
        QuantizedResizeBilinear(images: T, size: int32, min: float, max: float)
        -> (resized_images: T, out_min: float, out_max: float)
        | T: type in [quint8,qint32,float]; align_corners: bool = False;
          half_pixel_centers: bool = False
    """,
):
    """Images of another size, in levels of the same range."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        shape = self.images.shape.with_rank(4)
        known = self.constant_as_shape("size")
        new = list(known) if known.rank == 2 else [None, None]
        return [Shape([shape[0], *new, shape[3]]), SCALAR, SCALAR]

    def compute(self, images: Any, size: Any, min: Any, max: Any) -> Any:
        low, high = scalar_of(self, "min", min), scalar_of(self, "max", max)
        attrs = {
            "T": self.T,
            "align_corners": self.align_corners,
            "half_pixel_centers": self.half_pixel_centers,
        }
        call = ResizeBilinear((), attrs)
        if images.dtype.kind == "f":
            found = call.compute(images, size)
        else:
            found = _between_levels(images, *call.axes(images.shape, size))
        return found, np.float32(low), np.float32(high)


_PLACES: Final = {1: 1 << 7, 4: 1 << 30}
"""Size of a level in bytes -> the places between two elements."""


def _between_levels(images: Any, rows: Axis, columns: Axis) -> Any:
    """Interpolated in integers, as TensorFlow does it on any processor."""
    places = _PLACES[images.dtype.itemsize]
    wide = images.astype(np.int64)
    by_row, by_column = rows.linear(), columns.linear()
    x = (by_column.weights[:, 1] * places).astype(np.int64)[:, None]
    y = (by_row.weights[:, 1] * places).astype(np.int64)[:, None, None]
    upper, lower = (
        _across(np.take(wide, by_row.indices[:, side], 1), by_column.indices, x, places)
        for side in (0, 1)
    )
    found = upper + (lower - upper) // places * y
    return ((found + places // 2) // places).astype(images.dtype)


def _across(array: Any, indices: Any, share: Any, places: int) -> Any:
    left, right = (np.take(array, indices[:, side], 2) for side in (0, 1))
    return left * places + (right - left) * share
