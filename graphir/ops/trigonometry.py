"""Trigonometric functions and their inverses, in radians."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.families import (
    Elementwise,
    Unary,
    conjugate,
    elementwise,
    sum_to_shape,
)


class Sin(Unary, signature="Sin(x: T) -> (y: T) | T: type in floating_complex"):
    """The sine."""

    compute = elementwise(np.sin)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Cos(conjugate(self, self.x))),)


class Cos(Unary, signature="Cos(x: T) -> (y: T) | T: type in floating_complex"):
    """The cosine."""

    compute = elementwise(np.cos)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Neg(op.Mul(dy, op.Sin(conjugate(self, self.x)))),)


class Tan(Unary, signature="Tan(x: T) -> (y: T) | T: type in floating_complex"):
    """The tangent."""

    compute = elementwise(np.tan)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        secant = op.Reciprocal(op.Cos(conjugate(self, self.x)))
        return (op.Mul(dy, op.Square(secant)),)


class Asin(Unary, signature="Asin(x: T) -> (y: T) | T: type in floating_complex"):
    """The inverse sine; NaN for reals outside [-1, 1]."""

    compute = elementwise(np.arcsin)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        cosine = op.Sqrt(op.Sub(1, op.Square(conjugate(self, self.x))))
        return (op.Mul(dy, op.Reciprocal(cosine)),)


class Acos(Unary, signature="Acos(x: T) -> (y: T) | T: type in floating_complex"):
    """The inverse cosine; NaN for reals outside [-1, 1]."""

    compute = elementwise(np.arccos)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        sine = op.Sqrt(op.Sub(1, op.Square(conjugate(self, self.x))))
        return (op.Neg(op.Mul(dy, op.Reciprocal(sine))),)


class Atan(Unary, signature="Atan(x: T) -> (y: T) | T: type in floating_complex"):
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
        scaled = op.RealDiv(dz, op.AddV2(op.Square(self.x), op.Square(self.y)))
        d_y = op.Mul(scaled, self.x)
        d_x = op.Mul(scaled, op.Neg(self.y))
        return sum_to_shape(self, d_y, self.y, self.x), sum_to_shape(
            self, d_x, self.x, self.y
        )
