"""Element-wise powers, roots, exponentials and logarithms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import (
    Elementwise,
    SameShape,
    Unary,
    conjugate,
    elementwise,
    sums_to_shapes,
)
from graphir.ops.contract.kernels import by_dtype, widened, zero_for_zero


class Exp(
    Unary,
    signature="Exp(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_wide",
    onnx_name="Exp",
):
    """e to the power of x."""

    compute = elementwise(np.exp)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, conjugate(self, self.y)),)


class Expm1(
    Unary,
    signature="Expm1(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_wide",
):
    """e to the power of x, less one; exact near zero."""

    compute = elementwise(np.expm1)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Exp(conjugate(self, self.x))),)


class Log(
    Unary,
    signature="Log(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_wide",
    onnx_name="Log",
):
    """The natural logarithm; -inf at 0, NaN for negative reals."""

    compute = elementwise(np.log)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Reciprocal(conjugate(self, self.x))),)


def _log1p(x: Any) -> Any:
    result = np.log1p(x)
    if result.dtype.kind != "c":
        return result
    # log(1 + x) has no angle at infinity
    none = np.array(complex(np.nan, np.nan), result.dtype)
    return np.where(np.isinf(x), none, result)


class Log1p(
    Unary,
    signature="Log1p(x: T) -> (y: T) | T: type in floating_complex",
    traits="precision_wide",
):
    """The natural logarithm of 1 + x; exact near zero."""

    compute = elementwise(_log1p)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Reciprocal(op.AddV2(1, conjugate(self, self.x)))),)


def _xlogy(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), x, x * np.log(y))


def _xlog1py(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), x, x * np.log1p(y))


def _is_used(call: Op) -> Any:
    return call.op.Cast(call.op.NotEqual(call.x, 0), DstT=call.x.dtype)


class Xlogy(
    Elementwise,
    signature="""
        Xlogy(x: T, y: T) -> (z: T)
        | T: type in [half,bfloat16,float,double,complex64,complex128]
    """,
):
    """x log(y), and 0 where x is 0 even if y is 0 or NaN."""

    compute = elementwise(_xlogy)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        # not conjugated for complex numbers: TensorFlow's answer, here and below
        d_x = op.Mul(op.Xlogy(_is_used(self), self.y), dz)
        d_y = op.Mul(op.Xdivy(self.x, self.y), dz)
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


class Xlog1py(
    Elementwise,
    signature="""
        Xlog1py(x: T, y: T) -> (z: T)
        | T: type in [half,bfloat16,float,double,complex64,complex128]
    """,
):
    """x log(1 + y), and 0 where x is 0 even if y is -1 or NaN."""

    compute = elementwise(_xlog1py)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        d_x = op.Mul(op.Xlog1py(_is_used(self), self.y), dz)
        d_y = op.Mul(op.Xdivy(self.x, op.AddV2(self.y, 1)), dz)
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


def _integer_power(x: Any, y: Any) -> Any:
    if np.any(np.less(y, 0)) and np.size(x):
        raise InvalidArgumentError(
            "Integers to negative integer powers are not allowed"
        )
    return np.power(x, y)


class Pow(
    Elementwise,
    signature="""
        Pow(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,float,half,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    traits="precision_wide refuses_integers function_opens_scope",
    label="pow",
    onnx_name="Pow",
):
    """x to the power of y; integers wrap around and need y >= 0."""

    compute = by_dtype(np.power, integer=_integer_power)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        x, y, z = (conjugate(self, each) for each in (self.x, self.y, self.z))
        d_x = d_y = None
        if self.wants("x"):
            power = op.Pow(x, op.Sub(y, 1), name="Pow")
            d_x = op.Mul(op.Mul(dz, y), power)
        if self.wants("y"):
            d_y = op.Mul(op.Mul(dz, z), _safe_log(self, x))
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


def _safe_log(call: Any, x: Any) -> Any:
    """The logarithm for the slope of a power: 0 where it does not exist."""
    op = call.op
    has_log = op.NotEqual(x, 0) if x.dtype.is_complex else op.Greater(x, 0)
    safe_x = op.SelectV2(has_log, x, op.OnesLike(x))
    return op.SelectV2(has_log, op.Log(safe_x), op.ZerosLike(x))


class Sqrt(
    Unary,
    signature="Sqrt(x: T) -> (y: T) | T: type in floating_complex",
    traits="placeless precision_following keeps_zero",
    onnx_name="Sqrt",
):
    """The square root; NaN for negative reals."""

    compute = elementwise(np.sqrt)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.SqrtGrad(self.y, dy),)


def _reciprocal_root(x: Any) -> Any:
    return np.reciprocal(np.sqrt(x))


class Rsqrt(
    Unary,
    signature="Rsqrt(x: T) -> (y: T) | T: type in floating_complex",
    traits="blockwise",
):
    """1 / sqrt(x)."""

    compute = widened(_reciprocal_root)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.RsqrtGrad(self.y, dy),)


def _root_gradient(y: Any, dy: Any) -> Any:
    half = y.dtype.type(0.5)
    return zero_for_zero(dy, dy * half / np.conjugate(y))


class SqrtGrad(
    SameShape,
    signature="SqrtGrad(y: T, dy: T) -> (z: T) | T: type in floating_complex",
    traits="blockwise",
):
    """The gradient of y = sqrt(x) from y and dy: dy / (2 conj(y))."""

    compute = widened(_root_gradient)

    def input_gradients(self, d_z: Any) -> Any:
        op = self.op
        y = conjugate(self, self.y)
        scaled = op.Mul(op.RealDiv(conjugate(self, d_z), op.Square(y)), -0.5)
        return op.Mul(scaled, self.dy), op.RealDiv(op.Mul(d_z, 0.5), self.y)


def _reciprocal_root_gradient(y: Any, dy: Any) -> Any:
    y = np.conjugate(y)
    return zero_for_zero(dy, dy * y.dtype.type(-0.5) * y * y * y)


class RsqrtGrad(
    SameShape,
    signature="RsqrtGrad(y: T, dy: T) -> (z: T) | T: type in floating_complex",
    traits="blockwise",
):
    """The gradient of y = 1 / sqrt(x) from y and dy: -dy conj(y)^3 / 2."""

    compute = widened(_reciprocal_root_gradient)

    def input_gradients(self, d_z: Any) -> Any:
        op = self.op
        y = conjugate(self, self.y)
        scaled = op.Mul(op.Mul(conjugate(self, d_z), op.Square(y)), -1.5)
        return op.Mul(scaled, self.dy), op.RsqrtGrad(y, d_z)
