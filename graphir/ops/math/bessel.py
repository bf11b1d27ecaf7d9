"""Bessel functions of order 0 and 1."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.families import Unary
from graphir.ops.contract.kernels import in_float64


def with_limit(call: Any, slope: Any, limit: float) -> Any:
    """The slope, and a limit at 0, where its formula divides 0 by 0."""
    op = call.op
    limits = op.Mul(op.OnesLike(call.x), limit)
    return op.SelectV2(op.Equal(call.x, 0), limits, slope)


class BesselI0(Unary, signature="BesselI0(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function of the first kind, of order 0."""

    compute = in_float64("bessel", "i0")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.BesselI1(self.x)),)


class BesselI0e(Unary, signature="BesselI0e(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function I0, times exp(-|x|)."""

    compute = in_float64("bessel", "i0e")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(op.BesselI1e(self.x), op.Mul(op.Sign(self.x), self.y))
        return (op.Mul(dy, slope),)


class BesselI1(Unary, signature="BesselI1(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function of the first kind, of order 1."""

    compute = in_float64("bessel", "i1")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(op.BesselI0(self.x), op.RealDiv(self.y, self.x))
        # the slope at 0 is 1/2; TensorFlow answers 1
        return (op.Mul(dy, with_limit(self, slope, 1.0)),)


class BesselI1e(Unary, signature="BesselI1e(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function I1, times exp(-|x|)."""

    compute = in_float64("bessel", "i1e")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        inner = op.AddV2(op.Sign(self.x), op.Reciprocal(self.x))
        slope = op.Sub(op.BesselI0e(self.x), op.Mul(self.y, inner))
        return (op.Mul(dy, with_limit(self, slope, 0.5)),)


class BesselJ0(Unary, signature="BesselJ0(x: T) -> (y: T) | T: type in floating"):
    """The Bessel function of the first kind, of order 0."""

    compute = in_float64("bessel", "j0")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Neg(op.BesselJ1(self.x))),)


class BesselJ1(Unary, signature="BesselJ1(x: T) -> (y: T) | T: type in floating"):
    """The Bessel function of the first kind, of order 1."""

    compute = in_float64("bessel", "j1")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(op.BesselJ0(self.x), op.RealDiv(self.y, self.x))
        return (op.Mul(dy, with_limit(self, slope, 0.5)),)


class BesselY0(Unary, signature="BesselY0(x: T) -> (y: T) | T: type in floating"):
    """The Bessel function of the second kind, of order 0."""

    compute = in_float64("bessel", "y0")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Neg(op.BesselY1(self.x))),)


class BesselY1(Unary, signature="BesselY1(x: T) -> (y: T) | T: type in floating"):
    """The Bessel function of the second kind, of order 1."""

    compute = in_float64("bessel", "y1")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(op.BesselY0(self.x), op.RealDiv(self.y, self.x))
        return (op.Mul(dy, slope),)


class BesselK0(Unary, signature="BesselK0(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function of the second kind, of order 0."""

    compute = in_float64("bessel", "k0")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Neg(op.BesselK1(self.x))),)


class BesselK0e(Unary, signature="BesselK0e(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function K0, times exp(x)."""

    compute = in_float64("bessel", "k0e")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.Sub(self.y, op.BesselK1e(self.x))
        return (op.Mul(dy, slope),)


class BesselK1(Unary, signature="BesselK1(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function of the second kind, of order 1."""

    compute = in_float64("bessel", "k1")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        slope = op.AddV2(op.BesselK0(self.x), op.RealDiv(self.y, self.x))
        return (op.Mul(dy, op.Neg(slope)),)


class BesselK1e(Unary, signature="BesselK1e(x: T) -> (y: T) | T: type in floating"):
    """The modified Bessel function K1, times exp(x)."""

    compute = in_float64("bessel", "k1e")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        inner = op.Sub(1, op.Reciprocal(self.x))
        slope = op.Sub(op.Mul(self.y, inner), op.BesselK0e(self.x))
        return (op.Mul(dy, slope),)
