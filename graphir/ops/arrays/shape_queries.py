"""Ops that read only the shape of a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import shapes
from graphir.ops.contract.declaration import Op, not_differentiable


class ShapeOf(Op):
    """Ops that look at the shape of their argument only."""

    input_gradients = not_differentiable


class Rank(
    ShapeOf,
    signature="Rank(input: T) -> (output: int32) | T: type",
    traits="infallible known_by_shape",
):
    """The number of axes."""

    def infer_shape(self) -> shapes.Shape:
        return shapes.SCALAR

    def compute(self, input: Any) -> Any:
        return np.int32(np.ndim(input))


class Size(
    ShapeOf,
    signature="""
        Size(input: T) -> (output: out_type)
        | T: type; out_type: type in [int32,int64] = int32
    """,
    traits="infallible known_by_shape",
):
    """The number of elements."""

    def infer_shape(self) -> shapes.Shape:
        return shapes.SCALAR

    def compute(self, input: Any) -> Any:
        return self.out_type.as_numpy_dtype(np.size(input))


class Shape(
    ShapeOf,
    signature="""
        Shape(input: T) -> (output: out_type)
        | T: type; out_type: type in [int32,int64] = int32
    """,
    traits="infallible known_by_shape",
):
    """The sizes of the axes, as a vector."""

    def infer_shape(self) -> shapes.Shape:
        return shapes.Shape([self.input.shape.rank])

    def compute(self, input: Any) -> Any:
        return np.array(np.shape(input), self.out_type.numpy_dtype)


class ShapeN(
    ShapeOf,
    signature="""
        ShapeN(input: N*T) -> (output: N*out_type)
        | N: int >= 1; T: type; out_type: type in [int32,int64] = int32
    """,
    traits="known_by_shape",
):
    """The shape of each argument, as vectors."""

    def infer_shape(self) -> list[shapes.Shape]:
        return [shapes.Shape([value.shape.rank]) for value in self.input]

    def compute(self, input: Any) -> Any:
        dtype = self.out_type.numpy_dtype
        return tuple(np.array(np.shape(each), dtype) for each in input)
