"""ExtractGlimpse: windows around points of images, which may cross the border."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import Shape

_ATTRS = """
    centered: bool = True; normalized: bool = True; uniform_noise: bool = True;
    noise: string = 'uniform'
"""


class ExtractGlimpse(
    Op,
    signature=f"""
        ExtractGlimpse(input: float, size: int32, offsets: float) -> (glimpse: float)
        | {_ATTRS}
    """,
):
    """A window for each image of a batch; beyond the image it is filled with noise."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape, size = self.input.shape.with_rank(4), self.constant("size")
        sizes = [None, None] if size is None else [int(each) for each in size]
        return Shape([shape[0], *sizes, shape[3]])


class ExtractGlimpseV2(
    ExtractGlimpse,
    signature=f"""
        ExtractGlimpseV2(input: float, size: int32, offsets: float) -> (glimpse: float)
        | {_ATTRS}
    """,
):
    """ExtractGlimpse under its later name."""


def window_start(
    offset: Any, extent: int, size: int, centered: bool, normalized: bool
) -> int:
    """The first row or column of a window, which may lie outside."""
    place = np.float32(offset)
    if normalized:
        place = (place + 1) * extent / 2 - size / 2 if centered else place * extent
    elif centered:
        place = place + extent / 2
    return int(place)


def filled_window(image: Any, starts: tuple[int, int], noise: Any) -> Any:
    """The part of the image that the window has, over noise of the window's shape."""
    result = np.array(noise, image.dtype)
    inside = [
        slice(max(0, start), max(0, min(extent, start + size)))
        for start, extent, size in zip(starts, image.shape, result.shape)
    ]
    if any(each.start >= each.stop for each in inside):
        return result
    places = tuple(
        slice(each.start - start, each.stop - start)
        for each, start in zip(inside, starts)
    )
    result[places] = image[tuple(inside)]
    return result
