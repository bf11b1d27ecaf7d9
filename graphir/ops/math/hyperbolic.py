"""Hyperbolic functions, their inverses, and the logistic function."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.families import SameShape, Unary, conjugate, elementwise
from graphir.ops.contract.kernels import widened


class Tanh(
    Unary,
    signature="Tanh(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_following keeps_zero",
    onnx_name="Tanh",
):
    """The hyperbolic tangent."""

    compute = elementwise(np.tanh)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.TanhGrad(conjugate(self, self.y), dy),)


def _tanh_gradient(y: Any, dy: Any) -> Any:
    return dy * (1 - np.square(y))


class TanhGrad(
    SameShape,
    signature="TanhGrad(y: T, dy: T) -> (z: T) | T: type in floating_complex",
    traits="precision_following blockwise",
):
    """The gradient of y = tanh(x) from y and dy: dy (1 - y^2)."""

    compute = widened(_tanh_gradient)

    def input_gradients(self, d_z: Any) -> Any:
        op = self.op
        y, dy = conjugate(self, self.y), conjugate(self, self.dy)
        return op.Mul(op.Mul(d_z, -2), op.Mul(dy, y)), op.TanhGrad(y, d_z)


def _logistic(x: Any) -> Any:
    result = np.negative(x)
    if not isinstance(result, np.ndarray) and result.dtype.kind != "c":
        return np.reciprocal(np.exp(result) + 1)
    result = np.exp(result, out=result if isinstance(result, np.ndarray) else None)
    if result.dtype.kind == "c":
        # an infinite denominator: 0, where NumPy's complex reciprocal is NaN
        is_large = ~np.isfinite(result) & ~np.isnan(x)
        return np.where(is_large, result.dtype.type(0), np.reciprocal(result + 1))
    result += 1
    return np.reciprocal(result, out=result)


class Sigmoid(
    Unary,
    signature="Sigmoid(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_following function_opens_scope blockwise",
    onnx_name="Sigmoid",
):
    """The logistic function 1 / (1 + exp(-x))."""

    compute = widened(_logistic)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.SigmoidGrad(conjugate(self, self.y), dy),)


def _logistic_gradient(y: Any, dy: Any) -> Any:
    return dy * y * (1 - y)


class SigmoidGrad(
    SameShape,
    signature="SigmoidGrad(y: T, dy: T) -> (z: T) | T: type in floating_complex",
    traits="precision_following blockwise",
):
    """The gradient of the logistic function from y and dy: dy y (1 - y)."""

    compute = widened(_logistic_gradient)

    def input_gradients(self, d_z: Any) -> Any:
        op = self.op
        y, dy = conjugate(self, self.y), conjugate(self, self.dy)
        scaled = op.Mul(d_z, dy)
        d_y = op.Sub(scaled, op.Mul(op.Mul(scaled, 2), y))
        return d_y, op.SigmoidGrad(y, d_z)


class Sinh(
    Unary,
    signature="Sinh(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Sinh",
):
    """The hyperbolic sine."""

    compute = elementwise(np.sinh)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Cosh(conjugate(self, self.x))),)


class Cosh(
    Unary,
    signature="Cosh(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Cosh",
):
    """The hyperbolic cosine."""

    compute = elementwise(np.cosh)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Sinh(conjugate(self, self.x))),)


class Asinh(
    Unary,
    signature="Asinh(x: T) -> (y: T) | T: type in floating_complex",
    traits="keeps_zero",
    onnx_name="Asinh",
):
    """The inverse hyperbolic sine."""

    compute = elementwise(np.arcsinh)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.RealDiv(dy, self.op.Cosh(conjugate(self, self.y))),)


class Acosh(
    Unary,
    signature="Acosh(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Acosh",
):
    """The inverse hyperbolic cosine; NaN for reals below 1."""

    compute = elementwise(np.arccosh)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.RealDiv(dy, self.op.Sinh(conjugate(self, self.y))),)


class Atanh(
    Unary,
    signature="Atanh(x: T) -> (y: T) | T: type in floating_complex",
    onnx_name="Atanh",
):
    """The inverse hyperbolic tangent; NaN for reals outside [-1, 1]."""

    compute = elementwise(np.arctanh)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Reciprocal(op.Sub(1, op.Square(conjugate(self, self.x))))
        return (op.Mul(dy, slope),)
