"""Ops that resize images: nearest neighbor, bilinear, bicubic, by area."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.families import in_brackets
from graphir.ops.images.resampling import Axis, Taps
from graphir.shapes import Shape

_NUMBERS = "type in [int8,uint8,int16,uint16,int32,int64,half,float,double,bfloat16]"
_CENTERS = "align_corners: bool = False; half_pixel_centers: bool = False"


def without_gradient(call: Op, *d_results: Any) -> Any:
    """The gradient rule of an op that has no gradient and is not constant either.

    Raises:
      LookupError: always.
    """
    raise LookupError(f"gradient registry has no entry for: {type(call).__name__}")


class Resizing(Op):
    """``images`` [batch, height, width, channels] to ``size``, two numbers."""

    half_pixel_centers: bool

    def infer_shape(self) -> Shape:
        shape = self.images.shape.with_rank(4)
        self._check_size_shape(self.size.shape)
        known = self.constant_as_shape("size")
        if known.rank not in (None, 2):
            raise ValueError("size must have two elements.")
        new = list(known) if known.rank == 2 else [None, None]
        return Shape([shape[0], *new, shape[3]])

    def _check_size_shape(self, shape: Shape) -> None:
        if shape.rank not in (None, 1) or (
            shape.rank == 1 and shape[0] not in (None, 2)
        ):
            raise ValueError(f"shape_t must have two elements [{shape}]")

    def axes(self, shape: Any, size: Any) -> list[Axis]:
        """The two axes to resize, checked."""
        if len(shape) != 4:
            raise self.invalid(
                f"input must be 4-dimensional but got shape {in_brackets(shape)}"
            )
        if size.ndim != 1:
            raise self.invalid(
                f"shape_t must be 1-dimensional {in_brackets(size.shape)}"
            )
        if size.shape != (2,):
            raise self.invalid(
                f"shape_t must have two elements {in_brackets(size.shape)}"
            )
        if min(size) <= 0:
            raise self.invalid("output dimensions must be positive")
        if not min(shape[1:]):
            raise self.invalid("input image must be of non-zero size")
        return [
            Axis(old, new, self.align_corners, self._has_half_pixel_centers())
            for old, new in zip(shape[1:3], size.tolist(), strict=True)
        ]

    def _has_half_pixel_centers(self) -> bool:
        if "half_pixel_centers" not in self.declared().attrs:
            return False
        if self.half_pixel_centers and self.align_corners:
            raise self.invalid(
                "If half_pixel_centers is True, align_corners must be False."
            )
        return self.half_pixel_centers

    def _centers(self) -> dict[str, Any]:
        names = ("align_corners", "half_pixel_centers")
        return {name: self._attrs[name] for name in names}


class Interpolation(Resizing):
    """Weighted means of old elements, in float32."""

    _gradient: ClassVar[str]

    def _taps(self, axis: Axis) -> Taps:
        raise NotImplementedError(type(self).__name__)

    def compute(self, images: Any, size: Any) -> Any:
        rows, columns = self.axes(images.shape, size)
        across = self._taps(columns).gather(images.astype(np.float32), 2)
        return self._taps(rows).gather(across, 1)

    def input_gradients(self, d_resized: Any) -> Any:
        gradient = getattr(self.op, self._gradient)
        return gradient(d_resized, self.images, **self._centers()), None


class InterpolationGradient(Resizing):
    """The transpose of an interpolation."""

    _axis_taps: ClassVar[Any]

    def infer_shape(self) -> Shape:
        shape: Shape = self.original_image.shape
        return shape

    def compute(self, grads: Any, original_image: Any) -> Any:
        if grads.ndim != 4 or original_image.ndim != 4:
            raise self.invalid("input_gradient must be 4-dimensional")
        if (
            grads.shape[0] != original_image.shape[0]
            or grads.shape[3] != original_image.shape[3]
        ):
            raise self.invalid(
                f"grads {in_brackets(grads.shape)} does not fit original_image "
                f"{in_brackets(original_image.shape)}"
            )
        sizes = np.array(grads.shape[1:3])
        rows, columns = self.axes(original_image.shape, sizes)
        wide = grads.astype(original_image.dtype if self._is_double() else np.float32)
        taps = type(self)._axis_taps
        across = taps(rows).scatter(wide, 1, rows.old)
        return (
            taps(columns).scatter(across, 2, columns.old).astype(original_image.dtype)
        )

    def _is_double(self) -> bool:
        return bool(self.T.name == "float64")


class ResizeBilinear(
    Interpolation,
    signature=f"""
        ResizeBilinear(images: T, size: int32) -> (resized_images: float)
        | T: type in [int8,uint8,int16,uint16,int32,int64,bfloat16,half,float,double,
          bfloat16]; {_CENTERS}
    """,
):
    """Each new element is interpolated between the four old elements around it."""

    _gradient = "ResizeBilinearGrad"

    def compute(self, images: Any, size: Any) -> Any:
        rows, columns = self.axes(images.shape, size)
        wide = images.astype(np.float32)
        return _between(_between(wide, columns, 2), rows, 1)


def _between(array: Any, axis: Axis, number: int) -> Any:
    """lower + (upper - lower) * share: exact where both are the same."""
    taps = axis.linear()
    column = [1] * array.ndim
    column[number] = -1
    lower = np.take(array, taps.indices[:, 0], number)
    upper = np.take(array, taps.indices[:, 1], number)
    return lower + (upper - lower) * taps.weights[:, 1].reshape(column)


class ResizeBilinearGrad(
    InterpolationGradient,
    signature=f"""
        ResizeBilinearGrad(grads: float, original_image: T) -> (output: T)
        | T: type in [float,bfloat16,half,double]; {_CENTERS}
    """,
):
    """The gradient of ResizeBilinear."""

    _axis_taps = Axis.linear

    def input_gradients(self, d_output: Any) -> Any:
        size = self.op.StridedSlice(self.op.Shape(self.grads), [1], [3], [1])
        back = self.op.ResizeBilinear(d_output, size, **self._centers())
        return back, None


class ResizeBicubic(
    Interpolation,
    signature=f"""
        ResizeBicubic(images: T, size: int32) -> (resized_images: float)
        | T: {_NUMBERS}; {_CENTERS}
    """,
):
    """Each new element is interpolated from the sixteen old elements around it."""

    _gradient = "ResizeBicubicGrad"

    def _taps(self, axis: Axis) -> Taps:
        return axis.cubic()

    def input_gradients(self, d_resized: Any) -> Any:
        if self.T.name not in ("float32", "float64"):
            return None, None
        return super().input_gradients(d_resized)


class ResizeBicubicGrad(
    InterpolationGradient,
    signature=f"""
        ResizeBicubicGrad(grads: float, original_image: T) -> (output: T)
        | T: type in [float,double]; {_CENTERS}
    """,
):
    """The gradient of ResizeBicubic."""

    _axis_taps = Axis.cubic
    input_gradients = no_gradient


class ResizeArea(
    Interpolation,
    signature=f"""
        ResizeArea(images: T, size: int32) -> (resized_images: float)
        | T: {_NUMBERS}; align_corners: bool = False
    """,
):
    """Each new element is the mean of the old elements it covers."""

    input_gradients: Any = without_gradient

    def _taps(self, axis: Axis) -> Taps:
        return axis.area()


class ResizeNearestNeighbor(
    Resizing,
    signature=f"""
        ResizeNearestNeighbor(images: T, size: int32) -> (resized_images: T)
        | T: {_NUMBERS}; {_CENTERS}
    """,
    traits="precision_neutral",
):
    """Each new element the old one it is nearest to."""

    def compute(self, images: Any, size: Any) -> Any:
        rows, columns = self.axes(images.shape, size)
        return images[:, rows.nearest()[:, None], columns.nearest()]

    def input_gradients(self, d_resized: Any) -> Any:
        op, shape = self.op, self.images.shape
        size: Any = op.StridedSlice(op.Shape(self.images), [1], [3], [1])
        if shape.rank is not None and None not in shape[1:3]:
            size = np.array(list(shape[1:3]), np.int32)
        gradient = op.ResizeNearestNeighborGrad(d_resized, size, **self._centers())
        return gradient, None


class ResizeNearestNeighborGrad(
    Resizing,
    signature=f"""
        ResizeNearestNeighborGrad(grads: T, size: int32) -> (output: T)
        | T: type in [uint8,int8,int32,half,float,double,bfloat16]; {_CENTERS}
    """,
):
    """The gradient of ResizeNearestNeighbor; ``size`` is the size of the image."""

    def infer_shape(self) -> Shape:
        shape = self.grads.shape.with_rank(4)
        known = self.constant_as_shape("size")
        new = list(known) if known.rank == 2 else [None, None]
        return Shape([shape[0], *new, shape[3]])

    def compute(self, grads: Any, size: Any) -> Any:
        found = self.axes(grads.shape, size)
        rows, columns = [
            Axis(axis.new, axis.old, axis.align_corners, axis.half_pixel_centers)
            for axis in found
        ]
        shape = (grads.shape[0], rows.old, columns.old, grads.shape[3])
        is_small = grads.dtype.itemsize == 2
        total = np.zeros(shape, np.float32 if is_small else grads.dtype)
        place: Any = (slice(None), rows.nearest()[:, None], columns.nearest())
        np.add.at(total, place, grads.astype(total.dtype))
        return total.astype(grads.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        size = self.op.StridedSlice(self.op.Shape(self.grads), [1], [3], [1])
        return self.op.ResizeNearestNeighbor(d_output, size, **self._centers()), None
