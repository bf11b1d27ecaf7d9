"""Elements of datasets in one variant, compressed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.handles import handle_class
from graphir.shapes import SCALAR, Shape


@handle_class("compressed")
class CompressedElement:
    """The tensors of one element, their bytes compressed together."""

    shape = ()

    def __init__(self, components: Sequence[Any]) -> None:
        arrays = [np.asarray(each) for each in components]
        self.kinds = [(each.dtype, each.shape) for each in arrays]
        self._lengths = [
            [len(text) for text in each.ravel()] if each.dtype == object else []
            for each in arrays
        ]
        self._compressed = zlib.compress(b"".join(map(_bytes_of, arrays)))

    def components(self) -> list[Any]:
        """The tensors again."""
        data, start, found = zlib.decompress(self._compressed), 0, []
        for (dtype, shape), lengths in zip(self.kinds, self._lengths, strict=True):
            if dtype.hasobject:
                ends = np.cumsum([start, *lengths]).tolist()
                texts = [data[a:b] for a, b in pairwise(ends)]
                array: Any = np.empty(len(texts), object)
                array[:] = texts
                start = ends[-1]
            else:
                count = int(np.prod(shape))
                array = np.frombuffer(data, dtype, count, start).copy()
                start += array.nbytes
            found.append(array.reshape(shape))
        return found


def _bytes_of(array: Any) -> bytes:
    if array.dtype == object:
        return b"".join(array.ravel().tolist())
    return bytes(np.ascontiguousarray(array).tobytes())


class CompressElement(
    Op,
    signature="""
        CompressElement(components: list(input_types)) -> (compressed: variant)
        | input_types: list(type) >= 1
    """,
):
    """The tensors of an element as one variant."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, components: Any) -> CompressedElement:
        return CompressedElement(components)


class UncompressElement(
    Op,
    signature="""
        UncompressElement(compressed: variant) -> (components: list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    handles="compressed",
):
    """The tensors of an element that was compressed."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [Shape(each) for each in self.output_shapes]

    def compute(self, compressed: CompressedElement) -> Any:
        found = compressed.components()
        if len(found) != len(self.output_types):
            raise self.invalid(
                f"Number of uncompressed tensors {len(found)} does not match the "
                f"{len(self.output_types)} of output_types."
            )
        return tuple(found)
