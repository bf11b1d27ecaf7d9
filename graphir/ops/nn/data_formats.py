"""Data formats such as NHWC and NCHW, and ops that convert between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape

_FORMATS = """
    | T: type in [int32,int64] = int32; src_format: string = 'NHWC';
      dst_format: string = 'NCHW'
"""


class BetweenFormats(Op):
    """The base class of ops that convert axis numbers between data formats."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.x.shape
        return shape

    def _formats(self) -> tuple[bytes, bytes]:
        source, target = self.src_format, self.dst_format
        if sorted(source) != sorted(target):
            raise self.invalid(
                f"Destination format must be a permutation of {source!r}: {target!r}"
            )
        return source, target


class DataFormatDimMap(
    BetweenFormats, signature="DataFormatDimMap(x: T) -> (y: T)" + _FORMATS
):
    """The number of an axis in another format."""

    def compute(self, x: Any) -> Any:
        source, target = self._formats()
        if np.any((x < -len(source)) | (x >= len(source))):
            raise self.invalid(f"axes must be of the format {source!r}")
        places = np.array([target.index(letter) for letter in source], x.dtype)
        return places[x]


class DataFormatVecPermute(
    BetweenFormats, signature="DataFormatVecPermute(x: T) -> (y: T)" + _FORMATS
):
    """Sizes, or pairs, in the order of another format; of two, height and width."""

    def compute(self, x: Any) -> Any:
        source, target = self._formats()
        if x.ndim not in (1, 2) or len(x) not in (len(source), len(source) - 2):
            raise self.invalid(
                f"x must have {len(source)} or {len(source) - 2} rows: {x.shape}"
            )
        if len(x) != len(source):
            # batch and channels are left out
            source, target = (
                bytes(each for each in letters if each not in b"NC")
                for letters in (source, target)
            )
        return np.stack([x[source.index(letter)] for letter in target])
