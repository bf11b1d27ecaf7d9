"""Max and average pooling."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.nn.windows import SlidingWindow, Windows
from graphir.shapes import Dimension, Shape

_FLOATS = "[half,bfloat16,float,double]"
_SIZES_2D = """
    ksize: list(int) >= 4; strides: list(int) >= 4; padding: string in ['SAME','VALID'];
    data_format: string in ['NHWC','NCHW'] = 'NHWC'
"""
_SIZES_3D = """
    ksize: list(int) >= 5; strides: list(int) >= 5; padding: string in ['SAME','VALID'];
    data_format: string in ['NDHWC','NCDHW'] = 'NDHWC'
"""


def _divided(depth: Dimension, size: int) -> Dimension:
    return None if depth is None else depth // max(size, 1)


class Pooling(SlidingWindow):
    """One window size for each axis; batch and channels have size 1."""

    def infer_shape(self) -> Shape:
        shape = self._inputs[0].shape.with_rank(len(self.ksize))
        dims = shape.as_list()
        sizes, strides = self._spatial(self.ksize), self._spatial(self.strides)
        spatial = self._spatial(dims)
        counts = [
            self._count(axis, *each, 1)
            for axis, each in enumerate(zip(spatial, sizes, strides))
        ]
        if self._is_channels_first():
            return Shape([dims[0], _divided(dims[1], self.ksize[1]), *counts])
        return Shape([dims[0], *counts, _divided(dims[-1], self.ksize[-1])])

    def _pool_windows(self, spatial: tuple[int, ...]) -> Windows:
        sizes = self._spatial(self.ksize)
        return self._windows(spatial, sizes, [1] * len(sizes))

    def _same(self) -> dict[str, Any]:
        """The attributes that an op and its gradient share."""
        names = ("ksize", "strides", "padding", "data_format")
        return {name: self._attrs[name] for name in names}

    def _checked(self, array: Any) -> Any:
        if array.ndim != len(self.ksize):
            raise self.invalid("Input must be 4 or 5-dimensional")
        return self._channels_last(array)


def _least(dtype: Any) -> Any:
    return -np.inf if dtype.kind in "fV" else np.iinfo(dtype).min


def _lowest(dtype: Any) -> Any:
    """The initial maximum of a window: the lowest finite number; -inf for half."""
    return np.finfo(dtype).min if dtype.name in ("float32", "float64") else -np.inf


def _with_lowest(array: Any, largest: Any) -> Any:
    """The elements that ``largest`` was chosen from, where that matters."""
    if array.dtype.kind not in "fV" or not largest.size:
        return array
    lowest = array.dtype.type(_lowest(array.dtype))
    return np.fmax(array, lowest) if (largest == lowest).any() else array


class MaxPooling(Pooling):
    """The largest element of each window; padding and NaN never win."""

    def compute(self, input: Any) -> Any:
        if self._depth_window() > 1:
            return self._over_depth(input)
        array = self._checked(input)
        windows = self._pool_windows(array.shape[1:-1])
        padded = windows.padded(array, _least(array.dtype))
        is_float = array.dtype.kind in "fV"
        lowest = array.dtype.type(_lowest(array.dtype)) if is_float else None
        larger = np.fmax if is_float else np.maximum
        result = None
        for _, place in windows.places():
            part = padded[place]
            if result is not None:
                larger(result, part, out=result)
            else:
                result = part.copy() if lowest is None else np.fmax(part, lowest)
        return self._as_given(result)

    def _depth_window(self) -> int:
        return int(self.ksize[1 if self._is_channels_first() else -1])

    def _over_depth(self, input: Any) -> Any:
        """Windows along the depth alone, side by side."""
        size, axis = self._depth_window(), 1 if self._is_channels_first() else -1
        if self.strides[axis] != size or set(self._spatial(self.ksize)) != {1}:
            raise self.invalid(
                "Pooling over the depth needs a stride of the size of the window, and "
                "no pooling over space."
            )
        array = self._channels_last(input)
        if array.shape[-1] % size:
            raise self.invalid("The depth must be a multiple of the window's.")
        groups = array.reshape(*array.shape[:-1], array.shape[-1] // size, size)
        return self._as_given(groups.max(-1))


class MaxPoolGradient(Pooling):
    """The gradient goes to the first of the largest elements of each window."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.orig_input.shape
        return shape

    def compute(self, orig_input: Any, orig_output: Any, grad: Any) -> Any:
        array, gradient = self._checked(orig_input), self._channels_last(grad)
        windows = self._pool_windows(array.shape[1:-1])
        largest = self._channels_last(orig_output)
        padded = windows.padded(_with_lowest(array, largest), _least(array.dtype))
        total = np.zeros(padded.shape, gradient.dtype)
        free = np.ones(gradient.shape, np.bool_)
        for _, index in windows.places():
            hit = free & (padded[index] == largest)
            total[index] += np.where(hit, gradient, gradient.dtype.type(0))
            free &= ~hit
        return self._as_given(windows.cropped(total, array.shape[1:-1]))


class PoolingOfGradient(Pooling):
    """The base class of second gradients of max pooling."""

    def compute(self, orig_input: Any, orig_output: Any, grad: Any) -> Any:
        array, gradient = self._checked(orig_input), self._channels_last(grad)
        windows = self._pool_windows(array.shape[1:-1])
        largest = self._channels_last(orig_output)
        padded = windows.padded(_with_lowest(array, largest), _least(array.dtype))
        source = windows.padded(gradient, 0)
        result = np.zeros(largest.shape, gradient.dtype)
        free = np.ones(largest.shape, np.bool_)
        for _, index in windows.places():
            hit = free & (padded[index] == largest)
            result = np.where(hit, source[index], result)
            free &= ~hit
        return self._as_given(result)


class AveragePooling(Pooling):
    """The mean of the elements of each window that are no padding."""

    def compute(self, input: Any) -> Any:
        array = self._checked(input)
        windows = self._pool_windows(array.shape[1:-1])
        wide = array.astype(np.float32) if array.dtype.itemsize <= 2 else array
        padded = windows.padded(wide, 0)
        parts = [padded[place] for _, place in windows.places()]
        total = parts[0].copy()
        for part in parts[1:]:
            total += part
        counts = _element_counts(windows, array.shape[1:-1]).astype(wide.dtype)
        return self._as_given((total / counts).astype(array.dtype))


class AveragePoolGradient(Pooling):
    """Each window's gradient shared among its elements."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("orig_input_shape").with_rank(len(self.ksize))

    def compute(self, orig_input_shape: Any, grad: Any) -> Any:
        spatial = self._spatial(np.asarray(orig_input_shape).tolist())
        windows = self._pool_windows(spatial)
        gradient = self._channels_last(grad)
        wide = gradient.astype(np.float32) if grad.dtype.itemsize <= 2 else gradient
        share = wide / _element_counts(windows, spatial).astype(wide.dtype)
        sizes = [s + b + a for s, b, a in zip(spatial, windows.before, windows.after)]
        total = np.zeros((share.shape[0], *sizes, share.shape[-1]), share.dtype)
        for _, place in windows.places():
            total[place] += share
        return self._as_given(windows.cropped(total, spatial).astype(grad.dtype))


def _element_counts(windows: Windows, spatial: tuple[int, ...]) -> Any:
    """How many real elements each window has: [1, windows..., 1]."""
    ones = windows.padded(np.ones((1, *spatial, 1)), 0)
    return sum(ones[place] for _, place in windows.places())


class MaxPool(
    MaxPooling,
    signature="""
        MaxPool(input: T) -> (output: T)
        | T: type in [half,bfloat16,float,double,int32,int64,uint8,int16,int8,uint16,
          qint8] = float;
          ksize: list(int) >= 4; strides: list(int) >= 4;
          padding: string in ['SAME','VALID','EXPLICIT'];
          explicit_paddings: list(int) = [];
          data_format: string in ['NHWC','NCHW','NCHW_VECT_C'] = 'NHWC'
    """,
    traits="precision_neutral function_opens_scope",
):
    """The largest element of each window over two axes."""

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.MaxPoolGrad(
            self.input,
            self.output,
            d_output,
            explicit_paddings=self.explicit_paddings,
            **self._same(),
        )
        return (gradient,)


class MaxPoolGrad(
    MaxPoolGradient,
    signature="""
        MaxPoolGrad(orig_input: T, orig_output: T, grad: T) -> (output: T)
        | ksize: list(int) >= 4; strides: list(int) >= 4;
          padding: string in ['SAME','VALID','EXPLICIT'];
          explicit_paddings: list(int) = [];
          data_format: string in ['NHWC','NCHW'] = 'NHWC'; T: type in real = float
    """,
    traits="precision_neutral",
):
    """The gradient of MaxPool."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_grad = op.MaxPoolGradGrad(
            self.orig_input,
            self.orig_output,
            d_output,
            **self._same(),
        )
        return op.ZerosLike(self.orig_input), op.ZerosLike(self.orig_output), d_grad


class MaxPoolGradGrad(
    PoolingOfGradient,
    signature=f"""
        MaxPoolGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T)
        | {_SIZES_2D}; T: type in real
    """,
):
    """For each window, the element of ``grad`` at the first maximum."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_grad = op.MaxPoolGrad(
            self.orig_input,
            self.orig_output,
            d_output,
            **self._same(),
        )
        return op.ZerosLike(self.orig_input), op.ZerosLike(self.orig_output), d_grad


class AvgPool(
    AveragePooling,
    signature=f"AvgPool(value: T) -> (output: T) | {_SIZES_2D}; T: type in {_FLOATS}",
    traits="precision_following function_opens_scope",
):
    """The mean of each window over two axes."""

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.AvgPoolGrad(
            self.op.Shape(self.value),
            d_output,
            **self._same(),
        )
        return (gradient,)


class AvgPoolGrad(
    AveragePoolGradient,
    signature=f"""
        AvgPoolGrad(orig_input_shape: int32, grad: T) -> (output: T)
        | {_SIZES_2D}; T: type in {_FLOATS}
    """,
    traits="precision_following",
):
    """The gradient of AvgPool."""

    def input_gradients(self, d_output: Any) -> Any:
        pooled = self.op.AvgPool(
            d_output,
            **self._same(),
        )
        return None, pooled


class MaxPool3D(
    MaxPooling,
    signature=f"""
        MaxPool3D(input: T) -> (output: T)
        | {_SIZES_3D}; T: type in [half,bfloat16,float]
    """,
    traits="precision_neutral function_opens_scope",
):
    """The largest element of each window over three axes."""

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.MaxPool3DGrad(
            self.input,
            self.output,
            d_output,
            **self._same(),
        )
        return (gradient,)


class MaxPool3DGrad(
    MaxPoolGradient,
    signature=f"""
        MaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T) -> (output: T)
        | {_SIZES_3D}; T: type in [half,bfloat16,float] = float;
          TInput: type in [half,bfloat16,float] = float
    """,
):
    """The gradient of MaxPool3D."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_grad = op.MaxPool3DGradGrad(
            self.orig_input,
            self.orig_output,
            d_output,
            **self._same(),
        )
        return op.ZerosLike(self.orig_input), op.ZerosLike(self.orig_output), d_grad


class MaxPool3DGradGrad(
    PoolingOfGradient,
    signature=f"""
        MaxPool3DGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T)
        | {_SIZES_3D}; T: type in real
    """,
):
    """For each window, the element of ``grad`` at the first maximum."""

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_grad = op.MaxPool3DGrad(
            self.orig_input,
            self.orig_output,
            d_output,
            **self._same(),
        )
        return op.ZerosLike(self.orig_input), op.ZerosLike(self.orig_output), d_grad


class AvgPool3D(
    AveragePooling,
    signature=f"AvgPool3D(input: T) -> (output: T) | {_SIZES_3D}; T: type in {_FLOATS}",
    traits="precision_following function_opens_scope",
):
    """The mean of each window over three axes."""

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.AvgPool3DGrad(
            self.op.Shape(self.input),
            d_output,
            **self._same(),
        )
        return (gradient,)


class AvgPool3DGrad(
    AveragePoolGradient,
    signature=f"""
        AvgPool3DGrad(orig_input_shape: int32, grad: T) -> (output: T)
        | {_SIZES_3D}; T: type in {_FLOATS}
    """,
    traits="precision_following",
):
    """The gradient of AvgPool3D."""

    def input_gradients(self, d_output: Any) -> Any:
        pooled = self.op.AvgPool3D(
            d_output,
            **self._same(),
        )
        return None, pooled
