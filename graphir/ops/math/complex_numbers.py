"""Complex numbers: parts, conjugates, absolute values, angles."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.families import (
    Elementwise,
    Unary,
    elementwise,
    sums_to_shapes,
)


def _complex(real: Any, imag: Any) -> Any:
    # real + 1j * imag would turn infinities into NaN
    shape = np.broadcast_shapes(np.shape(real), np.shape(imag))
    result = np.empty(shape, np.result_type(real.dtype, np.complex64))
    result.real = real
    result.imag = imag
    return result


class Complex(
    Elementwise,
    signature="""
        Complex(real: T, imag: T) -> (out: Tout)
        | T: type in [float,double] = float;
          Tout: type in [complex64,complex128] = complex64
    """,
    traits="function_opens_scope",
):
    """real + i imag."""

    compute = elementwise(_complex)

    def input_gradients(self, d_out: Any) -> Any:
        op = self.op
        d_real = op.Real(d_out, Tout=self.real.dtype)
        d_imag = op.Imag(d_out, Tout=self.imag.dtype)
        return sums_to_shapes(self, (self.real, self.imag), (d_real, d_imag))


def _complex_of(call: Any, real: Any, imag: Any) -> Any:
    return call.op.Complex(real, imag, Tout=call._inputs[0].dtype)


class Real(
    Unary,
    signature="""
        Real(input: T) -> (output: Tout)
        | T: type in [complex64,complex128] = complex64;
          Tout: type in [float,double] = float
    """,
    traits="function_opens_scope",
):
    """The real part."""

    compute = elementwise(lambda input: np.real(input).copy())

    def input_gradients(self, d_output: Any) -> Any:
        return (_complex_of(self, d_output, self.op.constant(0, self.Tout)),)


class Imag(
    Unary,
    signature="""
        Imag(input: T) -> (output: Tout)
        | T: type in [complex64,complex128] = complex64;
          Tout: type in [float,double] = float
    """,
    traits="function_opens_scope",
):
    """The imaginary part."""

    compute = elementwise(lambda input: np.imag(input).copy())

    def input_gradients(self, d_output: Any) -> Any:
        return (_complex_of(self, 0, d_output),)


class Conj(
    Unary,
    signature="""
        Conj(input: T) -> (output: T)
        | T: type in [complex64,complex128,variant] = complex64
    """,
    traits="involution function_opens_scope",
):
    """The complex conjugate."""

    compute = elementwise(np.conjugate)

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.Conj(d_output),)


class ComplexAbs(
    Unary,
    signature="""
        ComplexAbs(x: T) -> (y: Tout)
        | T: type in [complex64,complex128] = complex64;
          Tout: type in [float,double] = float
    """,
):
    """The absolute value of complex numbers."""

    compute = elementwise(np.absolute)

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        zeros = op.ZerosLike(dy)
        direction = op.DivNoNan(self.x, _complex_of(self, self.y, zeros))
        return (op.Mul(_complex_of(self, dy, zeros), direction),)


class Angle(
    Unary,
    signature="""
        Angle(input: T) -> (output: Tout)
        | T: type in [complex64,complex128] = complex64;
          Tout: type in [float,double] = float
    """,
):
    """The angle of complex numbers with the positive real axis, in (-pi, pi]."""

    def compute(self, input: Any) -> Any:
        return np.arctan2(np.imag(input), np.real(input))

    def input_gradients(self, d_output: Any) -> Any:
        # angle = atan2(imag, real): a turn by 90 degrees, divided by the size
        op = self.op
        turned = _complex_of(self, 0, d_output)
        return (op.DivNoNan(turned, op.Conj(self.input)),)
