"""Special functions: the error function and its relatives, non-elementary integrals."""

from __future__ import annotations

import math
from typing import Any

from graphir.ops.contract.families import Unary
from graphir.ops.contract.kernels import in_float64


class Erf(
    Unary,
    signature="Erf(x: T) -> (y: T) | T: type in floating",
    traits="precision_following blockwise keeps_zero",
    onnx_name="Erf",
):
    """The error function."""

    compute = in_float64("error_functions", "erf", single="single_precision")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        scaled = op.Mul(dy, op.constant(2.0 / math.sqrt(math.pi), self.T))
        return (op.Mul(scaled, op.Exp(op.Neg(op.Square(self.x)))),)


class Erfc(Unary, signature="Erfc(x: T) -> (y: T) | T: type in floating"):
    """1 less the error function, exact for large x."""

    compute = in_float64("error_functions", "erfc")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Exp(op.Neg(op.Square(self.x)))
        return (op.Mul(dy, op.Mul(slope, -2.0 / math.sqrt(math.pi))),)


class Erfinv(Unary, signature="Erfinv(x: T) -> (y: T) | T: type in floating"):
    """The inverse of the error function."""

    compute = in_float64("error_functions", "erfinv")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Exp(op.Square(self.y))
        return (op.Mul(dy, op.Mul(slope, 0.5 * math.sqrt(math.pi))),)


class Ndtri(Unary, signature="Ndtri(x: T) -> (y: T) | T: type in floating"):
    """The quantile of the standard normal distribution."""

    compute = in_float64("error_functions", "ndtri")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Exp(op.Mul(op.Square(self.y), 0.5))
        return (op.Mul(dy, op.Mul(slope, math.sqrt(2.0 * math.pi))),)


class Dawsn(Unary, signature="Dawsn(x: T) -> (y: T) | T: type in floating"):
    """Dawson's integral."""

    compute = in_float64("error_functions", "dawsn")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(1, op.Mul(op.Mul(self.x, self.y), 2))
        return (op.Mul(dy, slope),)


class Expint(Unary, signature="Expint(x: T) -> (y: T) | T: type in floating"):
    """The exponential integral Ei."""

    compute = in_float64("integrals", "expint")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.RealDiv(op.Exp(self.x), self.x)),)


class FresnelCos(Unary, signature="FresnelCos(x: T) -> (y: T) | T: type in floating"):
    """Fresnel's cosine integral."""

    compute = in_float64("integrals", "fresnel_cos")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        angle = op.Mul(op.Square(self.x), 0.5 * math.pi)
        return (op.Mul(dy, op.Cos(angle)),)


class FresnelSin(Unary, signature="FresnelSin(x: T) -> (y: T) | T: type in floating"):
    """Fresnel's sine integral."""

    compute = in_float64("integrals", "fresnel_sin")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        angle = op.Mul(op.Square(self.x), 0.5 * math.pi)
        return (op.Mul(dy, op.Sin(angle)),)


class Spence(Unary, signature="Spence(x: T) -> (y: T) | T: type in floating"):
    """The dilogarithm of 1 - x."""

    compute = in_float64("integrals", "spence")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.RealDiv(op.Log(self.x), op.Sub(1, self.x))
        is_one = op.Equal(self.x, 1)
        slope = op.SelectV2(is_one, op.Neg(op.OnesLike(self.x)), slope)
        return (op.Mul(dy, slope),)
