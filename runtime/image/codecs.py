"""Encoding and decoding of image files, and JPEG quality augmentation.

PNG and BMP files are decoded exactly. JPEG files are decoded by Pillow, whose pixels
may differ from another decoder's by a few units.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.errors import UnimplementedError
from runtime.image.colors import convert_image_dtype
from runtime.random.sampling import uniform
from runtime.random.stateless import stateless_uniform
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import (
    convert_argument,
    convert_strictly,
    convert_to_tensor,
)
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    r"""Whether a string begins as JPEG files do.

    >>> tf.image.is_jpeg(b"\xff\xd8\xff\xe0").numpy()
    np.True_
    """
    with op_scope(name, "is_jpeg"):
        text = convert_to_tensor(contents, name="contents")
        start = apply_op("Substr", [text, 0, 3])
        return apply_single("Equal", [start, b"\xff\xd8\xff"])


def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """The image in a file of any format: [height, width, channels].

    ``channels`` is 1, 3, 4, or 0 for the channels of the file. The result for a GIF
    file is all frames, [frames, height, width, 3], or without ``expand_animations`` the
    first frame. ``dtype`` is uint8, uint16, or float32 between 0 and 1.

    >>> file = tf.io.encode_png(tf.constant([[[7], [9]]], tf.uint8))
    >>> tf.io.decode_image(file).numpy().tolist()
    [[[7], [9]]]

    Raises:
      ValueError: for another dtype.
      InvalidArgumentError: for damaged data, or a number of channels that the format
        does not support.
      UnimplementedError: for a format whose library is not installed.
    """
    wanted = as_dtype(dtype)
    readable = (dtypes.uint8, dtypes.uint16, dtypes.float32)
    read_as = wanted if wanted in readable else dtypes.float32
    attrs = {
        "channels": channels or 0,
        "dtype": read_as,
        "expand_animations": expand_animations,
    }
    with op_scope(name, "decode_image"):
        image: Tensor = apply_op("DecodeImage", [_file(contents)], attrs)
        return image if read_as is wanted else convert_image_dtype(image, wanted)


def _file(contents: Any) -> Tensor:
    return convert_argument(contents, dtypes.string, name="contents")


def decode_png(
    contents: TensorLike,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """The image in a PNG file, as uint8 or uint16: [height, width, channels].

    ``channels`` is 1 (gray), 3, 4 (with alpha), or 0 for the channels of the file.

    >>> file = tf.io.encode_png(tf.constant([[[7], [9]]], tf.uint8))
    >>> tf.io.decode_png(file, channels=3).numpy().tolist()
    [[[7, 7, 7], [9, 9, 9]]]

    Raises:
      InvalidArgumentError: for damaged data, or another number of channels.
    """
    attrs = {"channels": channels, "dtype": as_dtype(dtype)}
    return apply_single("DecodePng", [_file(contents)], attrs, name)


def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The image in a JPEG file, as uint8: [height, width, channels].

    ``channels`` is 1, 3, or 0 for the channels of the file; ``ratio`` of 2, 4 or 8
    divides height and width. Pillow chooses the algorithms: ``fancy_upscaling`` and
    ``dct_method`` are ignored.

    >>> file = tf.io.encode_jpeg(tf.ones([8, 6, 3], tf.uint8))
    >>> tf.io.decode_jpeg(file, ratio=2).shape
    TensorShape([4, 3, 3])

    Raises:
      InvalidArgumentError: for damaged data, another ratio or number of channels.
      UnimplementedError: if Pillow is not installed.
    """
    attrs = {
        "channels": channels,
        "ratio": ratio,
        "fancy_upscaling": fancy_upscaling,
        "try_recover_truncated": try_recover_truncated,
        "acceptable_fraction": float(acceptable_fraction),
        "dct_method": text_attr(dct_method, "dct_method"),
    }
    texts = [convert_strictly(contents, dtypes.string, name="contents")]
    return apply_single("DecodeJpeg", texts, attrs, name)


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """A window [first row, first column, height, width] of the image in a JPEG file.

    >>> file = tf.io.encode_jpeg(tf.ones([8, 6, 3], tf.uint8))
    >>> tf.io.decode_and_crop_jpeg(file, [1, 2, 3, 4]).shape
    TensorShape([3, 4, 3])

    Raises:
      InvalidArgumentError: for damaged data, or a window that is not in the image.
      UnimplementedError: if Pillow is not installed.
    """
    attrs = {
        "channels": channels,
        "ratio": ratio,
        "fancy_upscaling": fancy_upscaling,
        "try_recover_truncated": try_recover_truncated,
        "acceptable_fraction": float(acceptable_fraction),
        "dct_method": text_attr(dct_method, "dct_method"),
    }
    inputs = [_file(contents), convert_to_tensor(crop_window, dtypes.int32)]
    return apply_single("DecodeAndCropJpeg", inputs, attrs, name)


def decode_bmp(
    contents: TensorLike, channels: int = 0, name: str | None = None
) -> Tensor:
    """The image in a BMP file of 8, 24 or 32 bits a pixel, as uint8.

    ``channels`` is 3, 4, or 0 for the channels of the file.

    >>> tf.io.decode_bmp(b"no image")
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: Unknown image file format. ...

    Raises:
      InvalidArgumentError: for damaged data, or another format.
    """
    attrs = {"channels": channels}
    return apply_single("DecodeBmp", [_file(contents)], attrs, name)


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """Every frame of a GIF file, as uint8: [frames, height, width, 3].

    >>> file = tf.io.encode_png(tf.constant([[[7], [9]]], tf.uint8))
    >>> tf.io.decode_gif(file).shape
    TensorShape([1, 1, 2, 3])

    Raises:
      InvalidArgumentError: for damaged data.
      UnimplementedError: if Pillow is not installed.
    """
    return apply_single("DecodeGif", [_file(contents)], None, name)


def decode_webp(
    contents: TensorLike,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """The first frame of a WebP file, as uint8.

    >>> tf.io.decode_webp(b"RIFF")
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: Unknown image file format. ...

    Raises:
      InvalidArgumentError: for damaged data, or another format.
      UnimplementedError: if Pillow is not installed.
    """
    attrs = {"channels": channels, "dtype": as_dtype(dtype)}
    return apply_single("DecodeWebP", [_file(contents)], attrs, name)


def decode_jxl(
    contents: TensorLike,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """Refuses: JPEG XL is not supported.

    >>> tf.io.decode_jxl(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    raise UnimplementedError(
        None,
        None,
        "tf.io.decode_jxl is not implemented: there is no codec for JPEG XL here. "
        "Decode the file with an image library and pass its array on.",
    )


def extract_jpeg_shape(
    contents: TensorLike, output_type: DTypeLike = dtypes.int32, name: str | None = None
) -> Tensor:
    """Height, width and channels of a JPEG file, which is not decoded.

    >>> file = tf.io.encode_jpeg(tf.ones([8, 6, 3], tf.uint8))
    >>> tf.io.extract_jpeg_shape(file).numpy()
    array([8, 6, 3], dtype=int32)

    Raises:
      InvalidArgumentError: for data that is no JPEG file.
      UnimplementedError: if Pillow is not installed.
    """
    attrs = {"output_type": as_dtype(output_type)}
    return apply_single("ExtractJpegShape", [_file(contents)], attrs, name)


def encode_png(
    image: TensorLike, compression: int = -1, name: str | None = None
) -> Tensor:
    """The PNG files of images [..., height, width, 1 to 4] of uint8 or uint16.

    ``compression`` is 0 (none) to 9 (most), or -1 for the default of zlib.

    >>> tf.io.encode_png(tf.ones([2, 2, 1], tf.uint8)).numpy()[1:4]
    b'PNG'

    Raises:
      InvalidArgumentError: for another shape, dtype or compression.
    """
    attrs = {"compression": compression}
    with op_scope(name, "EncodePng") as scope:
        pixels = convert_to_tensor(image, name="image")
        return apply_single("EncodePng", [pixels], attrs, scope)


def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """The JPEG file of an image [height, width, 1 or 3] of uint8.

    >>> tf.io.is_jpeg(tf.io.encode_jpeg(tf.ones([2, 2, 3], tf.uint8))).numpy()
    np.True_

    Raises:
      InvalidArgumentError: for another shape, dtype, format or quality.
      UnimplementedError: if Pillow is not installed.
    """
    attrs = {
        "format": text_attr(format, "format"),
        "quality": quality,
        "progressive": progressive,
        "optimize_size": optimize_size,
        "chroma_downsampling": chroma_downsampling,
        "density_unit": text_attr(density_unit, "density_unit"),
        "x_density": x_density,
        "y_density": y_density,
        "xmp_metadata": text_attr(xmp_metadata, "xmp_metadata"),
    }
    return apply_single("EncodeJpeg", [image], attrs, name)


def adjust_jpeg_quality(
    image: TensorLike,
    jpeg_quality: TensorLike,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The image after encoding and decoding as JPEG of a quality from 0 to 100.

    >>> tf.image.adjust_jpeg_quality(tf.ones([2, 2, 3], tf.uint8), 75).shape
    TensorShape([2, 2, 3])

    Raises:
      InvalidArgumentError: for another quality, or not 1 or 3 channels.
      UnimplementedError: if Pillow is not installed.
    """
    with op_scope(name, "adjust_jpeg_quality"):
        given = convert_to_tensor(image, name="image")
        pixels = convert_image_dtype(given, dtypes.uint8, saturate=True)
        quality = convert_to_tensor(jpeg_quality, dtypes.int32)
        file = apply_op("EncodeJpegVariableQuality", [pixels, quality])
        channels = given.shape[-1] if given.shape.rank else None
        read = decode_jpeg(file, channels or 0, dct_method=dct_method)
        result: Tensor = convert_image_dtype(read, given.dtype, saturate=True)
        result.set_shape(given.shape)
        return result


def _check_qualities(low: Any, high: Any) -> None:
    if low < 0 or high < 0 or low > 100 or high > 100:
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if low >= high:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")


def random_jpeg_quality(
    image: TensorLike,
    min_jpeg_quality: Any,
    max_jpeg_quality: Any,
    seed: int | None = None,
) -> Tensor:
    """The image after encoding and decoding as JPEG of a random quality.

    >>> tf.image.random_jpeg_quality(tf.ones([2, 2, 3], tf.uint8), 75, 95).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for qualities that are not rising between 0 and 100.
      UnimplementedError: if Pillow is not installed.
    """
    _check_qualities(min_jpeg_quality, max_jpeg_quality)
    limits = min_jpeg_quality, max_jpeg_quality
    quality = uniform([], *limits, dtype=dtypes.int32, seed=seed)
    return adjust_jpeg_quality(image, quality)


def stateless_random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: Any, max_jpeg_quality: Any, seed: TensorLike
) -> Tensor:
    """The image after encoding as JPEG with a quality drawn from the seed.

    >>> image = tf.ones([2, 2, 3], tf.uint8)
    >>> tf.image.stateless_random_jpeg_quality(image, 75, 95, seed=[1, 2]).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for qualities that are not rising between 0 and 100.
      UnimplementedError: if Pillow is not installed.
    """
    _check_qualities(min_jpeg_quality, max_jpeg_quality)
    limits = min_jpeg_quality, max_jpeg_quality
    quality = stateless_uniform(
        np.zeros(0, np.int32), seed, *limits, dtype=dtypes.int32
    )
    return adjust_jpeg_quality(image, quality)
