"""ImageProjectiveTransform: perspective transforms of images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_ONE: Final = np.float32(1)


def _clamped(places: Any, size: int) -> Any:
    return np.clip(places, np.float32(0), np.float32(max(size - 1, 0)))


def _reflected(places: Any, size: int) -> Any:
    """The border is seen twice: d c b a | a b c d | d c b a."""
    if size <= 1:
        return np.zeros_like(places)
    length, both = np.float32(size), np.float32(2 * size)
    below = np.where(places < both, both * np.trunc(-places / both) + places, places)
    below = np.where(below < -length, below + both, -below - _ONE)
    above = places - both * np.trunc(places / both)
    above = np.where(above >= length, both - above - _ONE, above)
    inside = np.where(places > length - _ONE, above, places)
    return _clamped(np.where(places < 0, below, inside), size)


def _wrapped(places: Any, size: int) -> Any:
    """The image again: a b c d | a b c d | a b c d."""
    if size <= 1:
        return np.zeros_like(places)
    length, last = np.float32(size), np.float32(size - 1)
    below = places + length * (np.trunc(-places / last) + _ONE)
    above = places - length * np.trunc(places / last)
    inside = np.where(places > last, above, places)
    return _clamped(np.where(places < 0, below, inside), size)


_BORDERS: Final[dict[bytes, Callable[[Any, int], Any]]] = {
    b"REFLECT": _reflected,
    b"WRAP": _wrapped,
    b"NEAREST": _clamped,
}
"""Where a place outside of the image reads it; the rest have the fill value."""


def _rounded(places: Any) -> Any:
    """The nearest integers; halves go away from zero."""
    return np.trunc(places + np.copysign(np.float32(0.5), places))


class Projecting(Op):
    """An output pixel (x, y) reads at ((a x + b y + c) / k, (d x + e y + f) / k).

    A row of transforms is [a, b, c, d, e, f, g, h], and k is g x + h y + 1.
    """

    def infer_shape(self) -> Shape:
        images = self.images.shape.with_rank(4)
        sizes = self.constant_as_shape("output_shape")
        if self.output_shape.shape.with_rank(1)[0] not in (None, 2):
            raise ValueError(f"Dimension must be 2 but is {self.output_shape.shape[0]}")
        inner = [None, None] if sizes.rank is None else list(sizes)
        return Shape([images[0], *inner, images[3]])

    def _checked(self, images: Any, transforms: Any, output_shape: Any) -> list[int]:
        """The size of the results."""
        if images.ndim != 4:
            raise self.invalid("Input images must have rank 4")
        if transforms.ndim != 2 or transforms.shape not in ((len(images), 8), (1, 8)):
            raise self.invalid("Input transform should be num_images x 8 or 1 x 8")
        if output_shape.ndim != 1:
            raise self.invalid(
                f"output shape must be 1-dimensional{in_brackets(output_shape.shape)}"
            )
        if output_shape.shape != (2,):
            raise self.invalid(
                f"output shape must have two elements{in_brackets(output_shape.shape)}"
            )
        if output_shape.min() <= 0:
            raise self.invalid("output dimensions must be positive")
        sizes: list[int] = output_shape.tolist()
        return sizes

    def _projected(
        self, images: Any, transforms: Any, output_shape: Any, fill_value: Any
    ) -> Any:
        height, width = self._checked(images, transforms, output_shape)
        interpolation = self.interpolation
        if interpolation not in (b"NEAREST", b"BILINEAR"):
            raise self.invalid(
                f"interpolation must be NEAREST or BILINEAR, not {interpolation!r}"
            )
        x = np.arange(width, dtype=np.float32)[None, None, :]
        y = np.arange(height, dtype=np.float32)[None, :, None]
        a, b, c, d, e, f, g, h = transforms.T[:, :, None, None]
        with np.errstate(all="ignore"):
            divisor = g * x + h * y + _ONE
            across = (a * x + b * y + c) / divisor
            down = (d * x + e * y + f) / divisor
        border = _BORDERS.get(self.fill_mode.upper())
        if border is not None:
            down = border(down, images.shape[1])
            across = border(across, images.shape[2])
        read = _Reader(images, np.asarray(fill_value).astype(images.dtype))
        if interpolation == b"NEAREST":
            found = read(_rounded(down), _rounded(across))
        else:
            found = self._bilinear(read, down, across).astype(images.dtype)
        is_seen = np.broadcast_to(divisor != 0, found.shape[:3])[..., None]
        return np.where(is_seen, found, read.fill)

    def _bilinear(self, read: _Reader, down: Any, across: Any) -> Any:
        top, left = np.floor(down), np.floor(across)
        bottom, right = top + _ONE, left + _ONE
        to_right, to_left = (right - across)[..., None], (across - left)[..., None]

        def row(at: Any) -> Any:
            parts = read(at, left), read(at, right)
            first, second = (each.astype(np.float32) for each in parts)
            return to_right * first + to_left * second

        upper, lower = (bottom - down)[..., None], (down - top)[..., None]
        return upper * row(top) + lower * row(bottom)

    def input_gradients(self, d_transformed_images: Any) -> Any:
        op = self.op
        if self.dtype.name not in ("float16", "float32", "float64"):
            return (None,) * len(self.declared().inputs)
        ones = op.OnesLike(op.Slice(self.transforms, [0, 0], [-1, 1]))
        matrices = op.Reshape(op.ConcatV2([self.transforms, ones], 1), [-1, 3, 3])
        backward = op.Reshape(op.MatrixInverse(matrices), [-1, 9])
        last = op.Slice(backward, [0, 8], [-1, 1])
        flat = op.Slice(op.RealDiv(backward, last), [0, 0], [-1, 8])
        size = op.Slice(op.Shape(self.images), [1], [2])
        d_images = self._d_images(d_transformed_images, flat, size)
        return (d_images, *[None] * (len(self.declared().inputs) - 1))

    def _d_images(self, d_result: Any, transforms: Any, size: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define _d_images.")


class _Reader:
    """Pixels of a batch of images, and what there is outside of them."""

    def __init__(self, images: Any, fill: Any) -> None:
        self._images = images
        self.fill = fill

    def __call__(self, down: Any, across: Any) -> Any:
        """The pixels at whole places, [images or 1, height, width] of each."""
        images, (height, width) = self._images, self._images.shape[1:3]
        is_inside = (down >= 0) & (down < height) & (across >= 0) & (across < width)
        shape = (len(images), *down.shape[1:], images.shape[3])
        if not height * width:
            return np.full(shape, self.fill)
        rows = np.where(is_inside, down, 0).astype(np.int64)
        columns = np.where(is_inside, across, 0).astype(np.int64)
        which = np.arange(len(images))[:, None, None]
        return np.where(is_inside[..., None], images[which, rows, columns], self.fill)


_NUMBERS: Final = "type in [uint8,int32,int64,half,bfloat16,float,double]"
_MODES: Final = "interpolation: string; fill_mode: string = 'CONSTANT'"


class ImageProjectiveTransformV2(
    Projecting,
    signature=f"""
        ImageProjectiveTransformV2(images: dtype, transforms: float,
          output_shape: int32) -> (transformed_images: dtype)
        | dtype: {_NUMBERS}; {_MODES}
    """,
):
    """Images under projective transforms, 0 outside of them."""

    def compute(self, images: Any, transforms: Any, output_shape: Any) -> Any:
        return self._projected(images, transforms, output_shape, 0)

    def _d_images(self, d_result: Any, transforms: Any, size: Any) -> Any:
        return self.op.ImageProjectiveTransformV2(
            d_result,
            transforms,
            size,
            interpolation=self.interpolation,
            fill_mode=self.fill_mode,
        )


class ImageProjectiveTransformV3(
    Projecting,
    signature=f"""
        ImageProjectiveTransformV3(images: dtype, transforms: float,
          output_shape: int32, fill_value: float) -> (transformed_images: dtype)
        | dtype: {_NUMBERS}; {_MODES}
    """,
):
    """Images under projective transforms, a value outside of them."""

    def compute(
        self, images: Any, transforms: Any, output_shape: Any, fill_value: Any
    ) -> Any:
        if np.ndim(fill_value):
            raise self.invalid(
                f"fill_value must be a scalar{in_brackets(np.shape(fill_value))}"
            )
        return self._projected(images, transforms, output_shape, fill_value)

    def _d_images(self, d_result: Any, transforms: Any, size: Any) -> Any:
        return self.op.ImageProjectiveTransformV3(
            d_result,
            transforms,
            size,
            np.float32(0),
            interpolation=self.interpolation,
            fill_mode=self.fill_mode,
        )
