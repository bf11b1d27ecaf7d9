"""Convolutions of images that are resized, or mirrored at their edges, first."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.arrays.padding import MirrorPad
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.images.resizing import ResizeBilinear
from graphir.ops.nn.convolution import Conv2D
from graphir.shapes import Shape


class FusedPadConv2D(
    Op,
    signature="""
        FusedPadConv2D(input: T, paddings: int32, filter: T) -> (output: T)
        | T: type in [half,bfloat16,float,double];
          mode: string in ['REFLECT','SYMMETRIC']; strides: list(int);
          padding: string in ['SAME','VALID']
    """,
):
    """Mirrors at the edges, then a convolution."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return _padded_shape(self, self.input.shape)

    def compute(self, input: Any, paddings: Any, filter: Any) -> Any:
        return _padded_convolution(self, input, paddings, filter)


class FusedResizeAndPadConv2D(
    Op,
    signature="""
        FusedResizeAndPadConv2D(input: T, size: int32, paddings: int32, filter: T)
        -> (output: T)
        | T: type in [half,float,double]; resize_align_corners: bool = False;
          mode: string in ['REFLECT','SYMMETRIC']; strides: list(int);
          padding: string in ['SAME','VALID']
    """,
):
    """Resizes between pixels, mirrors at the edges, then a convolution."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape, size = self.input.shape, self.constant("size")
        if shape.rank is None:
            return Shape([None] * 4)
        space = [None, None] if size is None else np.asarray(size).tolist()
        return _padded_shape(self, Shape([shape[0], *space, shape[3]]))

    def compute(self, input: Any, size: Any, paddings: Any, filter: Any) -> Any:
        attrs = {
            "align_corners": self.resize_align_corners,
            "half_pixel_centers": False,
            "T": self.T,
        }
        resized = ResizeBilinear((), attrs).compute(input, size).astype(input.dtype)
        return _padded_convolution(self, resized, paddings, filter)


class _OfShape:
    """A tensor of which the shape is known, and no value."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def constant_value(self) -> None:
        """No value."""


def _convolved(call: Any) -> dict[str, Any]:
    return {
        "T": call.T,
        "strides": call.strides,
        "padding": call.padding,
        "explicit_paddings": [],
        "data_format": b"NHWC",
        "dilations": [1, 1, 1, 1],
        "use_cudnn_on_gpu": True,
    }


def _padded_shape(call: Any, shape: Shape) -> Shape:
    mirror = MirrorPad([_OfShape(shape), call.paddings], {"mode": call.mode})
    padded = _OfShape(mirror.infer_shape())
    return Conv2D([padded, call.filter], _convolved(call)).infer_shape()


def _padded_convolution(call: Any, input: Any, paddings: Any, filter: Any) -> Any:
    mirrored = MirrorPad((), {"mode": call.mode}).compute(input, paddings)
    return Conv2D((), _convolved(call)).compute(mirrored, filter)
