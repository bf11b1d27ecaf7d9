"""CropAndResize: crops of images, all resized to one size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphir.errors import OutOfRangeError
from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_NUMBERS = "type in [uint8,uint16,int8,int16,int32,int64,half,float,double]"
_METHOD = "method: string in ['bilinear','nearest'] = 'bilinear'"
_ONE = np.float32(1)


@dataclass(frozen=True, slots=True)
class _Samples:
    """Where the crops read along one axis; every array is [boxes, crop size]."""

    positions: Any
    slope_of_end: Any
    """How far a position moves with the end of its box; the rest is the begin's."""
    limit: int

    @property
    def is_inside(self) -> Any:
        """Whether the position lies on the image."""
        return (self.positions >= 0) & (self.positions <= self.limit)

    @property
    def lower(self) -> Any:
        """The element at or before each position."""
        return self._element(np.floor(self.positions))

    @property
    def upper(self) -> Any:
        """The element at or after each position."""
        return self._element(np.ceil(self.positions))

    @property
    def nearest(self) -> Any:
        """The nearest element; halves go up."""
        return self._element(np.floor(self.positions + np.float32(0.5)))

    @property
    def share(self) -> Any:
        """How much of the upper element counts."""
        return self.positions - np.floor(self.positions)

    def _element(self, positions: Any) -> Any:
        safe = np.where(self.is_inside, positions, 0)
        return np.clip(safe, 0, max(self.limit, 0)).astype(np.int64)


def _samples(begin: Any, end: Any, size: int, count: int) -> _Samples:
    limit = size - 1
    if count == 1:
        positions = (np.float32(0.5) * (begin + end) * np.float32(limit))[:, None]
        return _Samples(positions, np.full((1, 1), 0.5 * limit, np.float32), limit)
    steps = np.arange(count).astype(np.float32)
    scale = (end - begin) * np.float32(limit) / np.float32(count - 1)
    positions = (begin * np.float32(limit))[:, None] + steps * scale[:, None]
    slope = steps[None] * (np.float32(limit) / np.float32(count - 1))
    return _Samples(positions, slope, limit)


class Cropping(Op):
    """Boxes are [y1, x1, y2, x2] in parts of the image's last row and column."""

    def _checked_boxes(self, boxes: Any, box_ind: Any, batch: int) -> None:
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise self.invalid(
                f"boxes must be 2-D of 4 columns: {in_brackets(boxes.shape)}"
            )
        if box_ind.shape != boxes.shape[:1]:
            raise self.invalid(
                f"box_index has incompatible shape {in_brackets(box_ind.shape)}"
            )
        if box_ind.size and not (box_ind.min() >= 0 and box_ind.max() < batch):
            raise OutOfRangeError(
                None,
                type(self).__name__,
                "box_index has values outside [0, batch_size)",
            )

    def _places(self, boxes: Any, image: Any, crop: Any) -> tuple[_Samples, _Samples]:
        """The samples of the rows and of the columns."""
        rows = _samples(boxes[:, 0], boxes[:, 2], image[0], crop[0])
        columns = _samples(boxes[:, 1], boxes[:, 3], image[1], crop[1])
        return rows, columns

    def _is_inside(self, rows: _Samples, columns: _Samples) -> Any:
        inside = rows.is_inside[:, :, None] & columns.is_inside[:, None, :]
        return inside[..., None]


def _at(batch: Any, row: Any, column: Any) -> tuple[Any, Any, Any]:
    """The index of [boxes, rows, columns] elements of images."""
    return batch[:, None, None], row[:, :, None], column[:, None, :]


def _corners(rows: _Samples, columns: _Samples, batch: Any) -> list[Any]:
    """Index and weight of the elements around each sample."""
    down, right = rows.share[:, :, None, None], columns.share[:, None, :, None]
    return [
        (_at(batch, rows.lower, columns.lower), (_ONE - down) * (_ONE - right)),
        (_at(batch, rows.lower, columns.upper), (_ONE - down) * right),
        (_at(batch, rows.upper, columns.lower), down * (_ONE - right)),
        (_at(batch, rows.upper, columns.upper), down * right),
    ]


class CropAndResize(
    Cropping,
    signature=f"""
        CropAndResize(image: T, boxes: float, box_ind: int32, crop_size: int32)
        -> (crops: float)
        | T: {_NUMBERS}; {_METHOD}; extrapolation_value: float = 0.0
    """,
):
    """The part of an image under each box, resized; a value where there is none."""

    def infer_shape(self) -> Shape:
        image, boxes = self.image.shape.with_rank(4), self.boxes.shape.with_rank(2)
        count = boxes[:1].merge_with(self.box_ind.shape.with_rank(1))
        known = self.constant_as_shape("crop_size")
        if known.rank not in (None, 2):
            raise ValueError("crop_size must have two elements.")
        crop = list(known) if known.rank == 2 else [None, None]
        return Shape([count[0], *crop, image[3]])

    def compute(self, image: Any, boxes: Any, box_ind: Any, crop_size: Any) -> Any:
        if image.ndim != 4:
            raise self.invalid(f"input image must be 4-D{in_brackets(image.shape)}")
        if not min(image.shape[1:3]):
            raise self.invalid("image dimensions must be positive")
        if crop_size.shape != (2,):
            raise self.invalid(
                f"crop_size must have two elements{in_brackets(crop_size.shape)}"
            )
        if min(crop_size) <= 0:
            raise self.invalid("crop dimensions must be positive")
        self._checked_boxes(boxes, box_ind, len(image))
        rows, columns = self._places(boxes, image.shape[1:3], crop_size.tolist())
        inside = self._is_inside(rows, columns)
        crops = self._sampled(image, rows, columns, box_ind)
        return np.where(inside, crops, np.float32(self.extrapolation_value))

    def _sampled(
        self, image: Any, rows: _Samples, columns: _Samples, batch: Any
    ) -> Any:
        if self.method == b"nearest":
            place = _at(batch, rows.nearest, columns.nearest)
            return image[place].astype(np.float32)
        down, right = rows.share[:, :, None, None], columns.share[:, None, :, None]
        places = [place for place, _ in _corners(rows, columns, batch)]
        top_left, top_right, bottom_left, bottom_right = (
            image[place].astype(np.float32) for place in places
        )
        top = top_left + (top_right - top_left) * right
        bottom = bottom_left + (bottom_right - bottom_left) * right
        return top + (bottom - top) * down

    def input_gradients(self, d_crops: Any) -> Any:
        op, d_image = self.op, None
        if self.T.name in ("float16", "float32", "float64"):
            d_image = op.CropAndResizeGradImage(
                d_crops,
                self.boxes,
                self.box_ind,
                op.Shape(self.image),
                T=self.T,
                method=self.method,
            )
        # nearest samples are taken as linear here, or there would be no gradient
        d_boxes = op.CropAndResizeGradBoxes(
            d_crops, self.image, self.boxes, self.box_ind
        )
        return d_image, d_boxes, None, None


class CropAndResizeGradImage(
    Cropping,
    signature=f"""
        CropAndResizeGradImage(grads: float, boxes: float, box_ind: int32,
          image_size: int32) -> (output: T)
        | T: type in [float,half,double]; {_METHOD}
    """,
):
    """The gradient of CropAndResize for the image."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("image_size").with_rank(4)

    def compute(self, grads: Any, boxes: Any, box_ind: Any, image_size: Any) -> Any:
        if grads.ndim != 4:
            raise self.invalid(f"grads image must be 4-D{in_brackets(grads.shape)}")
        if image_size.shape != (4,) or min(image_size) < 0:
            raise self.invalid("image_size must have four elements, none negative")
        shape = image_size.tolist()
        self._checked_boxes(boxes, box_ind, shape[0])
        rows, columns = self._places(boxes, shape[1:3], grads.shape[1:3])
        shares = np.where(self._is_inside(rows, columns), grads, np.float32(0))
        dtype = self.T.numpy_dtype
        total = np.zeros(shape, np.float32 if dtype.itemsize == 2 else dtype)
        if self.method == b"nearest":
            np.add.at(total, _at(box_ind, rows.nearest, columns.nearest), shares)
            return total.astype(dtype)
        for place, weight in _corners(rows, columns, box_ind):
            np.add.at(total, place, shares * weight)
        return total.astype(dtype)


class CropAndResizeGradBoxes(
    Cropping,
    signature=f"""
        CropAndResizeGradBoxes(grads: float, image: T, boxes: float, box_ind: int32)
        -> (output: float)
        | T: {_NUMBERS}; method: string in ['bilinear'] = 'bilinear'
    """,
):
    """The gradient of CropAndResize for the boxes."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.boxes.shape
        return shape

    def compute(self, grads: Any, image: Any, boxes: Any, box_ind: Any) -> Any:
        if grads.ndim != 4 or image.ndim != 4:
            raise self.invalid(f"grads image must be 4-D{in_brackets(grads.shape)}")
        self._checked_boxes(boxes, box_ind, len(image))
        rows, columns = self._places(boxes, image.shape[1:3], grads.shape[1:3])
        places = [place for place, _ in _corners(rows, columns, box_ind)]
        top_left, top_right, bottom_left, bottom_right = (
            image[place].astype(np.float32) for place in places
        )
        down, right = rows.share[:, :, None, None], columns.share[:, None, :, None]
        shares = np.where(self._is_inside(rows, columns), grads, np.float32(0))
        left, right_side = bottom_left - top_left, bottom_right - top_right
        d_rows = (shares * (left + (right_side - left) * right)).sum(3)
        upper, lower = top_right - top_left, bottom_right - bottom_left
        d_columns = (shares * (upper + (lower - upper) * down)).sum(3)
        d_ends = [
            _moved(d_rows.sum(2), rows),
            _moved(d_columns.sum(1), columns),
        ]
        (d_top, d_bottom), (d_left, d_right) = d_ends
        return np.stack([d_top, d_left, d_bottom, d_right], 1)


def _moved(d_positions: Any, samples: _Samples) -> tuple[Any, Any]:
    """The gradients of begin and end of each box along an axis."""
    # with one sample begin and end move it half each: slopes sum to the limit
    of_end = samples.slope_of_end
    of_begin = np.float32(samples.limit) - of_end
    return (d_positions * of_begin).sum(1), (d_positions * of_end).sum(1)
