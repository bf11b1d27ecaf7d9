"""JPEG, GIF and WebP files, through Pillow, imported on first use."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.pictures.channels import check_size

_MODES: Final = {0: None, 1: "L", 3: "RGB"}
_RATIOS: Final = (1, 2, 4, 8)


def _library() -> Any:
    """The module ``PIL.Image``.

    Raises:
      UnimplementedError: if it is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise UnimplementedError(
            "JPEG, GIF and WebP files are read with Pillow, which is not installed: "
            "pip install autograph-toolkit[image]. PNG and BMP files need nothing."
        ) from None
    return Image


def _opened(data: bytes, kind: str) -> Any:
    library = _library()
    try:
        image = library.open(BytesIO(data), formats=[kind])
        check_size(image.height, image.width, 4)
    except (OSError, SyntaxError, ValueError, library.DecompressionBombError) as error:
        raise InvalidArgumentError(f"Invalid {kind} data: {error}") from None
    return image


def _array(image: Any, mode: str, kind: str) -> Any:
    try:
        pixels = np.array(image.convert(mode), np.uint8)
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise InvalidArgumentError(f"Invalid {kind} data: {error}") from None
    return pixels if pixels.ndim == 3 else pixels[..., None]


def read_jpeg(
    data: bytes, channels: int = 0, ratio: int = 1, try_recover: bool = False
) -> Any:
    """The image, [height, width, 1 or 3]; ``ratio`` makes both sides that smaller.

    Raises:
      InvalidArgumentError: for damaged data (cut off data too, unless
        ``try_recover``), another ratio, or four channels.
    """
    if channels not in _MODES:
        raise InvalidArgumentError(f"JPEG does not support {channels} channels")
    if ratio not in _RATIOS:
        raise InvalidArgumentError(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    image = _opened(data, "JPEG")
    mode = _MODES[channels] or ("L" if image.mode == "L" else "RGB")
    if ratio > 1:
        # exact quotients: of rounded ones it would take the next larger scale
        size = image.width / ratio, image.height / ratio
        image.draft(mode if image.mode != "CMYK" else None, size)
    if not try_recover:
        return _array(image, mode, "JPEG")
    return _recovered(image, mode)


def _recovered(image: Any, mode: str) -> Any:
    from PIL import ImageFile

    # a setting of the library: there is none of one file
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        return _array(image, mode, "JPEG")
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def jpeg_shape(data: bytes) -> tuple[int, int, int]:
    """Height, width and channels, read from the header alone.

    Raises:
      InvalidArgumentError: for data that is no JPEG file.
    """
    if not data.startswith(b"\xff\xd8\xff"):
        raise InvalidArgumentError(f"Invalid JPEG data, size {len(data)}")
    image = _opened(data, "JPEG")
    return image.height, image.width, len(image.getbands())


def read_gif(data: bytes) -> Any:
    """Every frame, drawn over the frames before: [frames, height, width, 3].

    Raises:
      InvalidArgumentError: for damaged data.
    """
    image = _opened(data, "GIF")
    frames = []
    try:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            check_size(image.height, image.width, 3 * (number + 1))
            frames.append(_array(image, "RGB", "GIF"))
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise InvalidArgumentError(f"Invalid GIF data: {error}") from None
    return np.stack(frames)


def read_webp(data: bytes) -> Any:
    """The first frame: [height, width, 3 or 4].

    Raises:
      InvalidArgumentError: for damaged data.
    """
    image = _opened(data, "WEBP")
    return _array(image, "RGBA" if "A" in image.getbands() else "RGB", "WEBP")


def write_jpeg(image: Any, quality: int = 95, **options: Any) -> bytes:
    """The JPEG file of an image [height, width, 1 or 3] of uint8."""
    library = _library()
    pixels = image[..., 0] if image.shape[2] == 1 else image
    buffer = BytesIO()
    library.fromarray(np.ascontiguousarray(pixels)).save(
        buffer, "JPEG", quality=quality, **options
    )
    return buffer.getvalue()
