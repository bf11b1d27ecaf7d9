"""Color space and dtype conversions of images."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.rearranging import identity
from runtime.arrays.reshaping import expand_dims, tile
from runtime.context import op_scope
from runtime.math.casting import cast, saturate_cast
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

# columns are the new channels, rows red, green and blue (or the old ones)
_RGB_TO_YIQ: Final = (
    (0.299, 0.59590059, 0.2115),
    (0.587, -0.27455667, -0.52273617),
    (0.114, -0.32134392, 0.31119955),
)
_YIQ_TO_RGB: Final = (
    (1.0, 1.0, 1.0),
    (0.95598634, -0.27201283, -1.10674021),
    (0.6208248, -0.64720424, 1.70423049),
)
_RGB_TO_YUV: Final = (
    (0.299, -0.14714119, 0.61497538),
    (0.587, -0.28886916, -0.51496512),
    (0.114, 0.43601035, -0.10001026),
)
_YUV_TO_RGB: Final = (
    (1.0, 1.0, 1.0),
    (0.0, -0.394642334, 2.03206185),
    (1.13988303, -0.58062185, 0.0),
)
_GRAY: Final = ((0.2989,), (0.587,), (0.114,))


def convert_image_dtype(
    image: TensorLike, dtype: DTypeLike, saturate: bool = False, name: str | None = None
) -> Tensor:
    """The image in another dtype, rescaled to the range of the dtype.

    Floats are in [0, 1], integers from 0 to the largest of the dtype. ``saturate``
    clips values that are out of the range of the new dtype.

    >>> bytes = tf.constant([0, 255], tf.uint8)
    >>> tf.image.convert_image_dtype(bytes, tf.float32).numpy()
    array([0., 1.], dtype=float32)

    Raises:
      AttributeError: for a dtype that is neither floating nor an integer.
    """
    wanted = as_dtype(dtype)
    if not (wanted.is_floating or wanted.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    with op_scope(name, "convert_image"):
        tensor = convert_to_tensor(image, name="image")
        given = tensor.dtype
        if not (given.is_floating or given.is_integer):
            raise AttributeError("image dtype must be either floating point or integer")
        if given is wanted:
            same: Tensor = identity(tensor)
            return same
        if given.is_integer and wanted.is_integer:
            return _between_integers(tensor, wanted, saturate)
        if given.is_floating and wanted.is_floating:
            return _cast(tensor, wanted)
        if given.is_integer:
            scale = np.asarray(1.0 / given.max).astype(wanted.numpy_dtype)
            return apply_single("Mul", [_cast(tensor, wanted), scale])
        scale = np.asarray(wanted.max + 0.5).astype(given.numpy_dtype)
        scaled = apply_op("Mul", [tensor, scale])
        return _cast(scaled, wanted, saturate)


def _cast(tensor: Tensor, dtype: Any, saturate: bool = False) -> Tensor:
    result: Tensor = saturate_cast(tensor, dtype) if saturate else cast(tensor, dtype)
    return result


def _between_integers(tensor: Tensor, wanted: Any, saturate: bool) -> Tensor:
    """Multiplied or divided by a power of two."""
    most, new_most = int(tensor.dtype.max), int(wanted.max)
    if most > new_most:
        factor = (most + 1) // (new_most + 1)
        return _cast(apply_op("FloorDiv", [tensor, factor]), wanted, saturate)
    factor = (new_most + 1) // (most + 1)
    return apply_single("Mul", [_cast(tensor, wanted, saturate), factor])


def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """Converts RGB images to one channel of luminance, of the same dtype.

    >>> tf.image.rgb_to_grayscale([[[1.0, 1.0, 1.0]]]).shape
    TensorShape([1, 1, 1])

    Raises:
      InvalidArgumentError: if the last axis has not size 3 (traced: ValueError).
    """
    with op_scope(name, "rgb_to_grayscale"):
        tensor = convert_to_tensor(images, name="images")
        flat = convert_image_dtype(tensor, dtypes.float32)
        return convert_image_dtype(_mixed(flat, _GRAY), tensor.dtype)


def grayscale_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Repeats the single channel of images three times.

    >>> tf.image.grayscale_to_rgb([[[7]]]).numpy().tolist()
    [[[7, 7, 7]]]

    Raises:
      ValueError: if the last axis is known not to have size 1.
    """
    with op_scope(name, "grayscale_to_rgb"):
        tensor = _of_one_channel(images)
        rank = tensor.shape.rank
        if rank is None:
            ones = apply_op("Fill", [expand_dims(apply_op("Rank", [tensor]) - 1, 0), 1])
            return tile(tensor, apply_op("ConcatV2", [[ones, [3]], 0]))
        return tile(tensor, np.array([1] * (rank - 1) + [3], np.int32))


def _of_one_channel(images: Any) -> Tensor:
    tensor = convert_to_tensor(images, name="images")
    rank = tensor.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(
            f"A grayscale image (shape {tensor.shape}) must be at least "
            "two-dimensional."
        )
    if rank is not None and tensor.shape[-1] not in (None, 1):
        raise ValueError(
            f"Last dimension of a grayscale image should be size 1: {tensor.shape}"
        )
    return tensor


def _floats(images: Any) -> Tensor:
    """The tensor; other values become float32."""
    return convert_to_tensor(images, dtype_hint=dtypes.float32, name="images")


def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Red, green and blue in the last axis to hue, saturation and value.

    Takes floats; the result has the shape and dtype of ``images``.

    >>> tf.image.rgb_to_hsv([[[0.0, 1.0, 0.0]]])[0, 0, 1:].numpy()
    array([1., 1.], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype.
      FailedPreconditionError: if the last axis has not size 3 (traced: ValueError).
    """
    return apply_single("RGBToHSV", [_floats(images)], None, name)


def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Hue, saturation and value in the last axis to red, green and blue.

    Takes floats; the result has the shape and dtype of ``images``.

    >>> tf.image.hsv_to_rgb([[[0.0, 1.0, 1.0]]])[0, 0].numpy()
    array([1., 0., 0.], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype.
      FailedPreconditionError: if the last axis has not size 3 (traced: ValueError).
    """
    return apply_single("HSVToRGB", [_floats(images)], None, name)


def rgb_to_yiq(images: TensorLike) -> Tensor:
    """Red, green and blue to the luma and the two chroma channels of NTSC.

    >>> tf.image.rgb_to_yiq([[[1.0, 1.0, 1.0]]]).shape
    TensorShape([1, 1, 3])

    Raises:
      ValueError, InvalidArgumentError: if the last axis has not size 3.
    """
    return _mixed(convert_to_tensor(images, name="images"), _RGB_TO_YIQ)


def yiq_to_rgb(images: TensorLike) -> Tensor:
    """The inverse of ``rgb_to_yiq``.

    >>> tf.image.yiq_to_rgb([[[0.5, 0.0, 0.0]]])[0, 0].numpy()
    array([0.5, 0.5, 0.5], dtype=float32)

    Raises:
      ValueError, InvalidArgumentError: if the last axis has not size 3.
    """
    return _mixed(convert_to_tensor(images, name="images"), _YIQ_TO_RGB)


def rgb_to_yuv(images: TensorLike) -> Tensor:
    """Red, green and blue to the luma and the two chroma channels of PAL.

    >>> tf.image.rgb_to_yuv([[[1.0, 1.0, 1.0]]]).shape
    TensorShape([1, 1, 3])

    Raises:
      ValueError, InvalidArgumentError: if the last axis has not size 3.
    """
    return _mixed(convert_to_tensor(images, name="images"), _RGB_TO_YUV)


def yuv_to_rgb(images: TensorLike) -> Tensor:
    """The inverse of ``rgb_to_yuv``.

    >>> tf.image.yuv_to_rgb([[[0.5, 0.0, 0.0]]])[0, 0].numpy()
    array([0.5, 0.5, 0.5], dtype=float32)

    Raises:
      ValueError, InvalidArgumentError: if the last axis has not size 3.
    """
    return _mixed(convert_to_tensor(images, name="images"), _YUV_TO_RGB)


def _mixed(tensor: Tensor, weights: Any) -> Tensor:
    """The last axis times a matrix."""
    matrix = convert_to_tensor(weights, tensor.dtype)
    shape, columns = tensor.shape, len(weights[0])
    width = len(weights)
    if shape.rank == 0:
        raise ValueError("An image has channels: a scalar has no axis for them.")
    if shape.rank is not None and shape[-1] not in (None, width):
        width = shape[-1]  # MatMul refuses it
    flat = apply_op("Reshape", [tensor, np.array([-1, width], np.int32)])
    product = apply_op("MatMul", [flat, matrix])
    if shape.is_fully_defined():
        sizes: Any = np.array([*shape.as_ints()[:-1], columns], np.int32)
    else:
        leading = apply_op(
            "StridedSlice",
            [apply_op("Shape", [tensor]), [0], [-1], [1]],
            {"begin_mask": 1},
        )
        sizes = apply_op("ConcatV2", [[leading, [columns]], 0])
    return apply_single("Reshape", [product, sizes])
