"""Ops that decode and encode image files, and read the size of a JPEG."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.ranks import text_of
from graphir.pictures import formats, pillow, png
from graphir.shapes import UNKNOWN, Shape

_JPEG = """
    channels: int = 0; ratio: int = 1; fancy_upscaling: bool = True;
    try_recover_truncated: bool = False; acceptable_fraction: float = 1.0;
    dct_method: string = ''
"""


def _text(value: Any) -> bytes:
    return text_of(value, "contents")


class ReadsImage(Op):
    """An image of one file; its shape is known but for height and width."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.contents.shape.with_rank(0)
        return Shape([None, None, self.channels or None])

    def _contents(self, contents: Any) -> bytes:
        return _text(contents)

    def _still(self, image: Any) -> Any:
        """The one frame there is."""
        if image.ndim == 3:
            return image
        if len(image) > 1:
            raise self.invalid(
                f"Got {len(image)} frames, but animated gifs can only be decoded by "
                "tf.io.decode_gif or tf.io.decode_image"
            )
        return image[0]


class DecodePng(
    ReadsImage,
    signature="""
        DecodePng(contents: string) -> (image: dtype)
        | channels: int = 0; dtype: type in [uint8,uint16] = uint8
    """,
):
    """The image in a PNG file, or one of another format."""

    def compute(self, contents: Any) -> Any:
        image = formats.read_image(self._contents(contents), self.channels)
        return formats.to_dtype(self._still(image), self.dtype.numpy_dtype)


class DecodeJpeg(
    ReadsImage,
    signature=f"DecodeJpeg(contents: string) -> (image: uint8) | {_JPEG}",
):
    """The image in a JPEG file, or one of another format."""

    def compute(self, contents: Any) -> Any:
        image = formats.read_image(
            self._contents(contents),
            self.channels,
            ratio=self.ratio,
            try_recover=self.try_recover_truncated,
        )
        return formats.to_dtype(self._still(image), np.uint8)


class DecodeAndCropJpeg(
    ReadsImage,
    signature=f"""
        DecodeAndCropJpeg(contents: string, crop_window: int32) -> (image: uint8)
        | {_JPEG}
    """,
):
    """A window [first row, first column, height, width] of a JPEG file's image."""

    def compute(self, contents: Any, crop_window: Any) -> Any:
        if np.shape(crop_window) != (4,):
            raise self.invalid("crop_window must have four elements")
        image = pillow.read_jpeg(
            self._contents(contents),
            self.channels,
            self.ratio,
            self.try_recover_truncated,
        )
        row, column, height, width = map(int, crop_window)
        below, right = row + height, column + width
        if min(row, column) < 0 or min(height, width) <= 0:
            raise self.invalid("jpeg::Uncompress failed. Invalid crop window.")
        if below > image.shape[0] or right > image.shape[1]:
            raise self.invalid("jpeg::Uncompress failed. Invalid crop window.")
        return np.ascontiguousarray(image[row:below, column:right])


class DecodeBmp(
    ReadsImage,
    signature="DecodeBmp(contents: string) -> (image: uint8) | channels: int = 0",
):
    """The image in a BMP file."""

    def compute(self, contents: Any) -> Any:
        data = self._contents(contents)
        kind = formats.format_of(data)
        if kind != "BMP":
            raise self.invalid(
                f"Trying to decode {kind} format using DecodeBmp op. Use "
                f"`decode_{kind.lower()}` or `decode_image` instead."
            )
        return formats.read_image(data, self.channels)


class DecodeGif(Op, signature="DecodeGif(contents: string) -> (image: uint8)"):
    """Every frame of a GIF file; an image of another format is one frame."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.contents.shape.with_rank(0)
        return Shape([None, None, None, 3])

    def compute(self, contents: Any) -> Any:
        image = formats.to_dtype(formats.read_image(_text(contents), 3), np.uint8)
        return image if image.ndim == 4 else image[None]


class DecodeWebP(
    ReadsImage,
    signature="""
        DecodeWebP(contents: string) -> (image: dtype)
        | channels: int = 0; dtype: type in [uint8] = uint8
    """,
):
    """The first frame of a WebP file."""

    def compute(self, contents: Any) -> Any:
        data = self._contents(contents)
        if formats.format_of(data) != "WebP":
            raise self.invalid("Input is no WebP file: use decode_image.")
        return formats.read_image(data, self.channels)


class DecodeImage(
    ReadsImage,
    signature="""
        DecodeImage(contents: string) -> (image: dtype)
        | channels: int = 0; dtype: type in [uint8,uint16,float] = uint8;
          expand_animations: bool = True
    """,
):
    """The image in a file, or every frame of a GIF file."""

    def infer_shape(self) -> Shape:
        return UNKNOWN if self.expand_animations else super().infer_shape()

    def compute(self, contents: Any) -> Any:
        data = self._contents(contents)
        image = formats.read_image(data, self.channels)
        if image.ndim == 4 and not self.expand_animations:
            image = image[0]
        if self.dtype.is_floating and formats.format_of(data) == "PNG":
            # floats of PNG files come from sixteen bits
            image = formats.to_dtype(image, np.uint16)
        return formats.to_dtype(image, self.dtype.numpy_dtype)


class ExtractJpegShape(
    Op,
    signature="""
        ExtractJpegShape(contents: string) -> (image_shape: output_type)
        | output_type: type in [int32,int64] = int32
    """,
):
    """Height, width and channels of a JPEG file, which is not decoded."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([3])

    def compute(self, contents: Any) -> Any:
        found = pillow.jpeg_shape(_text(contents))
        return np.array(found, self.output_type.numpy_dtype)


class EncodePng(
    Op,
    signature="""
        EncodePng(image: T) -> (contents: string)
        | compression: int = -1; T: type in [uint8,uint16] = uint8
    """,
):
    """The PNG file of an image, or of each image of a batch."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape = self.image.shape.with_rank_at_least(3)
        return UNKNOWN if shape.rank is None else Shape(list(shape)[:-3])

    def compute(self, image: Any) -> Any:
        if image.ndim < 3:
            raise self.invalid(f"images must be at least rank 3{list(image.shape)}")
        if not 1 <= image.shape[-1] <= 4:
            raise self.invalid(
                f"image must have 1, 2, 3, or 4 channels, got {image.shape[-1]}"
            )
        if not -1 <= self.compression <= 9:
            raise self.invalid(
                f"compression should be in [-1,9], got {self.compression}"
            )
        if 0 in image.shape[-3:]:
            raise self.invalid(f"image is empty: its shape is {list(image.shape)}")
        batch = np.empty(image.shape[:-3], object)
        for index in np.ndindex(batch.shape):
            batch[index] = png.write_png(image[index], self.compression)
        return batch


class EncodesJpeg(Op):
    """The JPEG file of an image of 1 or 3 channels."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self._inputs[0].shape.with_rank(3)
        return Shape([])

    def _encoded(self, image: Any, quality: int, **options: Any) -> Any:
        if image.ndim != 3:
            raise self.invalid(f"image must be 3-dimensional{list(image.shape)}")
        if image.shape[2] not in (1, 3):
            raise self.invalid(
                f"image must have 1 or 3 channels, got {list(image.shape)}"
            )
        if not 0 <= quality <= 100:
            raise self.invalid(f"quality must be in [0,100], got {quality}")
        if not image.size:
            raise self.invalid(f"image is empty: its shape is {list(image.shape)}")
        return pillow.write_jpeg(image, quality, **options)


class EncodeJpeg(
    EncodesJpeg,
    signature="""
        EncodeJpeg(image: uint8) -> (contents: string)
        | format: string in ['','grayscale','rgb'] = ''; quality: int = 95;
          progressive: bool = False; optimize_size: bool = False;
          chroma_downsampling: bool = True; density_unit: string in ['in','cm'] = 'in';
          x_density: int = 300; y_density: int = 300; xmp_metadata: string = ''
    """,
):
    """The JPEG file of an image."""

    def compute(self, image: Any) -> Any:
        wanted = {b"": image.shape[-1], b"grayscale": 1, b"rgb": 3}[self.format]
        if image.shape[-1] != wanted:
            raise self.invalid(
                f"format {self.format.decode()!r} expects {wanted} channels, got "
                f"{image.shape[-1]}"
            )
        per_inch = 1 if self.density_unit == b"in" else 2.54
        options: dict[str, Any] = {
            "progressive": self.progressive,
            "optimize": self.optimize_size,
            "subsampling": 2 if self.chroma_downsampling else 0,
            "dpi": (round(self.x_density * per_inch), round(self.y_density * per_inch)),
        }
        if self.xmp_metadata:
            options["xmp"] = self.xmp_metadata
        return self._encoded(image, self.quality, **options)


class EncodeJpegVariableQuality(
    EncodesJpeg,
    signature="""
        EncodeJpegVariableQuality(images: uint8, quality: int32) -> (contents: string)
    """,
):
    """The JPEG file of an image, at a quality that is computed."""

    def compute(self, images: Any, quality: Any) -> Any:
        return self._encoded(images, int(quality))
