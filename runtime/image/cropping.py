"""Cropping and padding of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.indexing import slice as slice_of
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
from runtime.image.sizes import (
    as_given,
    at_least,
    at_least_3d,
    at_most,
    number_of,
    one_or_many,
    require,
    sizes_of,
)
from runtime.random.sampling import uniform
from runtime.random.stateless import stateless_uniform
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def central_crop(image: TensorLike, central_fraction: Any) -> Tensor:
    """Crops the center of an image: a fraction of its rows and columns.

    >>> tf.image.central_crop(tf.ones([4, 6, 1]), 0.5).shape
    TensorShape([2, 4, 1])

    Raises:
      ValueError: for a fraction outside (0, 1], or another rank than 3 or 4.
    """
    with op_scope(None, "central_crop"):
        tensor = convert_to_tensor(image, name="image")
        fraction = number_of(central_fraction)
        if not isinstance(fraction, Tensor):
            if not 0 < fraction <= 1:
                raise ValueError("central_fraction must be within (0, 1]")
            if fraction == 1:
                return tensor
        if tensor.shape.rank not in (3, 4):
            raise ValueError(
                "`image` should either be a Tensor with rank = 3 or rank = 4. Had rank "
                f"= {tensor.shape.rank}."
            )
        sizes = sizes_of(tensor)
        starts = [0] * len(sizes)
        for axis in (-3, -2):
            starts[axis] = _margin(sizes[axis], fraction)
            sizes[axis] = sizes[axis] - 2 * starts[axis]
        return slice_of(tensor, starts, sizes)


def _margin(size: Any, fraction: Any) -> Any:
    """The margin to crop on each side."""
    if not isinstance(size, Tensor) and not isinstance(fraction, Tensor):
        return int((size - size * fraction) / 2)
    wide = apply_op("Cast", [size], {"DstT": dtypes.float64})
    part = fraction
    if isinstance(fraction, Tensor):
        part = apply_op("Cast", [fraction], {"DstT": dtypes.float64})
    return apply_op("Cast", [(wide - wide * part) / 2], {"DstT": dtypes.int32})


def crop_to_bounding_box(
    image: TensorLike,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
) -> Tensor:
    """The rows and columns from an offset on.

    >>> tf.image.crop_to_bounding_box(tf.ones([4, 4, 1]), 1, 2, 3, 2).shape
    TensorShape([3, 2, 1])

    Raises:
      ValueError: for another rank than 3 or 4, or a box that is not in the image.
    """
    with op_scope(None, "crop_to_bounding_box"):
        batch, was_one = one_or_many(image)
        at_least_3d(batch)
        _, height, width, _ = sizes_of(batch)
        top, left, rows, columns = (
            offset_height,
            offset_width,
            target_height,
            target_width,
        )
        require(left >= 0, "offset_width must be >= 0.")
        require(top >= 0, "offset_height must be >= 0.")
        require(columns > 0, "target_width must be > 0.")
        require(rows > 0, "target_height must be > 0.")
        require(width >= columns + left, "width must be >= target + offset.")
        require(height >= rows + top, "height must be >= target + offset.")
        cropped = slice_of(batch, [0, top, left, 0], [-1, rows, columns, -1])
        return as_given(cropped, was_one)


def pad_to_bounding_box(
    image: TensorLike,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
) -> Tensor:
    """The image at an offset in zeros.

    >>> tf.image.pad_to_bounding_box(tf.ones([1, 1, 1]), 0, 1, 1, 3).numpy().ravel()
    array([0., 1., 0.], dtype=float32)

    Raises:
      ValueError: for another rank than 3 or 4, or if the image does not fit.
    """
    with op_scope(None, "pad_to_bounding_box"):
        batch, was_one = one_or_many(image)
        at_least_3d(batch)
        _, height, width, _ = sizes_of(batch)
        top, left = offset_height, offset_width
        below, right = target_height - top - height, target_width - left - width
        require(top >= 0, "offset_height must be >= 0.")
        require(left >= 0, "offset_width must be >= 0.")
        require(right >= 0, "width must be <= target - offset.")
        require(below >= 0, "height must be <= target - offset.")
        margins = [0, 0, top, below, left, right, 0, 0]
        if any(isinstance(each, Tensor) for each in margins):
            packed = apply_op("Pack", [margins])
            paddings = apply_op("Reshape", [packed, np.array([4, 2], np.int32)])
        else:
            paddings = np.array(margins, np.int32).reshape(4, 2)
        return as_given(pad(batch, paddings), was_one)


def resize_with_crop_or_pad(
    image: TensorLike, target_height: Any, target_width: Any
) -> Tensor:
    """The middle of the image, or the image in the middle of zeros.

    >>> tf.image.resize_with_crop_or_pad(tf.ones([4, 1, 1]), 2, 3).shape
    TensorShape([2, 3, 1])

    Raises:
      ValueError: for another rank than 3 or 4, or a size of 0.
    """
    with op_scope(None, "resize_image_with_crop_or_pad"):
        batch, was_one = one_or_many(image)
        at_least_3d(batch)
        rows, columns = target_height, target_width
        require(columns > 0, "target_width must be > 0.")
        require(rows > 0, "target_height must be > 0.")
        _, height, width, _ = sizes_of(batch)
        cropped = crop_to_bounding_box(
            batch,
            at_least((height - rows) // 2, 0),
            at_least((width - columns) // 2, 0),
            at_most(rows, height),
            at_most(columns, width),
        )
        padded = pad_to_bounding_box(
            cropped,
            at_least((rows - height) // 2, 0),
            at_least((columns - width) // 2, 0),
            rows,
            columns,
        )
        return as_given(padded, was_one)


def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: TensorLike,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """The part of an image under each box, resized to ``crop_size``, as float32.

    ``image`` is [batch, height, width, channels]; ``boxes`` [count, 4] are y1, x1, y2,
    x2 in parts of the last row and column; ``box_indices`` say which image.

    >>> image = tf.constant([[[[1.0], [2.0], [3.0]]]])
    >>> tf.image.crop_and_resize(image, [[0, 0.5, 0, 1.0]], [0], [1, 2]).numpy().ravel()
    array([2., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: for sizes that do not fit, or an index out of range.
    """
    attrs = {
        "method": text_attr(method, "method"),
        "extrapolation_value": extrapolation_value,
    }
    inputs = [image, boxes, box_indices, crop_size]
    return apply_single("CropAndResize", inputs, attrs, name)


def random_crop(
    value: TensorLike,
    size: TensorLike,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """A slice of a tensor, of shape ``size``, at a random offset.

    >>> tf.image.random_crop(tf.ones([4, 4, 3]), [2, 2, 3]).shape
    TensorShape([2, 2, 3])

    Raises:
      InvalidArgumentError: if the size is larger than the tensor.
    """
    with op_scope(name, "random_crop"):
        tensor, whole, sizes = _crop_sizes(value, size)
        offset = uniform(shape_of(whole), 0, sizes.dtype.max, sizes.dtype, seed)
        return slice_of(tensor, offset % (whole - sizes + 1), sizes)


def stateless_random_crop(
    value: TensorLike, size: TensorLike, seed: TensorLike, name: str | None = None
) -> Tensor:
    """A slice of a tensor, of shape ``size``, at an offset determined by the seed.

    >>> tf.image.stateless_random_crop(tf.ones([4, 4, 3]), [2, 2, 3], (1, 2)).shape
    TensorShape([2, 2, 3])

    Raises:
      InvalidArgumentError: if the size is larger than the tensor.
    """
    with op_scope(name, "random_crop"):
        tensor, whole, sizes = _crop_sizes(value, size)
        offset = stateless_uniform(
            shape_of(whole), seed, 0, sizes.dtype.max, sizes.dtype
        )
        return slice_of(tensor, offset % (whole - sizes + 1), sizes)


def _crop_sizes(value: Any, size: Any) -> tuple[Tensor, Tensor, Tensor]:
    tensor = convert_to_tensor(value, name="value")
    sizes = convert_to_tensor(size, dtypes.int32, name="size")
    whole = shape_of(tensor)
    fits = apply_op("GreaterEqual", [whole, sizes])
    axes = np.arange(fits.shape.rank or 0, dtype=np.int32)
    Assert(
        apply_op("All", [fits, axes]), ["Need value.shape >= size, got ", whole, sizes]
    )
    return tensor, whole, sizes
