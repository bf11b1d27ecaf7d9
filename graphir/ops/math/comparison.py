"""Comparisons of tensors, and tests of single elements; the results are bool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op, not_differentiable
from graphir.ops.contract.families import Elementwise, Unary, elementwise
from graphir.ops.contract.kernels import bound_by
from graphir.shapes import SCALAR, UNKNOWN, Shape, broadcast_shapes


class Comparison(Elementwise):
    """Compares two arguments, broadcast together."""

    input_gradients = not_differentiable


class Greater(
    Comparison,
    signature="Greater(x: T, y: T) -> (z: bool) | T: type in real",
    traits="placeless truth",
    onnx_name="Greater",
):
    """Whether x > y; false if either is NaN."""

    compute = elementwise(np.greater)


class GreaterEqual(
    Comparison,
    signature="GreaterEqual(x: T, y: T) -> (z: bool) | T: type in real",
    traits="placeless truth",
    onnx_name="GreaterOrEqual",
):
    """Whether x >= y; false if either is NaN."""

    compute = elementwise(np.greater_equal)


class Less(
    Comparison,
    signature="Less(x: T, y: T) -> (z: bool) | T: type in real",
    traits="placeless truth",
    onnx_name="Less",
):
    """Whether x < y; false if either is NaN."""

    compute = elementwise(np.less)


class LessEqual(
    Comparison,
    signature="LessEqual(x: T, y: T) -> (z: bool) | T: type in real",
    traits="placeless truth",
    onnx_name="LessOrEqual",
):
    """Whether x <= y; false if either is NaN."""

    compute = elementwise(np.less_equal)


def _or_if_unbroadcastable(function: Callable[..., Any], otherwise: bool) -> Any:
    def compute(x: Any, y: Any) -> Any:
        try:
            np.broadcast_shapes(np.shape(x), np.shape(y))
        except ValueError:
            return np.bool_(otherwise)
        return function(x, y)

    def choose(call: Op) -> Kernel:
        return function if call.incompatible_shape_error else compute

    return bound_by(choose)


class Equality(Comparison):
    """Element-wise, or one bool for shapes that can't be broadcast together."""

    def infer_shape(self) -> Shape:
        if self.incompatible_shape_error:
            return super().infer_shape()
        try:
            return _shape_if_broadcastable(self.x.shape, self.y.shape)
        except ValueError:
            return SCALAR


def _shape_if_broadcastable(x: Shape, y: Shape) -> Shape:
    """The shape by what TensorFlow takes for granted.

    An unknown size may turn out not to fit one above 1: then the result is a scalar.
    Two unknown sizes are taken to fit each other.
    """
    shape = broadcast_shapes(x, y)
    if x.sizes is None or y.sizes is None:
        return shape
    pairs = zip(reversed(x.sizes), reversed(y.sizes))
    if any(None in pair and _is_above_1(*pair) for pair in pairs):
        return UNKNOWN
    return shape


def _is_above_1(*sizes: int | None) -> bool:
    return any(size is not None and size > 1 for size in sizes)


class Equal(
    Equality,
    signature="""
        Equal(x: T, y: T) -> (z: bool)
        | T: type; incompatible_shape_error: bool = True
        | commutative
    """,
    traits="placeless truth",
    onnx_name="Equal",
):
    """Whether x = y; false if either is NaN."""

    compute = _or_if_unbroadcastable(np.equal, False)


class NotEqual(
    Equality,
    signature="""
        NotEqual(x: T, y: T) -> (z: bool)
        | T: type; incompatible_shape_error: bool = True
        | commutative
    """,
    traits="placeless truth",
):
    """Whether x and y differ; true if either is NaN."""

    compute = _or_if_unbroadcastable(np.not_equal, True)


class ApproximateEqual(
    Comparison,
    signature="""
        ApproximateEqual(x: T, y: T) -> (z: bool)
        | T: type in numeric; tolerance: float = 9.999999747378752e-06
        | commutative
    """,
):
    """Whether |x - y| is less than the tolerance."""

    def compute(self, x: Any, y: Any) -> Any:
        if x.shape != y.shape:
            raise InvalidArgumentError(
                f"x and y must be of the same shape. x shape: {list(x.shape)}. "
                f"y shape: {list(y.shape)}"
            )
        return np.less(np.abs(np.subtract(x, y)), self.tolerance)


class Test(Unary):
    """A property of each element."""

    input_gradients = not_differentiable


class IsNan(
    Test,
    signature="IsNan(x: T) -> (y: bool) | T: type in floating",
    traits="placeless",
    onnx_name="IsNaN",
):
    """Whether x is NaN."""

    compute = elementwise(np.isnan)


class IsInf(
    Test,
    signature="IsInf(x: T) -> (y: bool) | T: type in floating",
    traits="placeless",
    onnx_name="IsInf",
):
    """Whether x is infinite, of either sign."""

    compute = elementwise(np.isinf)


class IsFinite(
    Test,
    signature="IsFinite(x: T) -> (y: bool) | T: type in floating",
    traits="placeless",
):
    """Whether x is neither NaN nor infinite."""

    compute = elementwise(np.isfinite)
