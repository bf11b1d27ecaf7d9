"""Images of other sizes, with the arguments and the grids of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.image import resizing
from runtime.namespaces.inspection import get_static_value
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_METHODS: Final = ("bilinear", "nearest", "bicubic", "area")
"""By their numbers."""


def _op_of(method: Any) -> str:
    """The op that resizes.

    Raises:
      ValueError: for a method that is none.
    """
    name = _METHODS[method] if method in range(len(_METHODS)) else method
    if name not in _METHODS:
        raise ValueError("Resize method is not implemented.")
    return "ResizeNearestNeighbor" if name == "nearest" else f"Resize{name.title()}"


def _resize(method: Any, align_corners: bool) -> Callable[[Tensor, Tensor], Tensor]:
    """What resizes a batch to a size; the method is looked at when it is called."""

    def resize(batch: Tensor, size: Tensor) -> Tensor:
        return _resized(_op_of(method), batch, size, None, align_corners=align_corners)

    return resize


def _resized(
    op: str,
    images: TensorLike,
    size: TensorLike,
    name: str | None,
    **attrs: bool,
) -> Tensor:
    inputs = [convert_to_tensor(images), convert_to_tensor(size)]
    found: Tensor = apply_op(op, inputs, attrs, name)
    return found


def resize_bilinear(
    images: TensorLike,
    size: TensorLike,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """Images resized by bilinear interpolation, as float32.

    >>> image = [[[[0.0], [2.0]]]]
    >>> tf.compat.v1.image.resize_bilinear(image, [1, 4]).numpy().ravel()
    array([0., 1., 2., 2.], dtype=float32)
    """
    attrs = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _resized("ResizeBilinear", images, size, name, **attrs)


def resize_bicubic(
    images: TensorLike,
    size: TensorLike,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """Images resized by bicubic interpolation, as float32."""
    attrs = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _resized("ResizeBicubic", images, size, name, **attrs)


def resize_nearest_neighbor(
    images: TensorLike,
    size: TensorLike,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """Images resized by nearest-neighbour interpolation.

    >>> image = [[[[1], [2]]]]
    >>> tf.compat.v1.image.resize_nearest_neighbor(image, [1, 4]).numpy().ravel()
    array([1, 1, 2, 2], dtype=int32)
    """
    attrs = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _resized("ResizeNearestNeighbor", images, size, name, **attrs)


def resize_images(
    images: TensorLike,
    size: TensorLike,
    method: Any = 0,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Images of another size; the methods are bilinear, nearest, bicubic and area.

    Where the size is the old one, images stay as they are.

    >>> tf.compat.v1.image.resize(tf.ones([2, 2, 1]), [4, 4]).shape
    TensorShape([4, 4, 1])

    Raises:
      ValueError: for another method, rank or size.
    """

    with op_scope(name, "resize"):
        given = convert_to_tensor(images, name="images")
        fixed = get_static_value(size)
        known = given.shape[-3:-1].as_list() if given.shape.rank in (3, 4) else None
        if known is not None and fixed is not None and known == list(fixed):
            return given
        return resizing.resize(
            given, size, _resize(method, align_corners), preserve_aspect_ratio
        )


def resize_image_with_pad(
    image: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
    method: Any = 0,
    align_corners: bool = False,
) -> Tensor:
    """Images resized with their proportions, in the middle of zeros.

    >>> image = tf.ones([2, 2, 1])
    >>> tf.compat.v1.image.resize_image_with_pad(image, 1, 3)[0, :, 0].numpy().tolist()
    [0.0, 1.0, 0.0]

    Raises:
      ValueError: for another rank than 3 or 4, or a size of 0.
    """

    resize = _resize(method, align_corners)
    return resizing.resize_with_pad(image, target_height, target_width, resize)


__all__ = [
    "resize_bicubic",
    "resize_bilinear",
    "resize_image_with_pad",
    "resize_images",
    "resize_nearest_neighbor",
]
