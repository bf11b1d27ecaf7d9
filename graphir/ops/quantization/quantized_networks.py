"""Layers of neural networks on quantized numbers and their ranges."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.nn.convolution import Conv2D
from graphir.ops.nn.pooling import AvgPool, MaxPool
from graphir.ops.quantization.quantized_levels import (
    level_of,
    level_unclamped,
    limits_of,
    number_of,
    product_range,
    scalar_of,
)
from graphir.ops.quantization.quantized_ranges import TYPES
from graphir.shapes import UNKNOWN, Shape

_SCALAR = Shape([])


class _Ranged(Op):
    """The result is a tensor and the ends of its range."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [self._inputs[0].shape, _SCALAR, _SCALAR]

    def _range(self, low: Any, high: Any) -> tuple[float, float]:
        return scalar_of(self, "min", low), scalar_of(self, "max", high)


def _with_range(levels: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
    return levels, np.float32(low), np.float32(high)


class QuantizedRelu(
    _Ranged,
    signature=f"""
        QuantizedRelu(features: Tinput, min_features: float, max_features: float)
        -> (activations: out_type, min_activations: float, max_activations: float)
        | Tinput: {TYPES}; out_type: {TYPES} = quint8
    """,
):
    """Numbers below 0 become 0."""

    def compute(self, features: Any, min_features: Any, max_features: Any) -> Any:
        low, high = self._range(min_features, max_features)
        zero = level_of(0.0, features.dtype, low, high)
        levels = np.maximum(features, zero).astype(self.out_type.numpy_dtype)
        return _with_range(levels, low, high)


class QuantizedRelu6(
    _Ranged,
    signature=f"""
        QuantizedRelu6(features: Tinput, min_features: float, max_features: float)
        -> (activations: out_type, min_activations: float, max_activations: float)
        | Tinput: {TYPES}; out_type: {TYPES} = quint8
    """,
):
    """Numbers below 0 become 0, numbers above 6 become 6."""

    def compute(self, features: Any, min_features: Any, max_features: Any) -> Any:
        low, high = self._range(min_features, max_features)
        ends = [level_of(end, features.dtype, low, high) for end in (0.0, 6.0)]
        levels = np.clip(features, *ends).astype(self.out_type.numpy_dtype)
        return _with_range(levels, low, high)


class QuantizedReshape(
    _Ranged,
    signature="""
        QuantizedReshape(tensor: T, shape: Tshape, input_min: float, input_max: float)
        -> (output: T, output_min: float, output_max: float)
        | T: type; Tshape: type in [int32,int64] = int32
    """,
):
    """The tensor in another shape."""

    def infer_shape(self) -> list[Shape]:
        return [self.constant_as_shape("shape"), _SCALAR, _SCALAR]

    def compute(self, tensor: Any, shape: Any, input_min: Any, input_max: Any) -> Any:
        sizes = np.asarray(shape).tolist()
        if -1 not in sizes and np.prod(sizes) != tensor.size:
            raise self.invalid(
                f"Input to reshape is a tensor with {tensor.size} values, but the "
                f"requested shape has {int(np.prod(sizes))}"
            )
        low, high = self._range(input_min, input_max)
        return _with_range(tensor.reshape(sizes), low, high)


class _QuantizedPool(_Ranged):
    """Pooling of levels, whose range stays."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None] * 4), _SCALAR, _SCALAR]

    def _windowed(self) -> dict[str, Any]:
        return {
            "T": self.T,
            "ksize": self.ksize,
            "strides": self.strides,
            "padding": self.padding,
            "explicit_paddings": [],
            "data_format": b"NHWC",
        }


class QuantizedMaxPool(
    _QuantizedPool,
    signature=f"""
        QuantizedMaxPool(input: T, min_input: float, max_input: float)
        -> (output: T, min_output: float, max_output: float)
        | T: {TYPES}; ksize: list(int); strides: list(int);
          padding: string in ['SAME','VALID']
    """,
):
    """The greatest level of each window."""

    def compute(self, input: Any, min_input: Any, max_input: Any) -> Any:
        low, high = self._range(min_input, max_input)
        return _with_range(MaxPool((), self._windowed()).compute(input), low, high)


class QuantizedAvgPool(
    _QuantizedPool,
    signature=f"""
        QuantizedAvgPool(input: T, min_input: float, max_input: float)
        -> (output: T, min_output: float, max_output: float)
        | T: {TYPES}; ksize: list(int); strides: list(int);
          padding: string in ['SAME','VALID']
    """,
):
    """The mean level of each window, rounded down."""

    def compute(self, input: Any, min_input: Any, max_input: Any) -> Any:
        low, high = self._range(min_input, max_input)
        mean = AvgPool((), self._windowed()).compute(input.astype(np.float64))
        # a sum of integers over their number, which rounding must not lift
        levels = np.trunc(np.round(mean, 9)).astype(input.dtype)
        return _with_range(levels, low, high)


class QuantizedMatMul(
    _Ranged,
    signature=f"""
        QuantizedMatMul(a: T1, b: T2, min_a: float, max_a: float, min_b: float,
        max_b: float) -> (out: Toutput, min_out: float, max_out: float)
        | T1: {TYPES}; T2: {TYPES}; Toutput: {TYPES} = qint32;
          transpose_a: bool = False; transpose_b: bool = False;
          Tactivation: {TYPES} = quint8
    """,
):
    """The product of matrices in levels of 32 bits."""

    def infer_shape(self) -> list[Shape]:
        a, b = self.a.shape.with_rank(2), self.b.shape.with_rank(2)
        if a.rank is None or b.rank is None:
            return [UNKNOWN, _SCALAR, _SCALAR]
        rows = a[1] if self.transpose_a else a[0]
        columns = b[0] if self.transpose_b else b[1]
        return [Shape([rows, columns]), _SCALAR, _SCALAR]

    def compute(
        self, a: Any, b: Any, min_a: Any, max_a: Any, min_b: Any, max_b: Any
    ) -> Any:
        if a.ndim != 2 or b.ndim != 2:
            raise self.invalid("a and b must be matrices")
        ranges = self._range(min_a, max_a), self._range(min_b, max_b)
        left = a.astype(np.int64) - level_unclamped(0.0, a.dtype, *ranges[0])
        right = b.astype(np.int64) - level_unclamped(0.0, b.dtype, *ranges[1])
        left = left.T if self.transpose_a else left
        right = right.T if self.transpose_b else right
        if left.shape[1] != right.shape[0]:
            raise self.invalid(
                "Matrix size-incompatible: In[0]: "
                f"{list(a.shape)}, In[1]: {list(b.shape)}"
            )
        out = (left @ right).astype(np.int32)
        return _with_range(out, *product_range(a.dtype, b.dtype, *ranges))


class QuantizedConv2D(
    _Ranged,
    signature=f"""
        QuantizedConv2D(input: Tinput, filter: Tfilter, min_input: float,
        max_input: float, min_filter: float, max_filter: float)
        -> (output: out_type, min_output: float, max_output: float)
        | Tinput: {TYPES}; Tfilter: {TYPES}; out_type: {TYPES} = qint32;
          strides: list(int); padding: string in ['SAME','VALID'];
          dilations: list(int) = [1, 1, 1, 1]
    """,
):
    """A convolution in levels of 32 bits; elements outside the image count as 0."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None] * 4), _SCALAR, _SCALAR]

    def compute(
        self,
        input: Any,
        filter: Any,
        min_input: Any,
        max_input: Any,
        min_filter: Any,
        max_filter: Any,
    ) -> Any:
        ranges = self._range(min_input, max_input), self._range(min_filter, max_filter)
        attrs = {
            "T": self.Tinput,
            "strides": self.strides,
            "padding": self.padding,
            "explicit_paddings": [],
            "data_format": b"NHWC",
            "dilations": self.dilations,
            "use_cudnn_on_gpu": True,
        }
        parts = [
            (each.astype(np.int64) - level_unclamped(0.0, each.dtype, *ends)).astype(
                np.float64
            )
            for each, ends in zip((input, filter), ranges, strict=True)
        ]
        out = np.rint(Conv2D((), attrs).compute(*parts)).astype(np.int32)
        return _with_range(out, *product_range(input.dtype, filter.dtype, *ranges))


class QuantizedMul(
    _Ranged,
    signature=f"""
        QuantizedMul(x: T1, y: T2, min_x: float, max_x: float, min_y: float,
        max_y: float) -> (z: Toutput, min_z: float, max_z: float)
        | T1: {TYPES}; T2: {TYPES}; Toutput: {TYPES} = qint32
    """,
):
    """Products in levels of 32 bits."""

    def infer_shape(self) -> list[Shape]:
        return [UNKNOWN, _SCALAR, _SCALAR]

    def compute(
        self, x: Any, y: Any, min_x: Any, max_x: Any, min_y: Any, max_y: Any
    ) -> Any:
        ranges = self._range(min_x, max_x), self._range(min_y, max_y)
        left = x.astype(np.int64) - level_unclamped(0.0, x.dtype, *ranges[0])
        right = y.astype(np.int64) - level_unclamped(0.0, y.dtype, *ranges[1])
        out = (left * right).astype(np.int32)
        return _with_range(out, *product_range(x.dtype, y.dtype, *ranges))


class QuantizedBiasAdd(
    _Ranged,
    signature=f"""
        QuantizedBiasAdd(input: T1, bias: T2, min_input: float, max_input: float,
        min_bias: float, max_bias: float)
        -> (output: out_type, min_out: float, max_out: float)
        | T1: {TYPES}; T2: {TYPES}; out_type: {TYPES}
    """,
):
    """Sums with a vector along the last axis, in a range with room for many."""

    def compute(
        self,
        input: Any,
        bias: Any,
        min_input: Any,
        max_input: Any,
        min_bias: Any,
        max_bias: Any,
    ) -> Any:
        if bias.ndim != 1 or input.ndim < 2 or input.shape[-1] != len(bias):
            raise self.invalid(
                "Must provide as many biases as the last dimension of the input "
                f"tensor: {list(bias.shape)} vs. {list(input.shape)}"
            )
        ranges = self._range(min_input, max_input), self._range(min_bias, max_bias)
        return _sum(input, bias, *ranges)


def _sum(x: Any, y: Any, x_range: Any, y_range: Any) -> tuple[Any, Any, Any]:
    widest = max(*(-low for low, _ in (x_range, y_range)), x_range[1], y_range[1])
    high = float(np.float32(widest) * np.float32(1 << 17))
    parts = [
        level_of(number_of(levels, *ends), np.int32, -high, high).astype(np.int64)
        for levels, ends in ((x, x_range), (y, y_range))
    ]
    total = np.clip(parts[0] + parts[1], *limits_of(np.int32)).astype(np.int32)
    return _with_range(total, -high, high)


def _seen_range(levels: Any, low: float, high: float) -> tuple[float, float]:
    """The range of the numbers that occur, 0 among them."""
    if not levels.size:
        return 0.0, 0.0
    least, greatest = (
        number_of(end, low, high) for end in (levels.min(), levels.max())
    )
    return float(np.float32(min(0.0, float(least)))), float(np.float32(greatest))


class RequantizationRange(
    _Ranged,
    signature=f"""
        RequantizationRange(input: Tinput, input_min: float, input_max: float)
        -> (output_min: float, output_max: float) | Tinput: {TYPES}
    """,
):
    """The range of the numbers that occur."""

    def infer_shape(self) -> list[Shape]:
        return [_SCALAR, _SCALAR]

    def compute(self, input: Any, input_min: Any, input_max: Any) -> Any:
        low, high = _seen_range(input, *self._range(input_min, input_max))
        return np.float32(low), np.float32(high)


class Requantize(
    _Ranged,
    signature=f"""
        Requantize(input: Tinput, input_min: float, input_max: float,
        requested_output_min: float, requested_output_max: float)
        -> (output: out_type, output_min: float, output_max: float)
        | Tinput: {TYPES}; out_type: {TYPES}
    """,
):
    """The numbers in levels of another range."""

    def compute(
        self,
        input: Any,
        input_min: Any,
        input_max: Any,
        requested_output_min: Any,
        requested_output_max: Any,
    ) -> Any:
        low, high = self._range(requested_output_min, requested_output_max)
        if low > 0 or high < low:
            raise self.invalid(
                f"requested_output_min {low} must be at most 0 and below "
                f"requested_output_max {high}"
            )
        numbers = number_of(input, *self._range(input_min, input_max))
        levels = level_of(numbers, self.out_type.numpy_dtype, low, high)
        return _with_range(levels, low, high)


class QuantizeDownAndShrinkRange(
    _Ranged,
    signature=f"""
        QuantizeDownAndShrinkRange(input: Tinput, input_min: float, input_max: float)
        -> (output: out_type, output_min: float, output_max: float)
        | Tinput: {TYPES}; out_type: {TYPES}
    """,
):
    """The numbers in levels of the range that they take."""

    def compute(self, input: Any, input_min: Any, input_max: Any) -> Any:
        ends = self._range(input_min, input_max)
        low, high = _seen_range(input, *ends)
        numbers = number_of(input, *ends)
        levels = level_of(numbers, self.out_type.numpy_dtype, low, high)
        return _with_range(levels, low, high)
