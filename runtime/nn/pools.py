"""Pooling over one, two and three spatial axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.blocks import (
    batch_to_space,
    required_space_to_batch_paddings,
    space_to_batch,
)
from runtime.arrays.reshaping import shape
from runtime.context import op_scope
from runtime.nn.windows import (
    channels_first,
    check_steps,
    format_of,
    padding_attrs,
    per_axis,
    with_extra_axis,
    without_axis,
)
from runtime.tensors.arguments import text_attr, text_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def _pooled(
    op: str, input: Any, spatial: int, window: tuple[Any, ...], name: str | None
) -> Tensor:
    ksize, strides, padding, data_format = window
    form = format_of(spatial, data_format)
    attrs = {
        "ksize": per_axis(ksize, spatial, form, "ksize"),
        "strides": per_axis(strides, spatial, form, "strides"),
        "data_format": text_attr(form, "data_format"),
        **padding_attrs(padding),
    }
    return apply_single(op, [convert_to_tensor(input)], attrs, name)


def _pooled_1d(
    op: str, input: Any, window: tuple[Any, ...], name: str | None
) -> Tensor:
    ksize, strides, padding, data_format = window
    form = format_of(1, data_format)
    place = 2 if channels_first(form) else 1
    sizes = per_axis(ksize, 1, form, "ksize")
    steps = per_axis(strides, 1, form, "strides")
    wide = (
        [*sizes[:place], 1, *sizes[place:]],
        [*steps[:place], 1, *steps[place:]],
        padding
        if isinstance(padding, str)
        else [*padding[:place], [0, 0], *padding[place:]],
        form.replace("W", "HW"),
    )
    with op_scope(name, op + "1d"):
        return without_axis(
            _pooled(op, with_extra_axis(input, place), 2, wide, None), place
        )


def max_pool1d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = "NWC",
    name: str | None = None,
) -> Tensor:
    """The largest element of each window over one axis.

    >>> tf.nn.max_pool1d(tf.constant([[[1.0], [3.0], [2.0]]]), 2, 1, "VALID").shape
    TensorShape([1, 2, 1])

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    return _pooled_1d("MaxPool", input, (ksize, strides, padding, data_format), name)


def max_pool2d(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The largest element of each window over two axes.

    >>> tf.nn.max_pool2d(tf.ones([1, 4, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 2, 1])

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    window = (ksize, strides, padding, data_format)
    return _pooled("MaxPool", input, 2, window, name or "MaxPool2d")


def max_pool3d(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    padding: str,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The largest element of each window over three axes.

    >>> tf.nn.max_pool3d(tf.ones([1, 4, 4, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 2, 2, 1])

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    window = (ksize, strides, padding, data_format)
    return _pooled("MaxPool3D", input, 3, window, name)


def avg_pool1d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: TensorLike,
    padding: str,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window over one axis.

    >>> tf.nn.avg_pool1d(tf.constant([[[1.0], [3.0]]]), 2, 1, "VALID").numpy().ravel()
    array([2.], dtype=float32)

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    return _pooled_1d("AvgPool", input, (ksize, strides, padding, data_format), name)


def avg_pool2d(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window over two axes.

    >>> tf.nn.avg_pool2d(tf.ones([1, 4, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 2, 1])

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    window = (ksize, strides, padding, data_format)
    return _pooled("AvgPool", input, 2, window, name or "AvgPool2D")


def avg_pool3d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: TensorLike,
    padding: str,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window over three axes.

    >>> tf.nn.avg_pool3d(tf.ones([1, 4, 4, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 2, 2, 1])

    Raises:
      ValueError: for sizes of a wrong length or an unknown padding.
    """
    window = (ksize, strides, padding, data_format)
    return _pooled("AvgPool3D", input, 3, window, name)


_FUNCTIONS: dict[tuple[str, int], Any] = {
    ("MAX", 1): max_pool1d,
    ("MAX", 2): max_pool2d,
    ("MAX", 3): max_pool3d,
    ("AVG", 1): avg_pool1d,
    ("AVG", 2): avg_pool2d,
    ("AVG", 3): avg_pool3d,
}


def max_pool(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The largest element of each window over one, two or three spatial axes.

    >>> tf.nn.max_pool(tf.ones([1, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 1])

    Raises:
      ValueError: for an input of another rank than 3, 4 or 5.
    """
    window = (ksize, strides, padding, data_format)
    return _by_rank("MAX", input, window, name)


def avg_pool(
    input: TensorLike,
    ksize: Any,
    strides: TensorLike,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The mean of each window over one, two or three spatial axes.

    >>> tf.nn.avg_pool(tf.ones([1, 4, 1]), 2, 2, "SAME").shape
    TensorShape([1, 2, 1])

    Raises:
      ValueError: for an input of another rank than 3, 4 or 5.
    """
    window = (ksize, strides, padding, data_format)
    return _by_rank("AVG", input, window, name)


def _by_rank(
    kind: str, input: Any, window: tuple[Any, ...], name: str | None
) -> Tensor:
    value = convert_to_tensor(input)
    rank = value.shape.rank or (len(window[3]) if window[3] else 4)
    function = _FUNCTIONS.get((kind, rank - 2))
    if function is None:
        raise ValueError(
            f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape="
            f"{value.shape} of rank {rank}"
        )
    pooled: Tensor = function(value, *window, name=name)
    return pooled


def pool(
    input: TensorLike,
    window_shape: Any,
    pooling_type: str,
    strides: Any = None,
    padding: str | Sequence[Sequence[int]] = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Pooling of type "AVG" or "MAX", optionally with dilated windows.

    >>> tf.nn.pool(tf.ones([1, 6, 1]), [2], "MAX", dilations=[2]).shape
    TensorShape([1, 4, 1])

    Raises:
      ValueError: for another kind, strides together with dilations, or not one, two
        or three spatial axes.
    """
    value = convert_to_tensor(input)
    sizes = [int(each) for each in window_shape]
    spatial = len(sizes)
    kind = text_of(pooling_type, "pooling_type")
    function = _FUNCTIONS.get((kind.upper(), spatial))
    if function is None:
        raise ValueError(
            f"{spatial}-D {pooling_type} pooling is not supported: it is AVG or MAX, "
            "over 1 to 3 axes."
        )
    rank = value.shape.rank
    if rank is not None and rank != spatial + 2:
        raise ValueError(
            f"A window of {spatial} axes takes inputs of rank {spatial + 2}, not "
            f"{rank}."
        )
    if min(sizes) < 1:
        raise ValueError(f"window_shape must be positive, not {sizes}.")
    form = format_of(spatial, data_format)
    steps = [1] * spatial if strides is None else list(strides)
    rates = [1] * spatial if dilations is None else list(dilations)
    with op_scope(name, f"{kind.lower()}_pool"):
        check_steps(steps, rates)
        if max(rates) == 1:
            plain: Tensor = function(value, sizes, steps, padding, form)
            return plain
        return _dilated_pool(function, value, sizes, rates, (padding, form))


def _dilated_pool(
    function: Any,
    value: Tensor,
    sizes: list[int],
    rates: list[int],
    layout: tuple[Any, str],
) -> Tensor:
    """Windows with holes become windows without: the gaps are dealt to batches."""
    padding, form = layout
    if padding != "VALID":
        raise ValueError(
            f"pooling with {padding!r} padding is not implemented for `dilation_rate` "
            f"> 1. Received: padding={padding}"
        )
    if channels_first(form):
        raise ValueError("Pooling with dilations needs the channels in the last axis.")
    spatial = shape(value)[1:-1]
    paddings, crops = required_space_to_batch_paddings(spatial, rates)
    blocks = space_to_batch(value, rates, paddings)
    pooled = function(blocks, sizes, 1, "VALID", form)
    return batch_to_space(pooled, rates, crops)


class MaxPoolWithArgmax(NamedTuple):
    """The largest elements, and their indices in the flat input."""

    output: Tensor
    argmax: Tensor


def max_pool_with_argmax(
    input: TensorLike,
    ksize: Any,
    strides: TensorLike,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmax:
    """The largest element of each window, and its index in the flattened input.

    >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> tf.nn.max_pool_with_argmax(x, 2, 2, "SAME").argmax.numpy().ravel()
    array([3])

    Raises:
      ValueError: for a data format that is not NHWC.
    """
    if data_format != "NHWC":
        raise ValueError(
            "`data_format` values other than 'NHWC' are not supported. Received: "
            f"data_format={data_format}"
        )
    attrs = {
        "ksize": per_axis(ksize, 2, data_format, "ksize"),
        "strides": per_axis(strides, 2, data_format, "strides"),
        "Targmax": as_dtype(output_dtype),
        "include_batch_in_index": include_batch_in_index,
        **padding_attrs(padding),
    }
    found = apply_op("MaxPoolWithArgmax", [convert_to_tensor(input)], attrs, name)
    return MaxPoolWithArgmax(*found)
