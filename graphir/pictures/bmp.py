"""Uncompressed BMP files: 8 (gray), 24 or 32 bits a pixel."""

from __future__ import annotations

import struct
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.pictures.channels import check_size

SIGNATURE: Final = b"BM"
_HEADER: Final = 32
"""Bytes up to the compression, behind which nothing is needed."""


def read_bmp(data: bytes) -> Any:
    """The image, [height, width, 1, 3 or 4] of uint8; palettes are not applied.

    Raises:
      InvalidArgumentError: for data that is cut off, or another number of bits.
    """
    if len(data) < _HEADER:
        raise InvalidArgumentError("Incomplete bmp content.")
    start, _, width, height, _, bits = struct.unpack_from("<IIiiHH", data, 10)
    channels = bits // 8
    if channels not in (1, 3, 4):
        raise InvalidArgumentError(
            "Number of channels inherent in the image must be 1, 3 or 4, was "
            f"{channels}"
        )
    check_size(abs(height), width, channels)
    row_bytes = (width * channels + 3) // 4 * 4
    end = start + row_bytes * (abs(height) - 1) + width * channels
    if end > len(data):
        raise InvalidArgumentError(
            f"Incomplete bmp content, requires at least {end} bytes, got {len(data)} "
            "bytes."
        )
    padded = data[start : start + row_bytes * abs(height)].ljust(
        row_bytes * abs(height), b"\0"
    )
    rows = np.frombuffer(padded, np.uint8).reshape(abs(height), row_bytes)
    image = rows[:, : width * channels].reshape(abs(height), width, channels)
    if height > 0:
        image = image[::-1]  # the last row stands first
    order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[channels]
    return np.ascontiguousarray(image[..., order])
