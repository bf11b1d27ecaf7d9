"""Element-wise sums, differences, products, signs and squares."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import (
    Elementwise,
    Unary,
    conjugate,
    elementwise,
    same_shapes,
    sums_to_shapes,
)
from graphir.ops.contract.handles import require_lists
from graphir.ops.contract.kernels import by_dtype, widened
from graphir.shapes import Shape


def _for_each_wanted(call: Op, dz: Any) -> tuple[Any, Any]:
    """The gradient for both operands, where it is asked for."""
    return dz if call.wants("x") else None, dz if call.wants("y") else None


class Add(
    Elementwise,
    signature="""
        Add(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,int16,int32,int64,complex64,
          complex128,string]
    """,
    traits="precision_following",
):
    """x + y with broadcasting; joins strings."""

    compute = elementwise(np.add)

    def input_gradients(self, dz: Any) -> Any:
        return sums_to_shapes(self, (self.x, self.y), _for_each_wanted(self, dz))


class AddV2(
    Elementwise,
    signature="""
        AddV2(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,uint16,uint32,uint64,int8,int16,
          int32,int64,complex64,complex128]
        | commutative aggregate
    """,
    traits="placeless precision_following",
    label="add/",
    onnx_name="Add",
):
    """x + y with broadcasting."""

    compute = elementwise(np.add)

    def input_gradients(self, dz: Any) -> Any:
        return sums_to_shapes(self, (self.x, self.y), _for_each_wanted(self, dz))


class Sub(
    Elementwise,
    signature="""
        Sub(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,int64,
          complex64,complex128,uint32,uint64]
    """,
    traits="placeless precision_following",
    label="sub/",
    onnx_name="Sub",
):
    """x - y with broadcasting."""

    compute = elementwise(np.subtract)

    def input_gradients(self, dz: Any) -> Any:
        d_x = dz if self.wants("x") else None
        d_y = self.op.Neg(dz) if self.wants("y") else None
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


class Mul(
    Elementwise,
    signature="""
        Mul(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,uint8,int8,uint16,int16,int32,uint32,
          uint64,int64,complex64,complex128]
        | commutative
    """,
    traits="placeless precision_following",
    label="mul/",
    onnx_name="Mul",
):
    """x * y with broadcasting."""

    compute = elementwise(np.multiply)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        multiply = partial(op.Mul, name="Mul")
        d_x = d_y = None
        if self.wants("x"):
            d_x = multiply(dz, conjugate(self, self.y))
        if self.wants("y"):
            x = conjugate(self, self.x)
            is_alike = x.shape.is_fully_defined() and x.shape == self.y.shape
            d_y = multiply(dz, x) if is_alike else multiply(x, dz)
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


class MulNoNan(
    Elementwise,
    signature="""
        MulNoNan(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,complex64,complex128]
    """,
):
    """x * y, and 0 where y is 0 even if x is infinite or NaN."""

    def compute(self, x: Any, y: Any) -> Any:
        return np.where(np.equal(y, 0), np.zeros((), y.dtype), np.multiply(x, y))

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        # not conjugated for complex numbers: TensorFlow's answer
        d_x = op.MulNoNan(dz, self.y)
        d_y = op.MulNoNan(self.x, dz)
        return sums_to_shapes(self, (self.x, self.y), (d_x, d_y))


class AddN(
    Op,
    signature="""
        AddN(inputs: N*T) -> (sum: T)
        | N: int >= 1;
          T: type in [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,
          qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64,variant]
        | commutative aggregate
    """,
    traits="precision_following for_each_element",
):
    """The sum of one or more tensors of one shape."""

    def infer_shape(self) -> Shape:
        return same_shapes([value.shape for value in self.inputs])

    def compute(self, inputs: list[Any]) -> Any:
        if not self.T.has_numpy:
            for each in inputs:
                require_lists("add", each)
        return sum_of(inputs, "AddN")

    def input_gradients(self, d_sum: Any) -> Any:
        return ([d_sum] * len(self.inputs),)


class AccumulateNV2(
    Op,
    signature="""
        AccumulateNV2(inputs: N*T) -> (sum: T)
        | N: int >= 1; T: type in numeric; shape: shape
        | commutative aggregate
    """,
):
    """The sum of one or more tensors of the shape ``shape``."""

    def infer_shape(self) -> Shape:
        return same_shapes([self.shape, *(value.shape for value in self.inputs)])

    def compute(self, inputs: list[Any]) -> Any:
        return sum_of(inputs, "AccumulateNV2")

    def input_gradients(self, d_sum: Any) -> Any:
        return ([d_sum] * len(self.inputs),)


def sum_of(arrays: list[Any], op: str) -> Any:
    """The sum of arrays of one shape.

    Raises:
      InvalidArgumentError: if the shapes differ.
    """
    for index, array in enumerate(arrays):
        if np.shape(array) != np.shape(arrays[0]):
            raise InvalidArgumentError(
                f"Inputs to operation {op} must have the same size and shape.  "
                f"Input 0: {list(np.shape(arrays[0]))} != "
                f"input {index}: {list(np.shape(array))}"
            )
    if len(arrays) == 1:
        return arrays[0]
    total = np.add(arrays[0], arrays[1])
    for array in arrays[2:]:
        total += array
    return total


class Neg(
    Unary,
    signature="""
        Neg(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    traits="placeless involution precision_neutral keeps_zero",
    onnx_name="Neg",
):
    """-x."""

    compute = elementwise(np.negative)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Neg(dy),)


class Abs(
    Unary,
    signature="""
        Abs(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64]
    """,
    traits="placeless idempotent precision_neutral keeps_zero",
    onnx_name="Abs",
):
    """The absolute value; the least integer stays itself."""

    compute = elementwise(np.absolute)

    def input_gradients(self, dy: Any) -> Any:
        return (self.op.Mul(dy, self.op.Sign(self.x)),)


def _sign(x: Any) -> Any:
    if x.dtype.kind != "c":
        return np.sign(x)
    # np.sign gives infinite numbers a direction; x / |x| has none
    return np.where(np.isinf(x), np.array(complex(np.nan, np.nan), x.dtype), np.sign(x))


class Sign(
    Unary,
    signature="""
        Sign(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    traits="idempotent precision_neutral keeps_zero",
    onnx_name="Sign",
):
    """-1, 0 or 1; x / |x| for complex x; NaN for NaN."""

    # ml_dtypes keeps the sign of -0.0, NumPy and TensorFlow do not
    compute = widened(_sign)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        if not dy.dtype.is_complex:
            return (op.ZerosLike(self.x),)
        # only the part of dy across the direction of x turns it
        real = dy.dtype.real_dtype
        along = op.Real(op.Mul(op.Conj(self.y), dy), Tout=real)
        zeros = op.ZerosLike(along)
        across = op.Sub(dy, op.Mul(self.y, op.Complex(along, zeros, Tout=dy.dtype)))
        size = op.ComplexAbs(self.x, Tout=real)
        return (op.DivNoNan(across, op.Complex(size, zeros, Tout=dy.dtype)),)


class Square(
    Unary,
    signature="""
        Square(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,uint8,uint16,
          uint32,uint64,complex64,complex128]
    """,
    traits="placeless keeps_zero",
):
    """x * x."""

    compute = elementwise(np.square)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        two = op.constant(2, self.T)
        slope = op.Mul(conjugate(self, self.x), two, name="Mul")
        return (op.Mul(dy, slope, name="Mul"),)


def _squared_difference(x: Any, y: Any) -> Any:
    return np.square(np.subtract(x, y))


def _squared_distance(x: Any, y: Any) -> Any:
    difference = np.subtract(x, y)
    return np.multiply(difference, np.conjugate(difference))


class SquaredDifference(
    Elementwise,
    signature="""
        SquaredDifference(x: T, y: T) -> (z: T)
        | T: type in [bfloat16,half,float,double,int32,int64,complex64,complex128]
        | commutative
    """,
    traits="precision_following",
):
    """(x - y) squared; (x - y) times its conjugate for complex numbers."""

    compute = by_dtype(_squared_difference, complex_=_squared_distance)

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        twice = op.Mul(op.constant(2, self.T, "scalar"), dz, name="Mul")
        slope = op.Mul(twice, op.Sub(self.x, self.y))
        d_x, d_y = sums_to_shapes(self, (self.x, self.y), (slope, slope))
        return d_x, op.Neg(d_y) if self.wants("y") else None
