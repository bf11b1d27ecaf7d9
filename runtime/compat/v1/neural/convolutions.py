"""Convolutions with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from runtime.apply import apply_op
from runtime.compat.v1.neural.given import either, required
from runtime.nn import convolutions, depthwise, windows
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_ONES: Final = (1, 1, 1, 1)


def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: Any = None,
    dilations: Any = None,
) -> Tensor:
    """A convolution of sequences; ``data_format`` "NHWC" stands for "NWC".

    >>> tf.compat.v1.nn.conv1d([[[1.0], [2.0]]], [[[3.0]]], 1, "SAME").numpy().ravel()
    array([3., 6.], dtype=float32)

    Raises:
      ValueError: unless exactly one of `value` and `input` is passed.
    """
    sequences = required(value=value, input=input)
    layouts = {None: "NWC", "NHWC": "NWC", "NCHW": "NCW"}
    layout = layouts.get(data_format, data_format)
    return convolutions.conv1d(
        sequences, filters, stride, padding, layout, dilations, name
    )


def conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Sequence[int]],
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution of images with respect to its filters.

    >>> blame = tf.compat.v1.nn.conv2d_backprop_filter
    >>> blame([[[[2.0]]]], [1, 1, 1, 1], [[[[3.0]]]], [1, 1, 1, 1], "SAME").numpy()
    array([[[[6.]]]], dtype=float32)
    """
    attrs = _attrs(strides, padding, data_format, dilations)
    inputs = [convert_to_tensor(each) for each in (input, filter_sizes, out_backprop)]
    found: Tensor = apply_op("Conv2DBackpropFilter", inputs, attrs, name)
    return found


def conv2d_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike | None = None,
    out_backprop: TensorLike | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = _ONES,
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """The gradient of a convolution with respect to its images.

    >>> blame = tf.compat.v1.nn.conv2d_backprop_input
    >>> blame([1, 1, 1, 1], [[[[2.0]]]], [[[[3.0]]]], [1, 1, 1, 1], "SAME").numpy()
    array([[[[6.]]]], dtype=float32)

    Raises:
      ValueError: if both `filter` and `filters` are passed.
    """
    weights = either(filters=filters, filter=filter)
    attrs = _attrs(strides, padding, data_format, dilations)
    inputs = [convert_to_tensor(each) for each in (input_sizes, weights, out_backprop)]
    found: Tensor = apply_op("Conv2DBackpropInput", inputs, attrs, name)
    return found


def _attrs(
    strides: Any, padding: Any, data_format: str, dilations: Any
) -> dict[str, Any]:
    return {
        "strides": windows.per_axis(strides, 2, data_format, "strides"),
        **windows.padding_attrs(padding),
        "data_format": text_attr(data_format, "data_format"),
        "dilations": windows.per_axis(dilations, 2, data_format, "dilations"),
    }


def conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: str = "NDHWC",
    dilations: Any = (1, 1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """A convolution of volumes.

    Raises:
      ValueError: if both `filter` and `filters` are passed.
    """
    weights = either(filters=filters, filter=filter)
    spread = list(dilations)
    return convolutions.conv3d(
        input, weights, strides, padding, data_format, spread, name
    )


def conv3d_transpose(
    value: Any,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose of a convolution of volumes.

    Raises:
      ValueError: if an argument is passed under both its names.
    """
    return convolutions.conv3d_transpose(
        either(input=input, value=value),
        either(filters=filters, filter=filter),
        output_shape,
        strides,
        padding,
        data_format,
        dilations,
        name,
    )


def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    rate: TensorLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """A depthwise convolution: each channel has its own filters.

    >>> convolve = tf.compat.v1.nn.depthwise_conv2d
    >>> convolve([[[[2.0]]]], [[[[3.0]]]], [1, 1, 1, 1], "SAME").numpy().item()
    6.0

    Raises:
      ValueError: if both `rate` and `dilations` are passed.
    """
    spread = either(dilations=dilations, rate=rate)
    return depthwise.depthwise_conv2d(
        input, filter, strides, padding, data_format, spread, name
    )


def depthwise_conv2d_native(
    input: TensorLike,
    filter: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """A depthwise convolution, as one op.

    >>> convolve = tf.compat.v1.nn.depthwise_conv2d_native
    >>> convolve([[[[2.0]]]], [[[[3.0]]]], [1, 1, 1, 1], "SAME").numpy().item()
    6.0
    """
    attrs = _attrs(strides, padding, data_format, dilations)
    inputs = [convert_to_tensor(input), convert_to_tensor(filter)]
    found: Tensor = apply_op("DepthwiseConv2dNative", inputs, attrs, name)
    return found


def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    rate: TensorLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """A depthwise convolution, whose channels are then mixed.

    >>> one = [[[[2.0]]]]
    >>> tf.compat.v1.nn.separable_conv2d(one, one, one, [1, 1, 1, 1], "SAME").numpy()
    array([[[[8.]]]], dtype=float32)

    Raises:
      ValueError: if both `rate` and `dilations` are passed.
    """
    spread = either(dilations=dilations, rate=rate)
    filters = (depthwise_filter, pointwise_filter)
    return depthwise.separable_conv2d(
        input, *filters, strides, padding, data_format, spread, name
    )


def dilation2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: int | Sequence[int] | None = None,
    rates: int | Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] | None = None,
    name: str | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """The largest sum of a window and a filter.

    Raises:
      ValueError: if an argument is passed under both its names.
    """
    inputs = [
        convert_to_tensor(input),
        convert_to_tensor(either(filters=filters, filter=filter)),
    ]
    attrs = {
        "strides": strides,
        "rates": either(dilations=dilations, rates=rates),
        "padding": text_attr(padding, "padding"),
    }
    found: Tensor = apply_op("Dilation2D", inputs, attrs, name)
    return found


def erosion2d(
    value: TensorLike,
    kernel: Any,
    strides: int | Sequence[int],
    rates: int | Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """The smallest difference of a window and a filter."""
    return depthwise.erosion2d(value, kernel, strides, padding, "NHWC", rates, name)
