"""Element-wise quotients, remainders and reciprocals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from graphir.errors import InternalError, InvalidArgumentError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import (
    Elementwise,
    SameShape,
    Unary,
    conjugate,
    elementwise,
    sums_to_shapes,
)
from graphir.ops.contract.kernels import by_dtype, refuse_zero_divisor, zero_for_zero


def _truncated_quotient(x: Any, y: Any) -> Any:
    refuse_zero_divisor(x, y)
    return np.floor_divide(x - np.fmod(x, y), y)


def _floored_quotient(x: Any, y: Any) -> Any:
    refuse_zero_divisor(x, y)
    return np.floor_divide(x, y)


def _floor_of_quotient(x: Any, y: Any) -> Any:
    return np.floor(np.true_divide(x, y))


def _trunc_of_quotient(x: Any, y: Any) -> Any:
    return np.trunc(np.true_divide(x, y))


def _integer_remainder(x: Any, y: Any) -> Any:
    refuse_zero_divisor(x, y)
    return np.remainder(x, y)


def _real_remainder(x: Any, y: Any) -> Any:
    # np.remainder differs for infinite y: floormod(-5, inf) is inf
    remainder = np.fmod(x, y)
    is_other_side = (remainder != 0) & (np.less(remainder, 0) != np.less(y, 0))
    return np.where(is_other_side, remainder + y, remainder)


def _truncated_remainder(x: Any, y: Any) -> Any:
    refuse_zero_divisor(x, y)
    return np.fmod(x, y)


def _as_internal_error(function: Callable[..., Any]) -> Callable[..., Any]:
    # the class TensorFlow raises for these two ops
    def compute(x: Any, y: Any) -> Any:
        try:
            return function(x, y)
        except InvalidArgumentError as error:
            raise InternalError(error.message) from None

    return compute


def _quotient_or_zero(x: Any, y: Any) -> Any:
    are_numbers = isinstance(x, np.generic) and isinstance(y, np.generic)
    if are_numbers:
        # as the mean of a metric: a tenth of the time of three calls on arrays
        return x / y if y else y.dtype.type(0)
    zero = np.zeros((), y.dtype)
    return np.where(np.equal(y, 0), zero, np.true_divide(x, y))


def _quotient_gradients(call: Any, dz: Any, quotient: str) -> tuple[Any, Any]:
    op = call.op
    divide = partial(getattr(op, quotient), name=quotient)
    y = conjugate(call, call.y)
    d_x = divide(dz, y) if call.wants("x") else None
    d_y = None
    if call.wants("y"):
        d_y = op.Mul(dz, divide(divide(op.Neg(conjugate(call, call.x)), y), y))
    return sums_to_shapes(call, (call.x, call.y), (d_x, d_y))


class RealDiv(
    Elementwise,
    signature="""
        RealDiv(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,uint32,
          uint64,int64,complex64,complex128]
    """,
    traits="placeless precision_following refuses_integers",
    label="truediv/",
    onnx_name="Div",
):
    """x / y for real and complex numbers; truncated for integers."""

    compute = by_dtype(np.true_divide, integer=_truncated_quotient)

    def input_gradients(self, dz: Any) -> Any:
        return _quotient_gradients(self, dz, "RealDiv")


class Div(
    Elementwise,
    signature="""
        Div(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,uint32,
          uint64,int64,complex64,complex128]
    """,
    traits="refuses_integers",
):
    """x / y; truncated towards zero for integers."""

    compute = by_dtype(np.true_divide, integer=_truncated_quotient)

    def input_gradients(self, dz: Any) -> Any:
        return _quotient_gradients(self, dz, "Div")


class DivNoNan(
    Elementwise,
    signature="""
        DivNoNan(x: T, y: T) -> (z: T)
        | T: type in [half,float,bfloat16,double,complex64,complex128]
    """,
):
    """x / y, and 0 where y is 0."""

    compute = elementwise(_quotient_or_zero)

    def input_gradients(self, dz: Any) -> Any:
        return _quotient_gradients(self, dz, "DivNoNan")


class FloorDiv(
    Elementwise,
    signature="""
        FloorDiv(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,uint32,
          uint64,int64,complex64,complex128]
    """,
    traits="refuses_integers",
    label="floordiv/",
):
    """x / y rounded down; for floats the floor of the rounded quotient."""

    compute = by_dtype(_floor_of_quotient, integer=_floored_quotient)
    input_gradients = not_differentiable


class TruncateDiv(
    Elementwise,
    signature="""
        TruncateDiv(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,uint32,
          uint64,int64,complex64,complex128]
    """,
    traits="refuses_integers",
):
    """x / y rounded towards zero."""

    compute = by_dtype(
        _trunc_of_quotient, integer=_as_internal_error(_truncated_quotient)
    )
    input_gradients = not_differentiable


class FloorMod(
    Elementwise,
    signature="""
        FloorMod(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64,bfloat16,half,
          float,double]
    """,
    traits="refuses_integers",
    label="mod/",
):
    """The remainder of x / y rounded down: it has the sign of y."""

    compute = by_dtype(_real_remainder, integer=_integer_remainder)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        quotient = op.FloorDiv(self.x, self.y, name="FloorDiv")
        d_y = op.Mul(dz, op.Neg(quotient))
        return sums_to_shapes(self, (self.x, self.y), (dz, d_y))


def _remainder_gradients(call: Any, dz: Any) -> tuple[Any, Any]:
    op = call.op
    d_y = op.Mul(dz, op.Neg(op.TruncateDiv(call.x, call.y)))
    return sums_to_shapes(call, (call.x, call.y), (dz, d_y))


class TruncateMod(
    Elementwise,
    signature="""
        TruncateMod(x: T, y: T) -> (z: T)
        | T: type in [int32,int64,bfloat16,half,float,double]
    """,
    traits="refuses_integers",
):
    """The remainder of x / y rounded towards zero: it has the sign of x."""

    compute = by_dtype(np.fmod, integer=_as_internal_error(_truncated_remainder))

    def input_gradients(self, dz: Any) -> Any:
        return _remainder_gradients(self, dz)


class Mod(
    Elementwise,
    signature="""
        Mod(x: T, y: T) -> (z: T)
        | T: type in [int32,int64,half,half,bfloat16,float,double]
    """,
    traits="refuses_integers",
):
    """The remainder of x / y rounded towards zero: it has the sign of x."""

    compute = by_dtype(np.fmod, integer=_truncated_remainder)

    def input_gradients(self, dz: Any) -> Any:
        return _remainder_gradients(self, dz)


def _xdivy(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), x, np.true_divide(x, y))


class Xdivy(
    Elementwise,
    signature="""
        Xdivy(x: T, y: T) -> (z: T)
        | T: type in [half,bfloat16,float,double,complex64,complex128]
    """,
):
    """x / y, and 0 where x is 0 even if y is 0 or NaN."""

    compute = elementwise(_xdivy)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        is_used = op.Cast(op.NotEqual(self.x, 0), DstT=self.x.dtype)
        # not conjugated for complex numbers: TensorFlow's answer
        d_x = op.Mul(op.Xdivy(is_used, self.y), dz)
        d_y = op.Mul(op.Xdivy(op.Neg(self.x), op.Square(self.y)), dz)
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


def _integer_reciprocal(x: Any) -> Any:
    return _truncated_quotient(np.ones((), x.dtype), x)


class Reciprocal(
    Unary,
    signature="""
        Reciprocal(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    traits="precision_following",
    onnx_name="Reciprocal",
):
    """1 / x."""

    compute = by_dtype(np.reciprocal, integer=_integer_reciprocal)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.ReciprocalGrad(self.y, dy),)


class Inv(
    Unary,
    signature="""
        Inv(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    onnx_name="Reciprocal",
):
    """1 / x."""

    compute = by_dtype(np.reciprocal, integer=_integer_reciprocal)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.ReciprocalGrad(self.y, dy),)


def _reciprocal_gradient(y: Any, dy: Any) -> Any:
    return zero_for_zero(dy, -dy * y * y)


def _reciprocal_gradient_of_complex(y: Any, dy: Any) -> Any:
    return zero_for_zero(dy, -dy * np.square(np.conjugate(y)))


def _gradients_of_reciprocal_gradient(call: Op, d_z: Any) -> tuple[Any, Any]:
    op = call.op
    # z depends on the conjugate of y, so d_z enters conjugated
    y = conjugate(call, call.y)
    d_y = op.Mul(op.Mul(call.dy, conjugate(call, d_z)), op.Mul(y, -2))
    return d_y, op.ReciprocalGrad(y, d_z)


class ReciprocalGrad(
    SameShape,
    signature="""
        ReciprocalGrad(y: T, dy: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,complex64,complex128]
    """,
):
    """The gradient of y = 1 / x from y and dy: -dy * conj(y)^2."""

    compute = by_dtype(_reciprocal_gradient, complex_=_reciprocal_gradient_of_complex)

    def input_gradients(self, d_z: Any) -> Any:
        return _gradients_of_reciprocal_gradient(self, d_z)


class InvGrad(
    SameShape,
    signature="""
        InvGrad(y: T, dy: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,complex64,complex128]
    """,
):
    """The gradient of y = 1 / x from y and dy: -dy * conj(y)^2."""

    compute = by_dtype(_reciprocal_gradient, complex_=_reciprocal_gradient_of_complex)

    def input_gradients(self, d_z: Any) -> Any:
        return _gradients_of_reciprocal_gradient(self, d_z)
