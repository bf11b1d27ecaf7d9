"""Families of ops that share a shape rule; helpers of kernels and gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.ops.declaration import Op
from graphir.shapes import UNKNOWN, Shape, broadcast_shapes

LOW_PRECISION = frozenset({"bfloat16", "float8_e5m2", "float8_e4m3fn"})
"""NumPy types of ml_dtypes, on which many NumPy functions misbehave."""


def elementwise(function: Callable[..., Any]) -> Any:
    """A NumPy function as the kernel itself, without a Python frame around it.

    >>> elementwise(np.add).__func__ is np.add
    True
    """
    return staticmethod(function)


def in_float32(function: Callable[..., Any]) -> Any:
    """A kernel that computes float16 and bfloat16 in float32 and casts back.

    TensorFlow's CPU kernels do the same (through Eigen).
    """

    def compute(*arrays: Any) -> Any:
        dtype = arrays[0].dtype
        if dtype.itemsize > 2 or dtype.kind not in "fV":
            return function(*arrays)
        return function(*(each.astype(np.float32) for each in arrays)).astype(dtype)

    return staticmethod(compute)


class Unary(Op, traits="elementwise"):
    """One argument; the result has its shape."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        return shape


class Elementwise(Op, traits="elementwise"):
    """Arguments broadcast together by NumPy's rules."""

    def infer_shape(self) -> Shape:
        result: Shape = self._inputs[0].shape
        for value in self._inputs[1:]:
            result = broadcast_shapes(result, value.shape)
        return result


class SameShape(Op, traits="elementwise"):
    """Arguments of one shape, which is the result's: gradients of unary ops."""

    def infer_shape(self) -> Shape:
        return same_shapes([value.shape for value in self._inputs])


class Reduction(Op):
    """``input`` reduced over the axes in ``reduction_indices`` (or ``axis``)."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        axes = self._inputs[1].constant_value()
        if shape.rank is None:
            return UNKNOWN
        if axes is None:
            return Shape([None] * shape.rank) if self.keep_dims else UNKNOWN
        reduced = normalized_axes(axes, shape.rank)
        if self.keep_dims:
            return Shape([1 if i in reduced else d for i, d in enumerate(shape)])
        return Shape([d for i, d in enumerate(shape) if i not in reduced])


def normalized_axes(axes: Any, rank: int) -> tuple[int, ...]:
    """Axes as sorted, distinct, non-negative integers.

    >>> normalized_axes(np.array([-1, 0]), 3)
    (0, 2)

    Raises:
      ValueError: for an axis that the rank does not have.
    """
    result = set()
    for axis in np.ravel(axes).tolist():
        if not -rank <= axis < rank:
            raise ValueError(
                f"Invalid reduction dimension {axis} for input with {rank} dimensions."
            )
        result.add(axis % rank)
    return tuple(sorted(result))


def sum_to_shape(call: Op, gradient: Any, operand: Any, other: Any) -> Any:
    """The gradient of a broadcast operand: summed over the axes it was spread over."""
    if not (operand.shape.is_fully_defined() and gradient.shape.is_fully_defined()):
        op = call.op
        shape = op.Shape(operand)
        axes, _ = op.BroadcastGradientArgs(shape, op.Shape(other))
        return op.Reshape(op.Sum(gradient, axes), shape)
    target, spread = operand.shape.as_ints(), gradient.shape.as_ints()
    if target == spread:
        return gradient
    added = len(spread) - len(target)
    axes = [
        axis
        for axis, size in enumerate(spread)
        if axis < added or (target[axis - added] == 1 and size != 1)
    ]
    summed = call.op.Sum(gradient, np.array(axes, np.int32))
    if summed.shape == operand.shape:
        return summed
    return call.op.Reshape(summed, np.array(target, np.int32))


def conjugate(call: Op, value: Any) -> Any:
    """The value for real dtypes, its conjugate for complex ones.

    The gradient of a holomorphic f is d_result times the conjugate of f'.
    """
    return call.op.Conj(value) if value.dtype.is_complex else value


def same_shapes(shapes: Sequence[Shape]) -> Shape:
    """What all the shapes together say.

    Raises:
      ValueError: if two of them disagree.
    """
    result = UNKNOWN
    for shape in shapes:
        result = result.merge_with(shape)
    return result


def in_brackets(shape: Sequence[Any]) -> str:
    """A shape as TensorFlow's kernels write it in messages.

    >>> in_brackets((2, 3))
    '[2,3]'
    """
    return "[" + ",".join(map(str, shape)) + "]"
