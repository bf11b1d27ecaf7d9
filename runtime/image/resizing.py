"""Resizing of images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import op_scope
from runtime.image.cropping import pad_to_bounding_box
from runtime.image.sizes import as_given, one_or_many, require, sizes_of
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor


class ResizeMethod:
    """The names of the ways to resize."""

    BILINEAR: Final = "bilinear"
    NEAREST_NEIGHBOR: Final = "nearest"
    BICUBIC: Final = "bicubic"
    AREA: Final = "area"
    LANCZOS3: Final = "lanczos3"
    LANCZOS5: Final = "lanczos5"
    GAUSSIAN: Final = "gaussian"
    MITCHELLCUBIC: Final = "mitchellcubic"


_CENTERED: Final = {"align_corners": False, "half_pixel_centers": True}
_OPS: Final[dict[str, tuple[str, dict[str, bool]]]] = {
    "bilinear": ("ResizeBilinear", _CENTERED),
    "nearest": ("ResizeNearestNeighbor", _CENTERED),
    "bicubic": ("ResizeBicubic", _CENTERED),
    "area": ("ResizeArea", {"align_corners": False}),
}
_KERNELS: Final = {"bilinear": b"triangle", "bicubic": b"keyscubic"}
"""The kernels that stand for these methods with antialiasing."""
_KERNELS_ONLY: Final = ("lanczos3", "lanczos5", "gaussian", "mitchellcubic")


def resize(
    images: TensorLike,
    size: TensorLike,
    method: Any = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """Resizes images [batch, height, width, channels], or one image, to two sizes.

    The result is float32, except for the nearest neighbor, which keeps the dtype.
    ``preserve_aspect_ratio`` takes the largest size that fits; ``antialias`` widens
    the kernel where an image gets smaller.

    >>> tf.image.resize([[[1.0], [3.0]]], [1, 4]).numpy().ravel().tolist()
    [1.0, 1.5, 2.5, 3.0]

    Raises:
      ValueError: for another rank, a size that is no two numbers, an unknown method.
      InvalidArgumentError: for a size of 0 (traced: when it runs).
    """
    with op_scope(name, "resize"):
        batch, was_one = _batch(images)
        wanted = _size(size)
        if preserve_aspect_ratio:
            wanted = _fitting(wanted, sizes_of(batch)[1:3])
        resizer = _resizer(method, antialias)
        return as_given(resizer(batch, wanted), was_one)


def _batch(images: Any) -> tuple[Tensor, bool]:
    tensor = convert_to_tensor(images, name="images")
    rank = tensor.shape.rank
    if rank is None:
        raise ValueError("'images' contains no shape.")
    if rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    return one_or_many(tensor)


def _size(size: Any) -> Tensor:
    try:
        wanted = convert_to_tensor(size, dtypes.int32, name="size")
    except (TypeError, ValueError):
        raise ValueError(f"'size' must be a 1-D int32 Tensor, not {size!r}.") from None
    if not wanted.shape.is_compatible_with([2]):
        raise ValueError(
            "'size' must be a 1-D Tensor of 2 elements: new_height, new_width; not of "
            f"shape {wanted.shape}."
        )
    if isinstance(wanted, EagerTensor) and (wanted.numpy() < 0).any():
        raise ValueError(f"Dimension {wanted.numpy().min()} must be >= 0")
    return wanted


def _fitting(size: Tensor, current: list[Any]) -> Tensor:
    """The largest size with the old proportions that is not above ``size``."""
    if isinstance(size, EagerTensor) and not any(
        isinstance(each, Tensor) for each in current
    ):
        old = np.array(current, np.float32)
        factor = np.min(size._array.astype(np.float32) / old)
        return convert_to_tensor(np.rint(factor * old).astype(np.int32))
    old_size = apply_op("Cast", [apply_op("Pack", [current])], {"DstT": dtypes.float32})
    new_size = apply_op("Cast", [size], {"DstT": dtypes.float32})
    factors = apply_op("RealDiv", [new_size, old_size])
    factor = apply_op("Min", [factors, np.array([0], np.int32)])
    scaled = apply_op("Round", [apply_op("Mul", [factor, old_size])])
    return apply_single("Cast", [scaled], {"DstT": dtypes.int32})


def _resizer(method: Any, antialias: bool) -> Callable[[Tensor, Tensor], Tensor]:
    if callable(method):
        chosen: Callable[[Tensor, Tensor], Tensor] = method
        return chosen
    if method in _KERNELS_ONLY:
        kernel = text_attr(method, "method")
        return lambda images, size: _with_kernel(images, size, kernel, antialias)
    if antialias and method in _KERNELS:
        kernel = _KERNELS[method]
        return lambda images, size: _with_kernel(images, size, kernel, True)
    if method not in _OPS:
        raise ValueError(f"Resize method is not implemented: {method}")
    op, attrs = _OPS[method]
    return lambda images, size: apply_op(op, [images, size], attrs)


def _with_kernel(
    images: Tensor, size: Tensor, kernel: bytes, antialias: bool
) -> Tensor:
    old = shape_of(images)[1:3]
    sizes = [apply_op("Cast", [each], {"DstT": dtypes.float32}) for each in (size, old)]
    scale = apply_op("RealDiv", sizes)
    inputs = [images, size, scale, np.zeros(2, np.float32)]
    attrs = {"kernel_type": kernel, "antialias": antialias}
    return apply_single("ScaleAndTranslate", inputs, attrs)


def resize_with_pad(
    image: TensorLike,
    target_height: Any,
    target_width: Any,
    method: Any = ResizeMethod.BILINEAR,
    antialias: bool = False,
) -> Tensor:
    """Images resized with their proportions, in the middle of zeros.

    >>> tf.image.resize_with_pad(tf.ones([2, 2, 1]), 1, 3)[0, :, 0].numpy().tolist()
    [0.0, 1.0, 0.0]

    Raises:
      ValueError: for another rank than 3 or 4, or a size of 0.
    """
    with op_scope(None, "resize_image_with_pad"):
        batch, was_one = one_or_many(image)
        require(target_width > 0, "target_width must be > 0.")
        require(target_height > 0, "target_height must be > 0.")
        _, height, width, _ = sizes_of(batch)
        target = (target_height, target_width)
        new, (top, left) = _letterbox((height, width), target)
        padded = pad_to_bounding_box(
            resize(batch, new, method, antialias=antialias), top, left, *target
        )
        return as_given(padded, was_one)


def _letterbox(old: tuple[Any, Any], target: tuple[Any, Any]) -> tuple[Any, list[Any]]:
    """The size that fits, and the rows above and columns to the left of it."""
    if any(isinstance(each, Tensor) for each in (*old, *target)):
        return _traced_letterbox(old, target)
    was, wanted = np.array(old, np.float32), np.array(target, np.float32)
    fitting = was / np.max(was / wanted)
    before = np.maximum(np.floor((wanted - fitting) / 2), 0)
    return np.floor(fitting).astype(np.int32), before.astype(np.int32).tolist()


def _traced_letterbox(old: Any, target: Any) -> tuple[Any, list[Any]]:
    was, wanted = (
        apply_op("Cast", [apply_op("Pack", [list(each)])], {"DstT": dtypes.float32})
        for each in (old, target)
    )
    ratio = apply_op("Max", [apply_op("RealDiv", [was, wanted]), np.zeros(1, np.int32)])
    fitting = apply_op("RealDiv", [was, ratio])
    half = apply_op("Mul", [apply_op("Sub", [wanted, fitting]), np.float32(0.5)])
    whole = apply_op("Maximum", [apply_op("Floor", [half]), np.float32(0)])
    before = apply_op("Cast", [whole], {"DstT": dtypes.int32})
    new = apply_op("Cast", [apply_op("Floor", [fitting])], {"DstT": dtypes.int32})
    return new, [before[0], before[1]]
