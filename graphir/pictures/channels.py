"""Conversion of decoded images to the requested channels and bit depth."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError

LARGEST: Final = 1 << 29
"""Samples of the largest image that is read."""

# of red, green and blue in gray, out of 2^15, as libpng cuts them
_RED: Final = 9797
_GREEN: Final = 19234
_BLUE: Final = 3737


def check_size(height: int, width: int, channels: int) -> None:
    """Raises an error if an image has no pixels, or too many to be read.

    Raises:
      InvalidArgumentError: for an image without pixels, or with too many.
    """
    if height <= 0 or width <= 0:
        raise InvalidArgumentError(
            f"Invalid image size: {width} x {height} x {channels}"
        )
    if height * width * channels > LARGEST:
        raise InvalidArgumentError(
            f"Image too large: {width} x {height} x {channels} samples, at most "
            f"{LARGEST} are read."
        )


def with_channels(image: Any, channels: int) -> Any:
    """The image [height, width, any] with 1, 3 or 4 channels; 0 leaves it.

    Gray weighs the colors as video does; alpha that is missing is full.
    """
    found = image.shape[2]
    if channels in (0, found):
        return image
    colors = image[..., : found - (found in (2, 4))]
    if channels == 1:
        return colors if colors.shape[2] == 1 else _gray(colors)
    if colors.shape[2] == 1:
        colors = np.repeat(colors, 3, axis=2)
    if channels == 3:
        return np.ascontiguousarray(colors)
    full = np.full_like(image[..., :1], np.iinfo(image.dtype).max)
    alpha = image[..., -1:] if found in (2, 4) else full
    return np.concatenate([colors, alpha], 2)


def _gray(colors: Any) -> Any:
    red, green, blue = np.moveaxis(colors.astype(np.int64), 2, 0)
    total = _RED * red + _GREEN * green + _BLUE * blue
    if colors.dtype == np.uint16:
        total += 1 << 14  # libpng rounds these, and cuts those of eight bits
    same = (red == green) & (green == blue)
    return np.where(same, red, total >> 15).astype(colors.dtype)[..., None]


def to_depth(image: Any, dtype: Any) -> Any:
    """uint8 or uint16 samples as the other: the upper byte, or the byte twice."""
    wanted = np.dtype(dtype)
    if image.dtype == wanted:
        return image
    if wanted == np.uint8:
        return (image >> 8).astype(np.uint8)
    return image.astype(np.uint16) * np.uint16(257)
