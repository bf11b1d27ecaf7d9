"""Ops that broadcast shapes together, and the reduction axes of their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.shapes import Shape


def broadcast_axes(s0: Any, s1: Any) -> tuple[list[int], list[int]]:
    """The axes to sum over, to reduce a broadcast result to its two operands' shapes.

    >>> broadcast_axes([2, 1, 3], [4, 1])
    ([1], [0, 2])

    Raises:
      InvalidArgumentError: if the shapes can't be broadcast together.
    """
    first, second = list(map(int, s0)), list(map(int, s1))
    if first == second:
        return [], []
    rank = max(len(first), len(second))
    padded = zip(
        [1] * (rank - len(first)) + first,
        [1] * (rank - len(second)) + second,
        strict=True,
    )
    axes0, axes1 = [], []
    for axis, (size0, size1) in enumerate(padded):
        if size0 != size1 and 1 not in (size0, size1):
            raise incompatible_shapes(first, second)
        if size0 == 1:
            axes0.append(axis)
        if size1 == 1:
            axes1.append(axis)
    return axes0, axes1


def incompatible_shapes(first: list[int], second: list[int]) -> InvalidArgumentError:
    """The error for two shapes that can't be broadcast together; raise it."""
    texts = ["[" + ",".join(map(str, sizes)) + "]" for sizes in (first, second)]
    return InvalidArgumentError(f"Incompatible shapes: {texts[0]} vs. {texts[1]}")


class BroadcastGradientArgs(
    Op,
    signature="""
        BroadcastGradientArgs(s0: T, s1: T) -> (r0: T, r1: T)
        | T: type in [int32,int64] = int32
    """,
):
    """The axes over which two shapes were broadcast."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [Shape([None])] * 2

    def compute(self, s0: Any, s1: Any) -> Any:
        axes0, axes1 = broadcast_axes(s0, s1)
        return np.array(axes0, s0.dtype), np.array(axes1, s0.dtype)


class BroadcastArgs(
    Op,
    signature="""
        BroadcastArgs(s0: T, s1: T) -> (r0: T) | T: type in [int32,int64] = int32
    """,
):
    """The shape of two shapes broadcast together."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        first, second = self.s0.shape, self.s1.shape
        if first.rank is None or second.rank is None or None in (first[0], second[0]):
            return Shape([None])
        return Shape([max(first[0], second[0])])

    def compute(self, s0: Any, s1: Any) -> Any:
        for each in (s0, s1):
            if np.ndim(each) != 1:
                raise self.invalid(f"In[0] must be a vector, got shape {each.shape}")
        first, second = s0.tolist(), s1.tolist()
        try:
            return np.array(np.broadcast_shapes(first, second), s0.dtype)
        except ValueError:
            raise incompatible_shapes(first, second) from None
