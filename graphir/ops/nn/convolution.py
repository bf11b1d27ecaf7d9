"""Convolutions over two and three spatial axes, and the ops of their gradients.

Patches are laid out as rows of a matrix (im2col), so that one product of matrices
does the work; the gradient for the input adds the rows up again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.compute.blas import OneThread
from graphir.compute.threads import in_parts
from graphir.ops.contract.families import in_brackets
from graphir.ops.linalg.matrices import matrix_product
from graphir.ops.nn.windows import SlidingWindow, Windows
from graphir.shapes import Shape

_STRIDES_2D = """
    strides: list(int); use_cudnn_on_gpu: bool = True;
    padding: string in ['SAME','VALID','EXPLICIT']; explicit_paddings: list(int) = [];
    data_format: string in ['NHWC','NCHW'] = 'NHWC';
    dilations: list(int) = [1, 1, 1, 1]
"""
_STRIDES_3D = """
    strides: list(int) >= 5; padding: string in ['SAME','VALID'];
    data_format: string in ['NDHWC','NCDHW'] = 'NDHWC';
    dilations: list(int) = [1, 1, 1, 1, 1]
"""
_FLOATS = "T: type in [half,bfloat16,float,double]"


class Convolving(SlidingWindow):
    """The base class of a convolution and of its two gradients."""

    def _convolution_windows(self, spatial: Sequence[int], filter: Any) -> Windows:
        sizes = filter[: len(spatial)]
        return self._windows(spatial, sizes, self._spatial(self.dilations))

    def _check_depth(self, channels: int, filter: Sequence[int]) -> int:
        """The number of groups."""
        if not filter[-2] or channels % filter[-2]:
            raise self.invalid(
                f"input depth must be evenly divisible by filter depth: {channels} vs "
                f"{filter[-2]}"
            )
        groups = channels // filter[-2]
        if filter[-1] % groups:
            raise self.invalid(
                f"output depth must be evenly divisible by number of groups: "
                f"{filter[-1]} vs {groups}"
            )
        return groups

    def _gradient_attrs(self) -> dict[str, Any]:
        names = ("strides", "padding", "data_format", "dilations")
        attrs = {name: self._attrs[name] for name in names}
        if "explicit_paddings" in self._attrs:
            attrs["explicit_paddings"] = self._attrs["explicit_paddings"]
        return attrs


class Convolution(Convolving):
    """input, filter -> output."""

    def infer_shape(self) -> Shape:
        shape, filter = self.input.shape, self.filter.shape
        rank = len(self.strides)
        if rank < 3:
            raise ValueError(
                f"{type(self).__name__} requires the strides attribute to contain a "
                f"number for each dimension of its input, but got: {rank}"
            )
        shape, filter = shape.with_rank(rank), filter.with_rank(rank)
        dims = shape.as_list()
        spatial = self._spatial(dims)
        channels = dims[1] if self._is_channels_first() else dims[-1]
        if None not in (channels, filter[-2]) and filter[-2] and channels % filter[-2]:
            raise ValueError(
                f"Depth of input ({channels}) is not a multiple of input depth of "
                "filter "
                f"({filter[-2]}) for '{type(self).__name__}'"
            )
        strides, dilations = self._spatial(self.strides), self._spatial(self.dilations)
        counts = list(
            map(self._count, range(rank), spatial, filter, strides, dilations)
        )
        if self._is_channels_first():
            return Shape([dims[0], filter[-1], *counts])
        return Shape([dims[0], *counts, filter[-1]])

    def compute(self, input: Any, filter: Any) -> Any:
        if input.ndim != len(self.strides) or filter.ndim != len(self.strides):
            raise self.invalid(
                f"input and filter must be {len(self.strides)}-dimensional: "
                f"{in_brackets(input.shape)}, {in_brackets(filter.shape)}"
            )
        array = self._channels_last(input)
        groups = self._check_depth(array.shape[-1], filter.shape)
        windows = self._convolution_windows(array.shape[1:-1], filter.shape)
        return self._as_given(convolved(windows, array, filter, groups))


def convolved(windows: Windows, array: Any, filter: Any, groups: int) -> Any:
    """[batch, windows..., out], channels last."""
    depth = filter.shape[-1] // groups
    result = np.empty((len(array), *windows.counts, filter.shape[-1]), array.dtype)
    columns = filter.reshape(-1, filter.shape[-1])

    def fill(images: slice) -> None:
        for group, part in enumerate(_parts(windows.patches(array[images]), groups)):
            outs = slice(group * depth, (group + 1) * depth)
            product = matrix_product(_rows(part, windows), columns[:, outs])
            target = result[images][..., outs]
            target[...] = product.reshape(target.shape)

    _for_each(windows.image_blocks(array.shape, array.itemsize), fill)
    return result


def _for_each(blocks: Sequence[slice], work: Callable[[slice], None]) -> None:
    """Does the work for each block of images, on threads if there are several."""

    def do(first: int, last: int) -> None:
        for images in blocks[first:last]:
            work(images)

    with OneThread():
        in_parts(do, len(blocks), 1)


def _parts(array: Any, groups: int) -> Sequence[Any]:
    """The channels of each group."""
    return np.split(array, groups, -1) if groups > 1 else (array,)


def _rows(patches: Any, windows: Windows) -> Any:
    """[batch, windows..., size..., in] as a matrix with a row for each window."""
    rank = len(windows.sizes)
    count = math.prod(patches.shape[: rank + 1])
    return patches.reshape(count, math.prod(patches.shape[rank + 1 :]))


class InputGradient(Convolving):
    """input_sizes, filter, out_backprop -> the gradient for the input."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("input_sizes").with_rank(len(self.strides))

    def compute(self, input_sizes: Any, filter: Any, out_backprop: Any) -> Any:
        sizes = np.asarray(input_sizes).tolist()
        if len(sizes) == len(self.strides) - 2:
            # only the spatial sizes were given: batch and depth follow
            batch, depth = out_backprop.shape[0], filter.shape[-2]
            first = self._is_channels_first()
            sizes = [batch, depth, *sizes] if first else [batch, *sizes, depth]
        spatial = self._spatial(sizes)
        channels = sizes[1] if self._is_channels_first() else sizes[-1]
        gradient = self._channels_last(out_backprop)
        groups = self._check_depth(channels, filter.shape)
        windows = self._convolution_windows(spatial, filter.shape)
        self._check_gradient(gradient, sizes[0], windows, filter.shape[-1])
        filters = _parts(filter, groups)
        parts = [
            _spread_back(windows, part, kernel, spatial)
            for part, kernel in zip(_parts(gradient, groups), filters)
        ]
        return self._as_given(np.concatenate(parts, -1) if groups > 1 else parts[0])

    def _check_gradient(
        self, gradient: Any, batch: int, windows: Windows, depth: int
    ) -> None:
        expected = (batch, *windows.counts, depth)
        if gradient.shape != expected:
            raise self.invalid(
                f"Size of out_backprop doesn't match computed: actual = "
                f"{in_brackets(gradient.shape)}, computed = {in_brackets(expected)}"
            )


def _spread_back(
    windows: Windows, gradient: Any, kernel: Any, spatial: Sequence[int]
) -> Any:
    """[batch, windows..., out] -> [batch, spatial..., in]."""
    columns = kernel.reshape(-1, kernel.shape[-1]).T
    shape = (len(gradient), *spatial, kernel.shape[-2])
    result = np.empty(shape, gradient.dtype)

    def fill(images: slice) -> None:
        block = gradient[images]
        rows = block.reshape(math.prod(block.shape[:-1]), block.shape[-1])
        patches = matrix_product(rows, columns)
        patches = patches.reshape(*block.shape[:-1], *kernel.shape[:-1])
        result[images] = windows.fold(patches, spatial)

    _for_each(windows.image_blocks(shape, gradient.itemsize), fill)
    return result


class FilterGradient(Convolving):
    """input, filter_sizes, out_backprop -> the gradient for the filter."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("filter_sizes").with_rank(len(self.strides))

    def compute(self, input: Any, filter_sizes: Any, out_backprop: Any) -> Any:
        sizes = np.asarray(filter_sizes).tolist()
        array, gradient = self._channels_last(input), self._channels_last(out_backprop)
        groups = self._check_depth(array.shape[-1], sizes)
        windows = self._convolution_windows(array.shape[1:-1], sizes)
        expected = (array.shape[0], *windows.counts, sizes[-1])
        if gradient.shape != expected:
            raise self.invalid(
                f"Size of out_backprop doesn't match computed: actual = "
                f"{in_brackets(gradient.shape)}, computed = {in_brackets(expected)}"
            )
        return _filter_gradient(windows, array, gradient, groups).reshape(sizes)


def _filter_gradient(windows: Windows, array: Any, gradient: Any, groups: int) -> Any:
    """The sum over all windows of patch times gradient: a column for each output."""
    narrow = array.dtype.kind in "fV" and array.itemsize <= 2
    wide = np.dtype(np.float32) if narrow else array.dtype
    depth = gradient.shape[-1] // groups
    height = math.prod(windows.sizes) * (array.shape[-1] // groups)
    found: dict[int, Any] = {}

    def add(images: slice) -> None:
        block = gradient[images].astype(wide, copy=False)
        total = found[images.start] = np.empty((height, gradient.shape[-1]), wide)
        for group, part in enumerate(_parts(windows.patches(array[images]), groups)):
            outs = slice(group * depth, (group + 1) * depth)
            columns = _rows(part, windows).astype(wide, copy=False)
            rows = block[..., outs].reshape(len(columns), depth)
            total[:, outs] = np.matmul(columns.T, rows)

    _for_each(windows.image_blocks(array.shape, array.itemsize), add)
    total = np.zeros((height, gradient.shape[-1]), wide)
    for start in sorted(found):  # the same sum whichever thread was first
        total += found[start]
    return total.astype(array.dtype, copy=False)


class Conv2D(
    Convolution,
    signature=f"""
        Conv2D(input: T, filter: T) -> (output: T)
        | T: type in [half,bfloat16,float,double,int32]; {_STRIDES_2D}
    """,
    traits="precision_narrow makes_new",
):
    """A two-dimensional convolution (a correlation: the filter is not flipped)."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        sizes, filter_sizes = op.Shape(self.input), op.Shape(self.filter)
        return (
            op.Conv2DBackpropInput(sizes, self.filter, d_output, **attrs),
            op.Conv2DBackpropFilter(self.input, filter_sizes, d_output, **attrs),
        )


class Conv2DBackpropInput(
    InputGradient,
    signature=f"""
        Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T)
        -> (output: T) | T: type in [half,bfloat16,float,double,int32]; {_STRIDES_2D}
    """,
    traits="precision_narrow makes_new",
):
    """The gradient of Conv2D for its input; also the transposed convolution."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        filter_sizes = op.Shape(self.filter)
        return (
            None,
            op.Conv2DBackpropFilter(d_output, filter_sizes, self.out_backprop, **attrs),
            op.Conv2D(d_output, self.filter, **attrs),
        )


class Conv2DBackpropFilter(
    FilterGradient,
    signature=f"""
        Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T)
        -> (output: T) | {_FLOATS}; {_STRIDES_2D}
    """,
    traits="precision_narrow makes_new",
):
    """The gradient of Conv2D for its filter."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        sizes = op.Shape(self.input)
        return (
            op.Conv2DBackpropInput(sizes, d_output, self.out_backprop, **attrs),
            None,
            op.Conv2D(self.input, d_output, **attrs),
        )


class Conv3D(
    Convolution,
    signature=f"""
        Conv3D(input: T, filter: T) -> (output: T) | {_FLOATS}; {_STRIDES_3D}
    """,
    traits="precision_narrow",
):
    """A three-dimensional convolution."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        sizes, filter_sizes = op.Shape(self.input), op.Shape(self.filter)
        return (
            op.Conv3DBackpropInputV2(sizes, self.filter, d_output, **attrs),
            op.Conv3DBackpropFilterV2(self.input, filter_sizes, d_output, **attrs),
        )


class Conv3DBackpropInputV2(
    InputGradient,
    signature=f"""
        Conv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T)
        -> (output: T) | {_FLOATS}; {_STRIDES_3D}; Tshape: type in [int32,int64] = int32
    """,
    traits="precision_narrow",
):
    """The gradient of Conv3D for its input."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        filter_sizes = op.Shape(self.filter)
        return (
            None,
            op.Conv3DBackpropFilterV2(
                d_output, filter_sizes, self.out_backprop, **attrs
            ),
            op.Conv3D(d_output, self.filter, **attrs),
        )


class Conv3DBackpropFilterV2(
    FilterGradient,
    signature=f"""
        Conv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T)
        -> (output: T) | {_FLOATS}; {_STRIDES_3D}
    """,
    traits="precision_narrow",
):
    """The gradient of Conv3D for its filter."""

    def input_gradients(self, d_output: Any) -> Any:
        op, attrs = self.op, self._gradient_attrs()
        sizes = op.Shape(self.input)
        return (
            op.Conv3DBackpropInputV2(sizes, d_output, self.out_backprop, **attrs),
            None,
            op.Conv3D(self.input, d_output, **attrs),
        )
