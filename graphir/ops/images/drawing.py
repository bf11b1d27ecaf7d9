"""DrawBoundingBoxes: the outlines of boxes on images."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_SMALL_FLOATS = "T: type in [float,half] = float"

_COLORS: Final = (
    (1, 1, 0, 1),
    (0, 0, 1, 1),
    (1, 0, 0, 1),
    (0, 1, 0, 1),
    (0.5, 0, 0.5, 1),
    (0.5, 0.5, 0, 1),
    (0.5, 0, 0, 1),
    (0, 0, 0.5, 1),
    (0, 1, 1, 1),
    (1, 0, 1, 1),
)
"""Red, green, blue and opacity for one box after the other."""


class Drawing(Op):
    """``boxes`` [batch, count, 4] as [y1, x1, y2, x2] in parts of the image."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.images.shape.with_rank(4)
        self.boxes.shape.with_rank(3)[2:].merge_with([4])
        return shape

    def _drawn(self, images: Any, boxes: Any, colors: Any) -> Any:
        if images.ndim != 4:
            raise self.invalid("The rank of the images should be 4")
        if boxes.ndim != 3 or boxes.shape[2] != 4:
            raise self.invalid(
                f"The size of the third dimension of the box must be 4. "
                f"Received: {in_brackets(boxes.shape)}"
            )
        if len(boxes) != len(images):
            raise self.invalid("The batch sizes should be the same")
        depth = images.shape[3]
        if depth not in (1, 3, 4):
            raise self.invalid(
                "Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)"
            )
        table = self._color_table(colors, depth).astype(images.dtype)
        result = images.copy()
        for image, outlines in zip(result, boxes):
            for index, box in enumerate(outlines):
                _outline(image, box, table[index % len(table)])
        return result

    def _color_table(self, colors: Any, depth: int) -> Any:
        table = (
            np.array(_COLORS, np.float32)
            if colors is None or not colors.size
            else colors
        )
        if table.ndim != 2:
            raise self.invalid(
                f"colors must be a 2-D matrix {in_brackets(table.shape)}"
            )
        if depth == 1 and table is not colors:
            return np.ones((len(table), 1), np.float32)
        if table.shape[1] < depth:
            raise self.invalid(
                f"colors must have equal or more channels than the image provided: "
                f"{table.shape[1]} vs. {depth}"
            )
        return table[:, :depth]


def _outline(image: Any, box: Any, color: Any) -> None:
    height, width = image.shape[:2]
    limits = np.array([height - 1, width - 1] * 2, np.float32)
    if not np.isfinite(box).all():
        return
    top, left, bottom, right = np.trunc(box * limits).astype(np.int64).tolist()
    if top > bottom or left > right:
        return
    if top >= height or bottom < 0 or left >= width or right < 0:
        return
    rows = slice(max(top, 0), min(bottom, height - 1) + 1)
    columns = slice(max(left, 0), min(right, width - 1) + 1)
    for row in (top, bottom):
        if 0 <= row < height:
            image[row, columns] = color
    for column in (left, right):
        if 0 <= column < width:
            image[rows, column] = color


class DrawBoundingBoxes(
    Drawing,
    signature=f"""
        DrawBoundingBoxes(images: T, boxes: float) -> (output: T) | {_SMALL_FLOATS}
    """,
):
    """Outlines in ten colors, one after the other."""

    def compute(self, images: Any, boxes: Any) -> Any:
        return self._drawn(images, boxes, None)


class DrawBoundingBoxesV2(
    Drawing,
    signature=f"""
        DrawBoundingBoxesV2(images: T, boxes: float, colors: float) -> (output: T)
        | {_SMALL_FLOATS}
    """,
):
    """Outlines of boxes; box i has color i modulo the number of colors."""

    input_gradients = no_gradient

    def compute(self, images: Any, boxes: Any, colors: Any) -> Any:
        return self._drawn(images, boxes, colors)
