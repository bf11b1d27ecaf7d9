"""The gamma function, its derivatives, and the incomplete gamma and beta functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.families import (
    Elementwise,
    SameShape,
    Unary,
    in_brackets,
    sum_to_shape,
    sums_to_shapes,
)
from graphir.ops.contract.kernels import in_float64
from graphir.shapes import Shape


class Lgamma(Unary, signature="Lgamma(x: T) -> (y: T) | T: type in floating"):
    """The logarithm of the absolute value of the gamma function."""

    compute = in_float64("gamma_functions", "lgamma")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Digamma(self.x)),)


class Digamma(Unary, signature="Digamma(x: T) -> (y: T) | T: type in floating"):
    """The derivative of Lgamma."""

    compute = in_float64("gamma_functions", "digamma")

    def input_gradients(self, dy: Any) -> Any:
        op = self.op
        return (op.Mul(dy, op.Polygamma(op.OnesLike(self.x), self.x)),)


class Polygamma(
    Elementwise, signature="Polygamma(a: T, x: T) -> (z: T) | T: type in [float,double]"
):
    """The derivative of order a of Digamma, at x."""

    compute = in_float64("gamma_functions", "polygamma")

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        slope = op.Polygamma(op.AddV2(self.a, 1), self.x)
        return None, sum_to_shape(self, op.Mul(dz, slope), self.x, self.a)


class Zeta(
    Elementwise, signature="Zeta(x: T, q: T) -> (z: T) | T: type in [float,double]"
):
    """Hurwitz's zeta function: the sum of (n + q)^-x over n >= 0."""

    compute = in_float64("gamma_functions", "zeta")

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        slope = op.Mul(op.Neg(self.x), op.Zeta(op.AddV2(self.x, 1), self.q))
        return None, sum_to_shape(self, op.Mul(dz, slope), self.q, self.x)


def _slope_in_x(call: Any) -> Any:
    # x^(a - 1) exp(-x) / gamma(a)
    op = call.op
    power = op.Xlogy(op.Sub(call.a, 1), call.x)
    return op.Exp(op.Sub(op.Sub(power, call.x), op.Lgamma(call.a)))


class Igamma(
    Elementwise, signature="Igamma(a: T, x: T) -> (z: T) | T: type in floating"
):
    """The lower regularized incomplete gamma function P(a, x)."""

    compute = in_float64("incomplete_gamma", "igamma")

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        d_a = op.Mul(dz, op.IgammaGradA(self.a, self.x))
        d_x = op.Mul(dz, _slope_in_x(self))
        return sums_to_shapes(self, (self.a, self.x), (d_a, d_x))


class Igammac(
    Elementwise, signature="Igammac(a: T, x: T) -> (z: T) | T: type in floating"
):
    """The upper regularized incomplete gamma function Q(a, x)."""

    compute = in_float64("incomplete_gamma", "igammac")

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        d_a = op.Neg(op.Mul(dz, op.IgammaGradA(self.a, self.x)))
        d_x = op.Neg(op.Mul(dz, _slope_in_x(self)))
        return sums_to_shapes(self, (self.a, self.x), (d_a, d_x))


class IgammaGradA(
    Elementwise,
    signature="IgammaGradA(a: T, x: T) -> (z: T) | T: type in [float,double]",
):
    """The derivative of P(a, x) in a."""

    compute = in_float64("incomplete_gamma", "igamma_gradient")
    input_gradients = no_gradient


class RandomGammaGrad(
    Elementwise,
    signature="""
        RandomGammaGrad(alpha: T, sample: T) -> (output: T) | T: type in [float,double]
    """,
):
    """How a gamma variate moves with its parameter, its quantile kept.

    Implicit reparameterization: Figurnov, Mohamed and Mnih, "Implicit
    Reparameterization Gradients", NeurIPS 2018.
    """

    compute = in_float64("incomplete_gamma", "variate_gradient")
    input_gradients = no_gradient


def _refuse_broadcasting(call: Op, *arrays: Any) -> None:
    shapes = {np.shape(each) for each in arrays if np.ndim(each)}
    if len(shapes) > 1:
        shown = " vs. ".join(in_brackets(each) for each in sorted(shapes))
        raise call.invalid(f"Shapes of a, b and x are inconsistent: {shown}")


class Betainc(
    SameShape,
    signature="Betainc(a: T, b: T, x: T) -> (z: T) | T: type in [float,double]",
):
    """The regularized incomplete beta function; it has a gradient in x alone."""

    compute = in_float64("incomplete_beta", "betainc", check=_refuse_broadcasting)

    def infer_shape(self) -> Shape:
        shape = Shape([])
        for name, value in (("a", self.a), ("b", self.b), ("x", self.x)):
            if value.shape.rank == 0:
                continue
            if not shape.is_compatible_with(value.shape) and shape.rank != 0:
                raise ValueError(
                    f"Shapes must be equal or scalars, but that of {name} is "
                    f"{value.shape} and another is {shape}."
                )
            shape = value.shape if shape.rank == 0 else shape.merge_with(value.shape)
        return shape

    def input_gradients(self, dz: Any) -> Any:
        op = self.op
        log_beta = op.Sub(
            op.AddV2(op.Lgamma(self.a), op.Lgamma(self.b)),
            op.Lgamma(op.AddV2(self.a, self.b)),
        )
        first = op.Xlogy(op.Sub(self.a, 1), self.x)
        second = op.Xlog1py(op.Sub(self.b, 1), op.Neg(self.x))
        slope = op.Exp(op.Sub(op.AddV2(first, second), log_beta))
        return None, None, sum_to_shape(self, op.Mul(dz, slope), self.x, self.z)
