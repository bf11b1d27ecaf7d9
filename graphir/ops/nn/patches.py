"""ExtractImagePatches and ExtractVolumePatches: patches laid out along the depth."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import OutOfRangeError, UnimplementedError
from graphir.ops.nn.windows import SlidingWindow
from graphir.shapes import Shape


class Patches(SlidingWindow):
    """Windows of ``ksizes``, holes of ``rates`` in them."""

    data_format = b"NHWC"

    def _spread(self) -> list[int]:
        return list(self._attrs.get("rates", [1] * len(self.ksizes)))

    def infer_shape(self) -> Shape:
        shape = self._inputs[0].shape.with_rank(len(self.ksizes))
        sizes, strides = self._spatial(self.ksizes), self._spatial(self.strides)
        rates = self._spatial(self._spread())
        counts = [
            self._count(axis, *each)
            for axis, each in enumerate(zip(shape[1:-1], sizes, strides, rates))
        ]
        depth = None if shape[-1] is None else shape[-1] * int(np.prod(sizes))
        return Shape([shape[0], *counts, depth])

    def compute(self, images: Any) -> Any:
        self._check_lists()
        if images.ndim != len(self.ksizes):
            raise self.invalid(f"input must be {len(self.ksizes)}-dimensional")
        sizes, rates = self._spatial(self.ksizes), self._spatial(self._spread())
        windows = self._windows(images.shape[1:-1], sizes, rates)
        view = windows.view(windows.padded(images, 0))
        depth = images.shape[-1] * int(np.prod(sizes))
        return view.reshape(len(images), *windows.counts, depth)

    def _check_lists(self) -> None:
        for label in ("ksizes", "strides", "rates"):
            values = self._attrs.get(label, [1])
            if values[0] != 1 or values[-1] != 1:
                text = f"Only support {label} across space."
                raise UnimplementedError(None, type(self).__name__, text)
            if min(values) < 1:
                text = f"{label} is out of range."
                raise OutOfRangeError(None, type(self).__name__, text)

    def _positions_gradient(self, d_patches: Any) -> Any:
        """Adds each patch up where it was cut out."""
        op, shape = self.op, self._inputs[0].shape
        if not shape.is_fully_defined():
            raise LookupError(f"The gradient of {type(self).__name__} needs a shape.")
        sizes = shape.as_ints()
        count = int(np.prod(sizes[1:-1]))
        # number the positions from 1, so that padding is 0, and cut the same patches
        numbers = np.arange(1, count + 1).reshape(1, *sizes[1:-1], 1)
        cut = type(self)((), self._attrs).compute(numbers)
        flat = cut.reshape(-1)
        grouped = op.Reshape(
            d_patches, np.array([sizes[0], len(flat), sizes[-1]], np.int32)
        )
        moved = op.Transpose(grouped, np.array([1, 0, 2], np.int32))
        summed = op.UnsortedSegmentSum(
            moved, flat.astype(np.int32), np.int32(count + 1)
        )
        kept = op.StridedSlice(summed, [1], [0], [1], end_mask=1)
        back = op.Transpose(kept, np.array([1, 0, 2], np.int32))
        return op.Reshape(back, np.array(sizes, np.int32))


class ExtractImagePatches(
    Patches,
    signature="""
        ExtractImagePatches(images: T) -> (patches: T)
        | ksizes: list(int) >= 4; strides: list(int) >= 4; rates: list(int) >= 4;
          T: type in [bfloat16,half,float,double,int8,int16,int32,int64,uint8,uint16,
          uint32,uint64,complex64,complex128,bool];
          padding: string in ['SAME','VALID']
    """,
):
    """Patches of images."""

    def input_gradients(self, d_patches: Any) -> Any:
        return (self._positions_gradient(d_patches),)


class ExtractVolumePatches(
    Patches,
    signature="""
        ExtractVolumePatches(input: T) -> (patches: T)
        | ksizes: list(int) >= 5; strides: list(int) >= 5; T: type in real;
          padding: string in ['SAME','VALID']
    """,
):
    """Patches of volumes."""

    def input_gradients(self, d_patches: Any) -> Any:
        return (self._positions_gradient(d_patches),)
