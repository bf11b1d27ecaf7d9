"""Grayscale dilation of images and its gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.nn.windows import SlidingWindow, Windows
from graphir.shapes import Shape

_ATTRS = """
    T: type in real; strides: list(int) >= 4; rates: list(int) >= 4;
    padding: string in ['SAME','VALID']
"""


class Morphology(SlidingWindow):
    """Images are [batch, height, width, depth], filters [height, width, depth]."""

    data_format = b"NHWC"

    def _filter_windows(self, spatial: Any, filter: Any) -> Windows:
        return self._windows(spatial, filter[:2], self._spatial(self.rates))

    def _padded(self, input: Any, filter: Any) -> tuple[Windows, Any]:
        if input.ndim != 4 or filter.ndim != 3 or input.shape[3] != filter.shape[2]:
            raise self.invalid(
                f"input and filter must have the same depth: {input.shape[-1:]} vs "
                f"{filter.shape[-1:]}"
            )
        windows = self._filter_windows(input.shape[1:3], filter.shape)
        kind = input.dtype.kind
        least = -np.inf if kind in "fV" else np.iinfo(input.dtype).min
        return windows, windows.padded(input, least)

    def _hits(self, input: Any, filter: Any) -> tuple[Windows, Any, Any]:
        """For each window, the number of the place of its first largest sum."""
        windows, padded = self._padded(input, filter)
        inside = windows.padded(np.ones(input.shape, np.bool_), False)
        best: Any = None
        number: Any = None
        for index, (offset, place) in enumerate(windows.places()):
            value = padded[place] + filter[offset]
            if best is None:
                best, number = value, np.zeros(value.shape, np.int64)
            else:
                better = (value > best) & inside[place]
                number = np.where(better, index, number)
                best = np.where(better, value, best)
        return windows, best, number


class Dilation2D(
    Morphology,
    signature=f"Dilation2D(input: T, filter: T) -> (output: T) | {_ATTRS}",
):
    """The largest sum of the image and the filter at each window."""

    def infer_shape(self) -> Shape:
        shape, filter = self.input.shape.with_rank(4), self.filter.shape.with_rank(3)
        if None not in (shape[3], filter[2]) and shape[3] != filter[2]:
            raise ValueError(
                f"Dimensions must be equal, but are {shape[3]} and {filter[2]}"
            )
        strides, rates = self._spatial(self.strides), self._spatial(self.rates)
        counts = [
            self._count(axis, *each)
            for axis, each in enumerate(zip(shape[1:3], filter[:2], strides, rates))
        ]
        return Shape([shape[0], *counts, shape[3]])

    def compute(self, input: Any, filter: Any) -> Any:
        windows, padded = self._padded(input, filter)
        is_whole = input.dtype.kind in "iu"
        if is_whole:
            # the least integer would wrap around, or grow, where infinity does not
            inside = windows.padded(np.ones(input.shape, np.bool_), False)
        best = None
        for offset, place in windows.places():
            value = padded[place] + filter[offset]
            if is_whole:
                value = np.where(inside[place], value, padded[place])
            best = value if best is None else np.maximum(best, value)
        return best

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        attrs = {name: self._attrs[name] for name in ("strides", "rates", "padding")}
        inputs = (self.input, self.filter, d_output)
        return (
            op.Dilation2DBackpropInput(*inputs, **attrs),
            op.Dilation2DBackpropFilter(*inputs, **attrs),
        )


class Dilation2DBackpropInput(
    Morphology,
    signature=f"""
        Dilation2DBackpropInput(input: T, filter: T, out_backprop: T)
        -> (in_backprop: T) | {_ATTRS}
    """,
):
    """The gradient of Dilation2D for the image."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        windows, best, number = self._hits(input, filter)
        if best is None or best.shape != out_backprop.shape:
            raise self.invalid("out_backprop has not the shape of the output.")
        spatial = input.shape[1:3]
        sizes = [s + b + a for s, b, a in zip(spatial, windows.before, windows.after)]
        total = np.zeros((len(input), *sizes, input.shape[3]), input.dtype)
        zero = out_backprop.dtype.type(0)
        for index, (_, place) in enumerate(windows.places()):
            total[place] += np.where(number == index, out_backprop, zero)
        return windows.cropped(total, spatial)


class Dilation2DBackpropFilter(
    Morphology,
    signature=f"""
        Dilation2DBackpropFilter(input: T, filter: T, out_backprop: T)
        -> (filter_backprop: T) | {_ATTRS}
    """,
):
    """The gradient of Dilation2D for the filter."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.filter.shape
        return shape

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        windows, best, number = self._hits(input, filter)
        if best is None or best.shape != out_backprop.shape:
            raise self.invalid("out_backprop has not the shape of the output.")
        total = np.zeros(filter.shape, filter.dtype)
        zero = out_backprop.dtype.type(0)
        for index, (offset, _) in enumerate(windows.places()):
            hit = np.where(number == index, out_backprop, zero)
            total[offset] = hit.sum((0, 1, 2))
        return total
