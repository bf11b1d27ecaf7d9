"""Calls of ops on files of images."""

from __future__ import annotations

import struct
from io import BytesIO

import numpy as np
from PIL import Image

from graphir import dtypes
from graphir.pictures.pillow import write_jpeg
from graphir.pictures.png import write_png
from tests.graphir.ops.calls import call, i

_PIXELS = np.arange(24, dtype=np.uint8).reshape(2, 4, 3) * 9
_PHOTO = np.add.outer(np.arange(8) * 9, np.arange(8) * 13).astype(np.uint8)[..., None]


def _file(data: bytes) -> np.ndarray:
    scalar = np.empty((), object)
    scalar[()] = data
    return scalar


def _webp(image: np.ndarray) -> bytes:
    buffer = BytesIO()
    Image.fromarray(image).save(buffer, "WEBP", lossless=True)
    return buffer.getvalue()


_PNG = _file(write_png(_PIXELS))
_JPEG = _file(write_jpeg(_PHOTO))
_BMP = _file(
    b"BM"
    + struct.pack("<IIIIiiHHIIiiII", 78, 0, 54, 40, 4, -2, 1, 24, 0, 24, 0, 0, 0, 0)
    + _PIXELS.tobytes()
)

SAMPLES = {
    "DecodePng": [
        call(_PNG),
        call(_PNG, channels=1, dtype=dtypes.uint16),
        call(_PNG, channels=4),
    ],
    "DecodeJpeg": [call(_JPEG), call(_JPEG, channels=3, ratio=4)],
    "DecodeAndCropJpeg": [call(_JPEG, i(1, 2, 3, 4))],
    "DecodeBmp": [call(_BMP), call(_BMP, channels=4)],
    "DecodeWebP": [call(_file(_webp(_PIXELS)))],
    "DecodeGif": [call(_PNG)],
    "DecodeImage": [call(_PNG, dtype=dtypes.float32), call(_JPEG, channels=1)],
    "ExtractJpegShape": [call(_JPEG), call(_JPEG, output_type=dtypes.int64)],
    "EncodePng": [call(_PIXELS), call(_PIXELS[None].astype(np.uint16), compression=0)],
    "EncodeJpeg": [call(_PHOTO), call(_PIXELS, format=b"rgb", quality=50)],
    "EncodeJpegVariableQuality": [call(_PHOTO, np.int32(80))],
}
