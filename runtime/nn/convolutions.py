"""Convolutions over one, two and three spatial axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.nn.windows import (
    channels_first,
    check_steps,
    format_of,
    padding_attrs,
    per_axis,
    with_extra_axis,
    with_flat_batch,
    without_axis,
)
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: int | Sequence[int],
    padding: str | Sequence[Any],
    data_format: str | None = "NWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A convolution over one axis: [batch, width, in], [size, in, out].

    >>> x, kernel = tf.ones([1, 4, 1]), tf.ones([2, 1, 1])
    >>> tf.nn.conv1d(x, kernel, stride=1, padding="VALID").shape
    TensorShape([1, 3, 1])

    Raises:
      ValueError: for strides of a wrong length or an unknown padding.
      InvalidArgumentError: if the depths do not fit (traced: ValueError).
    """
    with op_scope(name, "conv1d"):
        form = format_of(1, data_format)
        axis = -2 if channels_first(form) else -3
        strides = per_axis(stride, 1, form, "stride")
        rates = per_axis(dilations, 1, form, "dilations")
        flat = conv2d(
            with_extra_axis(input, axis),
            with_extra_axis(filters, 0),
            _with_height(strides, form),
            _height_padding(padding, form),
            form.replace("W", "HW"),
            _with_height(rates, form),
        )
        return without_axis(flat, axis)


def _with_height(entries: Sequence[int], form: str) -> list[int]:
    place = 2 if channels_first(form) else 1
    return [*entries[:place], 1, *entries[place:]]


def _height_padding(padding: Any, form: str) -> Any:
    if isinstance(padding, str):
        return padding
    place = 2 if channels_first(form) else 1
    return [*padding[:place], [0, 0], *padding[place:]]


def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Any],
    data_format: str | None = "NHWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A convolution over two axes: [batch, height, width, in], [h, w, in, out].

    >>> x, kernel = tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 3])
    >>> tf.nn.conv2d(x, kernel, strides=2, padding="VALID").shape
    TensorShape([1, 2, 2, 3])

    Raises:
      ValueError: for strides of a wrong length or an unknown padding.
      InvalidArgumentError: if the depths do not fit (traced: ValueError).
    """
    attrs = _attrs(2, strides, padding, data_format, dilations)
    kernel = _kernel(input, filters)

    def convolve(value: Tensor) -> Any:
        return apply_op("Conv2D", [value, kernel], attrs, name)

    return with_flat_batch(convert_to_tensor(input, name="input"), 3, convolve)


def _kernel(input: Any, filters: Any) -> Tensor:
    hint = getattr(input, "dtype", None)
    return convert_to_tensor(filters, dtype_hint=hint, name="filters")


def _attrs(
    spatial: int, strides: Any, padding: Any, data_format: str | None, dilations: Any
) -> dict[str, Any]:
    form = format_of(spatial, data_format)
    return {
        "strides": per_axis(strides, spatial, form, "strides"),
        "dilations": per_axis(dilations, spatial, form, "dilations"),
        "data_format": text_attr(form, "data_format"),
        **padding_attrs(padding),
    }


def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Any],
    data_format: str | None = "NDHWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A convolution over three axes: [batch, d, h, w, in], [d, h, w, in, out].

    >>> x, kernel = tf.ones([1, 2, 4, 4, 1]), tf.ones([1, 2, 2, 1, 3])
    >>> tf.nn.conv3d(x, kernel, strides=[1, 1, 2, 2, 1], padding="SAME").shape
    TensorShape([1, 2, 2, 2, 3])

    Raises:
      ValueError: for strides of a wrong length or an unknown padding.
      InvalidArgumentError: if the depths do not fit (traced: ValueError).
    """
    if not isinstance(strides, (list, tuple)):
        raise TypeError(
            f"Expected list for 'strides' argument to 'conv3d' Op, not {strides!r}."
        )
    attrs = _attrs(3, strides, padding, data_format, dilations)
    kernel = _kernel(input, filters)

    def convolve(value: Tensor) -> Any:
        return apply_op("Conv3D", [value, kernel], attrs, name)

    return with_flat_batch(convert_to_tensor(input, name="input"), 4, convolve)


def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike | None = None,
    padding: str | Sequence[Sequence[int]] = "VALID",
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A convolution over one, two or three spatial axes, by the filters' rank.

    >>> tf.nn.convolution(tf.ones([1, 5, 1]), tf.ones([3, 1, 2])).shape
    TensorShape([1, 3, 2])

    Raises:
      ValueError: for any other number of axes, and for strides and dilations that are
        both over 1.
    """
    kernel = _kernel(input, filters)
    spatial = (kernel.shape.rank or 0) - 2
    functions: dict[int, Any] = {1: conv1d, 2: conv2d, 3: conv3d}
    if spatial not in functions:
        raise ValueError(
            "`num_spatial_dims` must be 1, 2, or 3. Received: num_spatial_dims="
            f"{spatial}."
        )
    form = format_of(spatial, data_format)
    steps = per_axis(strides, spatial, form, "strides")
    rates = per_axis(dilations, spatial, form, "dilations")
    inner = slice(2, None) if channels_first(form) else slice(1, -1)
    check_steps(steps[inner], rates[inner])
    with op_scope(name, "convolution") as scope:
        result: Tensor = functions[spatial](
            input, kernel, steps, padding, form, rates, name=scope
        )
        return result


def atrous_conv2d(
    value: TensorLike,
    filters: TensorLike,
    rate: int,
    padding: str,
    name: str | None = None,
) -> Tensor:
    """A convolution over two axes with holes of ``rate`` in the filters.

    >>> x, kernel = tf.ones([1, 5, 5, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.atrous_conv2d(x, kernel, 2, "VALID").shape
    TensorShape([1, 3, 3, 1])
    """
    return conv2d(value, filters, 1, padding, "NHWC", rate, name)


# --- transposed


def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: int | Sequence[int],
    padding: str = "SAME",
    data_format: str | None = "NWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose (gradient) of conv1d; the filters are [size, out, in].

    >>> x, kernel = tf.ones([1, 2, 1]), tf.ones([2, 1, 1])
    >>> tf.nn.conv1d_transpose(x, kernel, [1, 4, 1], strides=2).numpy().ravel()
    array([1., 1., 1., 1.], dtype=float32)

    Raises:
      InvalidArgumentError: if the output shape does not fit (traced: ValueError).
    """
    with op_scope(name, "conv1d_transpose"):
        form = format_of(1, data_format)
        place = 2 if channels_first(form) else 1
        sizes = convert_to_tensor(output_shape, name="output_shape")
        parts = [
            apply_op("Slice", [sizes, [0], [place]]),
            [1],
            apply_op("Slice", [sizes, [place], [-1]]),
        ]
        one = convert_to_tensor([1], sizes.dtype)
        flat = conv2d_transpose(
            with_extra_axis(input, place),
            with_extra_axis(filters, 0),
            apply_op("ConcatV2", [[parts[0], one, parts[2]], 0]),
            _with_height(per_axis(strides, 1, form, "strides"), form),
            padding,
            form.replace("W", "HW"),
            _with_height(per_axis(dilations, 1, form, "dilations"), form),
        )
        return without_axis(flat, place)


def conv2d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Any] = "SAME",
    data_format: str | None = "NHWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose (gradient) of conv2d; the filters are [h, w, out, in].

    >>> x, kernel = tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 3, 1])
    >>> tf.nn.conv2d_transpose(x, kernel, [1, 4, 4, 3], strides=2).shape
    TensorShape([1, 4, 4, 3])

    Raises:
      InvalidArgumentError: if the output shape does not fit (traced: ValueError).
    """
    return _transposed(
        "Conv2DBackpropInput",
        (input, filters, output_shape),
        _attrs(2, strides, padding, data_format, dilations),
        name or "conv2d_transpose",
    )


def conv3d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: TensorLike,
    padding: str = "SAME",
    data_format: str | None = "NDHWC",
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose (gradient) of conv3d; the filters are [d, h, w, out, in].

    >>> x, kernel = tf.ones([1, 1, 2, 2, 1]), tf.ones([1, 2, 2, 3, 1])
    >>> tf.nn.conv3d_transpose(x, kernel, [1, 1, 4, 4, 3], [1, 1, 2, 2, 1]).shape
    TensorShape([1, 1, 4, 4, 3])

    Raises:
      InvalidArgumentError: if the output shape does not fit (traced: ValueError).
    """
    return _transposed(
        "Conv3DBackpropInputV2",
        (input, filters, output_shape),
        _attrs(3, strides, padding, data_format, dilations),
        name or "conv3d_transpose",
    )


def _transposed(
    op: str, tensors: tuple[Any, Any, Any], attrs: dict[str, Any], name: str
) -> Tensor:
    input, filters, output_shape = tensors
    with op_scope(name, name) as scope:
        value = convert_to_tensor(input, name="value")
        kernel = convert_to_tensor(filters, value.dtype, name="filter")
        sizes = convert_to_tensor(output_shape, name="output_shape")
        return apply_single(op, [sizes, kernel, value], attrs, scope)


def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    strides: int | Sequence[int],
    padding: str | Sequence[Sequence[int]] = "SAME",
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of a convolution, over as many axes as the output shape has.

    >>> x, kernel = tf.ones([1, 2, 1]), tf.ones([2, 1, 1])
    >>> tf.nn.conv_transpose(x, kernel, [1, 4, 1], strides=2).shape
    TensorShape([1, 4, 1])

    Raises:
      ValueError: for another number of spatial axes than one, two or three.
    """
    sizes = convert_to_tensor(output_shape)
    spatial = (sizes.shape.num_elements() or 0) - 2
    functions: dict[int, Any] = {
        1: conv1d_transpose,
        2: conv2d_transpose,
        3: conv3d_transpose,
    }
    if spatial not in functions:
        raise ValueError(
            "`output_shape` must be of length 3, 4 or 5. Received: output_shape="
            f"{output_shape} of length {spatial + 2}."
        )
    result: Tensor = functions[spatial](
        input, filters, sizes, strides, padding, data_format, dilations, name=name
    )
    return result


def atrous_conv2d_transpose(
    value: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    rate: int,
    padding: str,
    name: str | None = None,
) -> Tensor:
    """The transpose of atrous_conv2d.

    >>> x, kernel = tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.atrous_conv2d_transpose(x, kernel, [1, 5, 5, 1], 2, "VALID").shape
    TensorShape([1, 5, 5, 1])
    """
    return conv2d_transpose(
        value, filters, output_shape, 1, padding, "NHWC", rate, name
    )
