"""Depthwise convolutions: separate filters for every channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.nn.convolutions import conv2d
from runtime.nn.windows import format_of, padding_attrs, per_axis
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _attrs(
    strides: Any, padding: Any, data_format: str | None, dilations: Any
) -> dict[str, Any]:
    form = format_of(2, data_format)
    return {
        "strides": per_axis(strides, 2, form, "strides"),
        "dilations": per_axis(dilations, 2, form, "dilations"),
        "data_format": text_attr(form, "data_format"),
        **padding_attrs(padding),
    }


def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Convolves channels with their own filters: [height, width, channels, multiplier].

    >>> x, kernel = tf.ones([1, 4, 4, 2]), tf.ones([2, 2, 2, 3])
    >>> tf.nn.depthwise_conv2d(x, kernel, [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 3, 3, 6])

    Raises:
      ValueError: for strides of a wrong length or an unknown padding.
      InvalidArgumentError: if the depths differ (traced: ValueError).
    """
    with op_scope(name, "depthwise") as scope:
        value = convert_to_tensor(input, name="tensor_in")
        kernel = convert_to_tensor(filter, None, value.dtype, name="filter_in")
        attrs = _attrs(strides, padding, data_format, dilations)
        return apply_single("DepthwiseConv2dNative", [value, kernel], attrs, scope)


def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A depthwise convolution, followed by a pointwise (1 x 1) convolution.

    >>> x = tf.ones([1, 4, 4, 2])
    >>> kernels = tf.ones([2, 2, 2, 1]), tf.ones([1, 1, 2, 5])
    >>> tf.nn.separable_conv2d(x, *kernels, [1, 1, 1, 1], "SAME").shape
    TensorShape([1, 4, 4, 5])

    Raises:
      ValueError: for filters whose sizes do not fit.
    """
    with op_scope(name, "separable_conv2d") as scope:
        value = convert_to_tensor(input, name="tensor_in")
        pointwise = convert_to_tensor(pointwise_filter, None, value.dtype)
        if not pointwise.shape[:2].is_compatible_with([1, 1]):
            raise ValueError(
                "The first two sizes of `pointwise_filter` must be 1. Received: "
                f"pointwise_filter.shape={pointwise.shape}"
            )
        form = format_of(2, data_format)
        deep = depthwise_conv2d(
            value, depthwise_filter, strides, padding, form, dilations, "depthwise"
        )
        return conv2d(deep, pointwise, [1, 1, 1, 1], "VALID", form, name=scope)


def depthwise_conv2d_backprop_input(
    input_sizes: Any,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution with respect to its input.

    >>> kernel, gradient = tf.ones([2, 2, 1, 1]), tf.ones([1, 3, 3, 1])
    >>> tf.nn.depthwise_conv2d_backprop_input(
    ...     [1, 4, 4, 1], kernel, gradient, [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 4, 4, 1])
    """
    attrs = _attrs(strides, padding, data_format, dilations)
    inputs = [input_sizes, filter, out_backprop]
    return apply_single("DepthwiseConv2dNativeBackpropInput", inputs, attrs, name)


def depthwise_conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: Any,
    out_backprop: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution with respect to its filter.

    >>> x, gradient = tf.ones([1, 4, 4, 1]), tf.ones([1, 3, 3, 1])
    >>> tf.nn.depthwise_conv2d_backprop_filter(
    ...     x, [2, 2, 1, 1], gradient, [1, 1, 1, 1], "VALID").numpy().ravel()
    array([9., 9., 9., 9.], dtype=float32)
    """
    attrs = _attrs(strides, padding, data_format, dilations)
    inputs = [input, filter_sizes, out_backprop]
    return apply_single("DepthwiseConv2dNativeBackpropFilter", inputs, attrs, name)


def dilation2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Any,
    padding: str,
    data_format: str,
    dilations: Any,
    name: str | None = None,
) -> Tensor:
    """The largest sum of image and filter at each window: greyscale dilation.

    >>> x, kernel = tf.ones([1, 3, 3, 1]), tf.zeros([2, 2, 1])
    >>> tf.nn.dilation2d(x, kernel, [1] * 4, "VALID", "NHWC", [1] * 4).shape
    TensorShape([1, 2, 2, 1])

    Raises:
      ValueError: for a data format that is not NHWC.
    """
    if data_format != "NHWC":
        raise ValueError(
            "`data_format` values other  than 'NHWC' are not supported. Received: "
            f"data_format={data_format}"
        )
    attrs = {
        "strides": list(strides),
        "rates": list(dilations),
        **padding_attrs(padding),
    }
    return apply_single("Dilation2D", [input, filters], attrs, name)


def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: str,
    data_format: str,
    dilations: Any,
    name: str | None = None,
) -> Tensor:
    """The least difference of image and mirrored filter: greyscale erosion.

    >>> x, kernel = tf.ones([1, 3, 3, 1]), tf.zeros([2, 2, 1])
    >>> tf.nn.erosion2d(x, kernel, [1] * 4, "VALID", "NHWC", [1] * 4).shape
    TensorShape([1, 2, 2, 1])

    Raises:
      ValueError: for a data format that is not NHWC.
    """
    with op_scope(name, "erosion2d") as scope:
        negative = apply_op("Neg", [convert_to_tensor(value)])
        mirrored = apply_op("ReverseV2", [convert_to_tensor(filters), [0, 1]])
        found = dilation2d(negative, mirrored, strides, padding, data_format, dilations)
        return apply_single("Neg", [found], None, scope)
