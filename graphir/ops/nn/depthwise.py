"""Depthwise convolution: separate filters for every channel."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.block_sums import sum_over
from graphir.errors import UnequalDimensionsError
from graphir.ops.contract.families import in_brackets
from graphir.ops.nn.depthwise_blocks import (
    depthwise,
    depthwise_back,
    depthwise_filters,
    is_plain,
)
from graphir.ops.nn.windows import SlidingWindow, Windows
from graphir.shapes import Shape

_ATTRS = """
    T: type in [half,bfloat16,float,double]; strides: list(int);
    padding: string in ['SAME','VALID','EXPLICIT']; explicit_paddings: list(int) = [];
    data_format: string in ['NHWC','NCHW'] = 'NHWC';
    dilations: list(int) = [1, 1, 1, 1]
"""


class Depthwise(SlidingWindow):
    """Filters are [height, width, channels, multiplier]."""

    def _filter_windows(self, spatial: Any, filter: Any) -> Windows:
        return self._windows(spatial, filter[:2], self._spatial(self.dilations))

    def _same(self) -> dict[str, Any]:
        names = ("strides", "padding", "explicit_paddings", "data_format", "dilations")
        return {name: self._attrs[name] for name in names}

    def _check(self, channels: int, filter: Any) -> None:
        if len(filter) != 4 or channels != filter[2]:
            raise self.invalid(
                "input and filter must have the same depth: "
                f"{channels} vs {filter[2] if len(filter) == 4 else '?'}"
            )


def _wide(array: Any) -> Any:
    return array.astype(np.float32) if array.dtype.itemsize <= 2 else array


class DepthwiseConv2dNative(
    Depthwise,
    signature=f"DepthwiseConv2dNative(input: T, filter: T) -> (output: T) | {_ATTRS}",
    traits="precision_narrow",
):
    """Each channel convolved with its own filters."""

    def infer_shape(self) -> Shape:
        input, filter = self.input.shape.with_rank(4), self.filter.shape.with_rank(4)
        dims = input.as_list()
        channels = dims[1] if self._is_channels_first() else dims[3]
        if None not in (channels, filter[2]) and channels != filter[2]:
            shapes = f"{in_brackets(input)}, {in_brackets(filter)}"
            raise UnequalDimensionsError(
                channels, filter[2], "DepthwiseConv2dNative", shapes
            )
        depth = channels if channels is not None else filter[2]
        known = depth is not None and filter[3] is not None
        output = depth * filter[3] if known else None
        spatial, strides = self._spatial(dims), self._spatial(self.strides)
        rates = self._spatial(self.dilations)
        counts = [
            self._count(axis, *each)
            for axis, each in enumerate(zip(spatial, filter[:2], strides, rates))
        ]
        if self._is_channels_first():
            return Shape([dims[0], output, *counts])
        return Shape([dims[0], *counts, output])

    def compute(self, input: Any, filter: Any) -> Any:
        if input.ndim != 4:
            raise self.invalid(f"input must be 4-dimensional{in_brackets(input.shape)}")
        array = _wide(self._channels_last(input))
        self._check(array.shape[-1], filter.shape)
        windows = self._filter_windows(array.shape[1:-1], filter.shape)
        kernel = _wide(filter)
        if is_plain(windows, kernel.shape, len(array)):
            found = depthwise(windows, array, kernel[..., 0])
            return self._as_given(found.astype(input.dtype, copy=False))
        padded = windows.padded(array, 0)
        total = None
        for offset, place in windows.places():
            part = padded[place][..., None] * kernel[offset]
            total = part if total is None else total + part
        if total is None:
            shape = (len(array), *windows.counts, *kernel.shape[2:])
            total = np.zeros(shape, array.dtype)
        flat = total.reshape(*total.shape[:3], -1).astype(input.dtype)
        return self._as_given(flat)

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._same()
        return (
            op.DepthwiseConv2dNativeBackpropInput(
                op.Shape(self.input), self.filter, d_output, **attrs
            ),
            op.DepthwiseConv2dNativeBackpropFilter(
                self.input, op.Shape(self.filter), d_output, **attrs
            ),
        )


class DepthwiseConv2dNativeBackpropInput(
    Depthwise,
    signature=f"""
        DepthwiseConv2dNativeBackpropInput(
            input_sizes: int32, filter: T, out_backprop: T)
        -> (output: T) | {_ATTRS}
    """,
    traits="precision_narrow",
):
    """The gradient of the depthwise convolution for its input."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("input_sizes").with_rank(4)

    def compute(self, input_sizes: Any, filter: Any, out_backprop: Any) -> Any:
        sizes = np.asarray(input_sizes).tolist()
        spatial = self._spatial(sizes)
        gradient = _wide(self._channels_last(out_backprop))
        channels = sizes[1] if self._is_channels_first() else sizes[3]
        self._check(channels, filter.shape)
        windows = self._filter_windows(spatial, filter.shape)
        _check_gradient(self, gradient, sizes[0], windows, filter.shape)
        kernel = _wide(filter)
        if is_plain(windows, kernel.shape, sizes[0]):
            found = depthwise_back(windows, gradient, kernel[..., 0], spatial)
            return self._as_given(found.astype(out_backprop.dtype, copy=False))
        split = gradient.reshape(*gradient.shape[:3], *filter.shape[2:])
        padded = [s + b + a for s, b, a in zip(spatial, windows.before, windows.after)]
        total = np.zeros((sizes[0], *padded, channels), gradient.dtype)
        for offset, place in windows.places():
            total[place] += (split * kernel[offset]).sum(-1)
        found = windows.cropped(total, spatial).astype(out_backprop.dtype)
        return self._as_given(found)

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._same()
        return (
            None,
            op.DepthwiseConv2dNativeBackpropFilter(
                d_output, op.Shape(self.filter), self.out_backprop, **attrs
            ),
            op.DepthwiseConv2dNative(d_output, self.filter, **attrs),
        )


class DepthwiseConv2dNativeBackpropFilter(
    Depthwise,
    signature=f"""
        DepthwiseConv2dNativeBackpropFilter(
            input: T, filter_sizes: int32, out_backprop: T)
        -> (output: T) | {_ATTRS}
    """,
    traits="precision_narrow",
):
    """The gradient of the depthwise convolution for its filter."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("filter_sizes").with_rank(4)

    def compute(self, input: Any, filter_sizes: Any, out_backprop: Any) -> Any:
        sizes = tuple(np.asarray(filter_sizes).tolist())
        array = _wide(self._channels_last(input))
        gradient = _wide(self._channels_last(out_backprop))
        self._check(array.shape[-1], sizes)
        windows = self._filter_windows(array.shape[1:-1], sizes)
        _check_gradient(self, gradient, len(array), windows, sizes)
        if is_plain(windows, sizes, len(array)):
            found = depthwise_filters(windows, array, gradient)
            return found.reshape(sizes).astype(input.dtype, copy=False)
        split = gradient.reshape(*gradient.shape[:3], *sizes[2:])
        padded = windows.padded(array, 0)
        total = np.zeros(sizes, array.dtype)
        for offset, place in windows.places():
            total[offset] = sum_over(padded[place][..., None] * split, (0, 1, 2))
        return total.astype(input.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._same()
        return (
            op.DepthwiseConv2dNativeBackpropInput(
                op.Shape(self.input), d_output, self.out_backprop, **attrs
            ),
            None,
            op.DepthwiseConv2dNative(self.input, d_output, **attrs),
        )


def _check_gradient(
    call: Depthwise, gradient: Any, batch: int, windows: Windows, filter: Any
) -> None:
    expected = (batch, *windows.counts, filter[2] * filter[3])
    if gradient.shape != expected:
        raise call.invalid(
            f"out_backprop has shape {in_brackets(gradient.shape)}, but "
            f"{in_brackets(expected)} was expected"
        )
