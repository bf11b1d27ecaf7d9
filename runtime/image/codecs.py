"""Image files: told apart by their first bytes, but not read or written here."""

from __future__ import annotations

from typing import Any, NoReturn

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.conversion import convert_to_tensor
from runtime.errors import UnimplementedError
from runtime.tensor import Tensor


def is_jpeg(contents: Any, name: str | None = None) -> Tensor:
    r"""Whether a string begins as JPEG files do.

    >>> tf.image.is_jpeg(b"\xff\xd8\xff\xe0").numpy()
    np.True_
    """
    with op_scope(name, "is_jpeg"):
        text = convert_to_tensor(contents, name="contents")
        start = apply_op("Substr", [text, 0, 3])
        is_alike: Tensor = apply_op("Equal", [start, b"\xff\xd8\xff"])
        return is_alike


def _refuse(function: str, what: str) -> NoReturn:
    raise UnimplementedError(
        None,
        None,
        f"tf.image.{function} is not implemented: there is no codec for {what} here. "
        "Decode the file with an image library and pass its array on.",
    )


def decode_image(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: image files cannot be read here.

    >>> tf.image.decode_image(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_image", "image files")


def decode_jpeg(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be read here.

    >>> tf.image.decode_jpeg(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_jpeg", "JPEG")


def decode_png(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: PNG files cannot be read here.

    >>> tf.image.decode_png(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_png", "PNG")


def decode_gif(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: GIF files cannot be read here.

    >>> tf.image.decode_gif(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_gif", "GIF")


def decode_bmp(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: BMP files cannot be read here.

    >>> tf.image.decode_bmp(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_bmp", "BMP")


def encode_jpeg(image: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be written here.

    >>> tf.image.encode_jpeg([[[0]]])
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("encode_jpeg", "JPEG")


def encode_png(image: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: PNG files cannot be written here.

    >>> tf.image.encode_png([[[0]]])
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("encode_png", "PNG")


def decode_and_crop_jpeg(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be read here.

    >>> tf.image.decode_and_crop_jpeg(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_and_crop_jpeg", "JPEG")


def extract_jpeg_shape(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be read here.

    >>> tf.image.extract_jpeg_shape(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("extract_jpeg_shape", "JPEG")


def decode_webp(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: WebP files cannot be read here.

    >>> tf.image.decode_webp(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_webp", "WebP")


def decode_jxl(contents: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG XL files cannot be read here.

    >>> tf.image.decode_jxl(b"")
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("decode_jxl", "JPEG XL")


def adjust_jpeg_quality(image: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be written here.

    >>> tf.image.adjust_jpeg_quality([[[0]]])
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("adjust_jpeg_quality", "JPEG")


def random_jpeg_quality(image: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be written here.

    >>> tf.image.random_jpeg_quality([[[0]]])
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("random_jpeg_quality", "JPEG")


def stateless_random_jpeg_quality(image: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Refuses: JPEG files cannot be written here.

    >>> tf.image.stateless_random_jpeg_quality([[[0]]])
    Traceback (most recent call last):
    graphir.errors.UnimplementedError: ...

    Raises:
      UnimplementedError: always.
    """
    _refuse("stateless_random_jpeg_quality", "JPEG")
