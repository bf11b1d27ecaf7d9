"""Trigonometric functions and their inverses, in radians."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.families import (
    Elementwise,
    Unary,
    conjugate,
    elementwise,
    sums_to_shapes,
)


class Sin(
    Unary,
    signature="Sin(x: T) -> (y: T) | T: type in floating_complex",
    traits="keeps_zero",
    onnx_name="Sin",
):
    """The sine."""

    compute = elementwise(np.sin)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Cos(conjugate(self, self.x))),)


class Cos(
    Unary,
    signature="Cos(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Cos",
):
    """The cosine."""

    compute = elementwise(np.cos)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(op.Neg(dy), op.Sin(conjugate(self, self.x))),)


class Tan(
    Unary,
    signature="Tan(x: T) -> (y: T) | T: type in floating_complex",
    traits="keeps_zero",
    onnx_name="Tan",
):
    """The tangent."""

    compute = elementwise(np.tan)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        secant = op.Reciprocal(op.Cos(conjugate(self, self.x)))
        return (op.Mul(op.Square(secant), dy),)


def _other_leg(call: Any) -> Any:
    """The cosine of an angle whose sine is x, or the sine for a cosine."""
    op = call.op
    square = op.Square(conjugate(call, call.x))
    return op.Sqrt(op.Sub(op.constant(1, call.T), square, name="Sub"))


class Asin(
    Unary,
    signature="Asin(x: T) -> (y: T) | T: type in floating_complex",
    traits="keeps_zero",
    onnx_name="Asin",
):
    """The inverse sine; NaN for reals outside [-1, 1]."""

    compute = elementwise(np.arcsin)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Reciprocal(_other_leg(self))),)


class Acos(
    Unary,
    signature="Acos(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Acos",
):
    """The inverse cosine; NaN for reals outside [-1, 1]."""

    compute = elementwise(np.arccos)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Reciprocal(_other_leg(self))
        return (op.Mul(op.Neg(dy), slope),)


class Atan(
    Unary,
    signature="Atan(x: T) -> (y: T) | T: type in floating_complex",
    traits="keeps_zero",
    onnx_name="Atan",
):
    """The inverse tangent."""

    compute = elementwise(np.arctan)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Reciprocal(op.AddV2(op.Square(conjugate(self, self.x)), 1))
        return (op.Mul(dy, slope),)


class Atan2(Elementwise, signature="Atan2(y: T, x: T) -> (z: T) | T: type in floating"):
    """The angle of the point (x, y), in (-pi, pi]."""

    compute = elementwise(np.arctan2)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        scaled = op.RealDiv(dz, op.AddV2(op.Square(self.y), op.Square(self.x)))
        d_y = op.Mul(self.x, scaled)
        d_x = op.Mul(op.Neg(self.y), scaled)
        return sums_to_shapes(self, (self.y, self.x), (d_y, d_x))
