"""SampleDistortedBoundingBox: random crops that cover enough of the objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from graphir.ops.contract.declaration import (
    Op,
    needs_runtime,
    no_kernel,
    not_differentiable,
)
from graphir.ops.contract.families import in_brackets
from graphir.ops.random.philox import Philox, Words, scrambled
from graphir.shapes import Shape

_CHOICES: Final = """
    aspect_ratio_range: list(float) = [0.75, 1.3300000429153442];
    area_range: list(float) = [0.05000000074505806, 1.0]; max_attempts: int = 100;
    use_image_if_no_bounding_boxes: bool = False
"""
_RESULTS: Final = "(begin: T, size: T, bboxes: float)"
_SIZES: Final = "T: type in [uint8,int8,int16,int32,int64]"
_INT_MAX: Final = 2**31 - 1

_Box = tuple[int, int, int, int]
"""Of pixels: the least row and column, then those where it ends."""


class DistortedBoxes(Op):
    """A crop drawn for an image size and boxes: where it begins, its size, its box."""

    input_gradients: Any = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [Shape([3]), Shape([3]), Shape([1, 1, 4])]

    def crop(
        self, generator: Philox, image_size: Any, boxes: Any, min_covered: Any
    ) -> tuple[Any, Any, Any]:
        """The results, from the next words of the generator.

        Raises:
          InvalidArgumentError: for sizes, boxes or attributes that do not fit.
        """
        height, width = self._size_of_image(image_size)
        objects = self._objects(boxes, height, width)
        if np.ndim(min_covered):
            raise self.invalid("min_object_covered must be 0-D")
        if not min_covered >= 0:
            raise self.invalid(
                f"Min object covered must be non-negative: {min_covered}"
            )
        self._check_ranges()
        crops = _Crops((height, width), self.aspect_ratio_range, self.area_range)
        top, left, bottom, right = self._found(
            crops, Words(generator), objects, np.float32(min_covered)
        )
        dtype = image_size.dtype
        edges = np.array([top, left, bottom, right], np.float32)
        with np.errstate(invalid="ignore", divide="ignore"):
            box = edges / np.array([height, width, height, width], np.float32)
        return (
            np.array([top, left, 0], dtype),
            np.array([bottom - top, right - left, -1]).astype(dtype),
            box.reshape(1, 1, 4),
        )

    def _found(
        self, crops: _Crops, words: Words, objects: list[_Box], covered: Any
    ) -> _Box:
        for _ in range(self.max_attempts):
            crop = crops.drawn(words)
            if crop and _shows_enough(crop, objects, covered):
                return crop
        return crops.whole

    def _size_of_image(self, image_size: Any) -> tuple[int, int]:
        if image_size.ndim != 1:
            raise self.invalid(
                f"image_size must be 1-dimensional{in_brackets(image_size.shape)}"
            )
        if len(image_size) != 3:
            raise self.invalid(
                f"image_size must contain 3 elements{in_brackets(image_size.shape)}"
            )
        height, width = (int(each) for each in image_size[:2])
        for what, size in (("height", height), ("width", width)):
            if not 0 <= size < _INT_MAX:
                raise self.invalid(
                    f"image {what} must be in [0, 2**31 - 1), not {size}"
                )
        return height, width

    def _objects(self, boxes: Any, height: int, width: int) -> list[_Box]:
        if boxes.ndim != 3:
            raise self.invalid(
                "input boxes must be 3-dimensional [batch, num_boxes, coords]: "
                f"{in_brackets(boxes.shape)}"
            )
        if boxes.size and boxes.shape[-1] != 4:
            raise self.invalid(
                "bounding boxes must have shape [4] or [*, 4], got "
                f"{in_brackets(boxes.shape)}"
            )
        outside = boxes[~((boxes >= 0) & (boxes <= 1))]
        if outside.size:
            raise self.invalid(
                f"All bounding box coordinates must be in [0.0, 1.0]: {outside[0]}"
            )
        if not boxes.size:
            if not self.use_image_if_no_bounding_boxes:
                raise self.invalid(
                    "No bounding boxes provided as input. One must enable "
                    "use_image_if_no_bounding_boxes if you wish to not provide any "
                    "bounding boxes."
                )
            return [(0, 0, height, width)]
        scale = np.array([height, width, height, width], np.float32)
        pixels: list[_Box] = [
            tuple(row) for row in (boxes.reshape(-1, 4) * scale).astype(int).tolist()
        ]
        return pixels

    def _check_ranges(self) -> None:
        aspects, areas = self.aspect_ratio_range, self.area_range
        for what, limits in (("Aspect ratio", aspects), ("Area", areas)):
            if len(limits) != 2:
                raise self.invalid(f"{what} range field must specify 2 dimensions")
            if min(limits) <= 0:
                raise self.invalid(f"{what} range must be non-negative: {limits}")
        if max(areas) > 1:
            raise self.invalid(f"Area range must be less then or equal to 1.0: {areas}")
        if self.max_attempts <= 0:
            raise self.invalid(
                f"Max attempts must be non-negative: {self.max_attempts}"
            )


@dataclass(frozen=True)
class _Crops:
    """Random crops of an image of that size, of areas and aspect ratios in ranges."""

    size: tuple[int, int]
    aspects: list[float]
    areas: list[float]

    _ROUNDING: ClassVar = 1e-7

    @property
    def whole(self) -> _Box:
        return (0, 0, *self.size)

    def drawn(self, words: Words) -> _Box | None:
        """A crop; None if no size fits the randomly drawn aspect ratio."""
        low, high = np.array(self.aspects, np.float32)
        aspect = np.float32(words.unit32() * (high - low) + low)
        extent = self._extent(aspect, words)
        if extent is None:
            return None
        height, width = extent
        rows, columns = self.size[0] - height, self.size[1] - width
        top = words.below(rows) if rows else 0
        left = words.below(columns) if columns else 0
        return top, left, top + height, left + width

    def _extent(self, aspect: Any, words: Words) -> tuple[int, int] | None:
        height, width = self.size
        low, high = (np.float32(each) for each in self.areas)
        if aspect <= 0 or height <= 0 or width <= 0 or low > high:
            return None
        least, most = (
            each * np.float32(width) * np.float32(height) for each in (low, high)
        )
        rows = _rounded(np.sqrt(least / aspect))
        most_rows = min(self._most_rows(np.sqrt(most / aspect), aspect), height)
        rows = min(rows, most_rows)
        if rows < most_rows:
            rows += words.below(most_rows - rows + 1)
        # rounding may have left the area just outside of the range
        if rows * _rounded(rows * aspect) < least:
            rows += 1
        if rows * _rounded(rows * aspect) > most:
            rows -= 1
        columns = _rounded(rows * aspect)
        fits = 0 < rows <= height and 0 < columns <= width
        return (rows, columns) if fits and least <= rows * columns <= most else None

    def _most_rows(self, wanted: Any, aspect: Any) -> int:
        rows, width = _rounded(wanted), self.size[1]
        if _rounded(rows * aspect) <= width:
            return rows
        rows = int((width + 0.5 - self._ROUNDING) / aspect)
        return rows - 1 if _rounded(rows * aspect) > width else rows


def _rounded(number: Any) -> int:
    """To the nearest integer, in float32; halves to even."""
    return int(np.rint(np.float32(number)))


def _area(box: _Box) -> int:
    top, left, bottom, right = box
    return max(bottom - top, 0) * max(right - left, 0)


def _shows_enough(crop: _Box, objects: list[_Box], covered: Any) -> bool:
    """Whether the crop shows that part of one object's area."""
    if _area(crop) < 1:
        return False
    for each in objects:
        area = _area(each)
        if area < 1:
            continue
        shared = (
            max(crop[0], each[0]),
            max(crop[1], each[1]),
            min(crop[2], each[2]),
            min(crop[3], each[3]),
        )
        if np.float32(_area(shared)) / np.float32(area) >= covered:
            return True
    return False


class StatelessSampleDistortedBoundingBox(
    DistortedBoxes,
    signature=f"""
        StatelessSampleDistortedBoundingBox(
            image_size: T, bounding_boxes: float, min_object_covered: float,
            seed: Tseed)
        -> {_RESULTS}
        | {_SIZES}; Tseed: type in [int32,int64]; {_CHOICES}
    """,
):
    """A crop that the seed determines."""

    def compute(
        self, image_size: Any, bounding_boxes: Any, min_object_covered: Any, seed: Any
    ) -> Any:
        if np.shape(seed) != (2,):
            raise self.invalid(f"seed must have shape [2], not {list(np.shape(seed))}")
        return self.crop(
            scrambled(seed), image_size, bounding_boxes, min_object_covered
        )


class SampleDistortedBoundingBoxV2(
    DistortedBoxes,
    signature=f"""
        SampleDistortedBoundingBoxV2(
            image_size: T, bounding_boxes: float, min_object_covered: float)
        -> {_RESULTS}
        | {_SIZES}; seed: int = 0; seed2: int = 0; {_CHOICES}
        | stateful
    """,
):
    """A crop drawn by the generator of the op."""

    compute = needs_runtime


class SampleDistortedBoundingBox(
    DistortedBoxes,
    signature=f"""
        SampleDistortedBoundingBox(image_size: T, bounding_boxes: float)
        -> {_RESULTS}
        | {_SIZES}; seed: int = 0; seed2: int = 0;
          min_object_covered: float = 0.10000000149011612; {_CHOICES}
        | stateful
    """,
):
    """A crop drawn by the generator of the op, showing a fixed part of an object."""

    compute = needs_runtime


class GenerateBoundingBoxProposals(
    Op,
    signature="""
        GenerateBoundingBoxProposals(
            scores: float, bbox_deltas: float, image_info: float, anchors: float,
            nms_threshold: float, pre_nms_topn: int32, min_size: float)
        -> (rois: float, roi_probabilities: float) | post_nms_topn: int = 300
    """,
):
    """Regions of interest from anchors; TensorFlow too has no kernel for a CPU."""

    compute = no_kernel
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        batch = self.scores.shape.with_rank(4)[0]
        return [
            Shape([batch, self.post_nms_topn, 4]),
            Shape([batch, self.post_nms_topn]),
        ]
