"""Detection of image formats by their first bytes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.pictures import bmp, pillow, png
from graphir.pictures.channels import to_depth, with_channels

_JPEG: Final = b"\xff\xd8\xff"
_GIF: Final = b"GIF8"


def format_of(data: bytes) -> str:
    """The name of the format.

    >>> format_of(b"GIF89a")
    'GIF'

    Raises:
      InvalidArgumentError: for no data, or a format that is not known.
    """
    if not data:
        raise InvalidArgumentError("Input is empty.")
    if data.startswith(_JPEG):
        return "JPEG"
    if data.startswith(png.SIGNATURE):
        return "PNG"
    if data.startswith(_GIF):
        return "GIF"
    if data.startswith(bmp.SIGNATURE):
        return "BMP"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    raise InvalidArgumentError(
        "Unknown image file format. One of JPEG, PNG, GIF, BMP, WebP required."
    )


def read_image(data: bytes, channels: int = 0, **jpeg_options: Any) -> Any:
    """The image [height, width, channels], or one image a frame of a GIF file.

    Raises:
      InvalidArgumentError: for damaged data, or channels that the format has not.
    """
    if channels not in (0, 1, 3, 4):
        raise InvalidArgumentError(
            f"`channels` must be 0, 1, 3 or 4 but got {channels}"
        )
    kind = format_of(data)
    if kind == "JPEG":
        return pillow.read_jpeg(data, channels, **jpeg_options)
    if kind == "GIF":
        return _frames(data, channels)
    if kind == "BMP":
        if channels not in (0, 3, 4):
            raise InvalidArgumentError(
                f"`channels` must be 0, 3 or 4 for BMP, but got {channels}"
            )
        return with_channels(bmp.read_bmp(data), channels)
    found = png.read_png(data) if kind == "PNG" else pillow.read_webp(data)
    return with_channels(found, channels)


def _frames(data: bytes, channels: int) -> Any:
    if channels not in (0, 3):
        raise InvalidArgumentError(f"channels must be 0 or 3 for GIF, got {channels}")
    return pillow.read_gif(data)


def to_dtype(image: Any, dtype: Any) -> Any:
    """The samples as uint8, uint16, or float32 between 0 and 1."""
    wanted = np.dtype(dtype)
    if wanted.kind == "u":
        return to_depth(image, wanted)
    return image * np.float32(1 / np.iinfo(image.dtype).max)
