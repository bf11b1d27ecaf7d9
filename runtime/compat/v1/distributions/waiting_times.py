"""Distributions of positive numbers: `Gamma` and `Exponential`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like
from runtime.arrays.joining import concat, stack
from runtime.arrays.reshaping import shape
from runtime.compat.v1.assertions import assert_less, assert_positive
from runtime.compat.v1.distributions.distribution import (
    FULLY_REPARAMETERIZED,
    Distribution,
)
from runtime.compat.v1.distributions.divergences import RegisterKL
from runtime.compat.v1.distributions.given_parameters import (
    checked,
    common_shape,
    common_shape_tensor,
    parameter,
    parameter_scope,
    same_float_dtype,
    where_defined,
)
from runtime.math.exponentials import exp, expm1, log, sqrt, xlogy
from runtime.math.gamma_functions import digamma, igamma, lgamma
from runtime.random.sampling import gamma, uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


class Gamma(Distribution):
    """The gamma distribution: a sum of exponential waiting times.

    Args:
      concentration: the number of waiting times, any positive number.
      rate: the inverse of the scale; the two broadcast.
      validate_args: whether parameters and values are checked to be positive.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> gamma = tf.compat.v1.distributions.Gamma(4.0, 2.0)
    >>> gamma.mean().numpy(), gamma.variance().numpy()
    (np.float32(2.0), np.float32(1.0))

    Raises:
      ValueError: if the parameters are not of one floating-point dtype.
    """

    def __init__(
        self,
        concentration: TensorLike,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        given = {
            "concentration": concentration,
            "rate": rate,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            shape_given = convert_to_tensor(concentration)
            rate_given = convert_to_tensor(rate)
            checks = (
                [assert_positive(shape_given), assert_positive(rate_given)]
                if validate_args
                else []
            )
            self._concentration = parameter(shape_given, "concentration", checks)
            self._rate = parameter(rate_given, "rate", checks)
            dtype = same_float_dtype(self._concentration, self._rate)
        super().__init__(
            dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._concentration, self._rate],
            scope,
        )

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        sizes = convert_to_tensor(sample_shape, dtypes.int32)
        return {"concentration": sizes, "rate": sizes}

    @property
    def concentration(self) -> Tensor:
        """The shape parameter."""
        return self._concentration

    @property
    def rate(self) -> Tensor:
        """The inverse of the scale."""
        return self._rate

    def _batch_shape(self) -> Shape:
        return common_shape(self._concentration, self._rate)

    def _batch_shape_tensor(self) -> Tensor:
        return common_shape_tensor(self._concentration, self._rate)

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        return gamma(stack([n]), self._concentration, self._rate, self.dtype, seed)

    def _log_prob(self, value: Tensor) -> Tensor:
        x = self._checked_value(value)
        unnormalized = xlogy(self._concentration - 1.0, x) - self._rate * x
        normalizer = lgamma(self._concentration) - self._concentration * log(self._rate)
        return unnormalized - normalizer

    def _cdf(self, value: Tensor) -> Tensor:
        x = self._checked_value(value)
        return igamma(self._concentration, self._rate * x)

    def _checked_value(self, x: Tensor) -> Tensor:
        return checked(x, [assert_positive(x)]) if self.validate_args else x

    def _entropy(self) -> Tensor:
        k = self._concentration
        return k - log(self._rate) + lgamma(k) + (1.0 - k) * digamma(k)

    def _mean(self) -> Tensor:
        return self._concentration / self._rate

    def _variance(self) -> Tensor:
        return self._concentration / (self._rate * self._rate)

    def _stddev(self) -> Tensor:
        return sqrt(self._concentration) / self._rate

    def _mode(self) -> Any:
        mode = (self._concentration - 1.0) / self._rate
        if self.allow_nan_stats:
            return where_defined(self._concentration * ones_like(mode) > 1.0, mode)
        one = convert_to_tensor(1.0, self.dtype)
        told = "mode not defined when any concentration <= 1"
        return checked(mode, [assert_less(one, self._concentration, message=told)])


class Exponential(Gamma):
    """The exponential distribution of the time until an event of a constant rate.

    Args:
      rate: how many events a unit of time has, positive.
      validate_args: whether parameters and values are checked to be positive.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Exponential(2.0).survival_function(0.0).numpy()
    np.float32(1.0)
    """

    def __init__(
        self,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Exponential",
    ) -> None:
        given = convert_to_tensor(rate)
        super().__init__(ones_like(given), given, validate_args, allow_nan_stats, name)
        self._parameters = {
            "rate": rate,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        return {"rate": convert_to_tensor(sample_shape, dtypes.int32)}

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        # not from 0, whose logarithm is infinite
        kind: Any = self.dtype.as_numpy_dtype
        sizes = concat([stack([n]), shape(self._rate)], 0)
        low = np.finfo(kind).tiny
        drawn = uniform(sizes, low, kind(1.0), self.dtype, seed)
        return -log(drawn) / self._rate

    def _log_prob(self, value: Tensor) -> Tensor:
        return log(self._rate) - self._rate * self._checked_value(value)

    def _cdf(self, value: Tensor) -> Tensor:
        return -expm1(-self._rate * self._checked_value(value))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return -self._rate * self._checked_value(value)

    def _survival_function(self, value: Tensor) -> Tensor:
        return exp(self._log_survival_function(value))


@RegisterKL(Gamma, Gamma)
def _kl_of_gammas(a: Gamma, b: Gamma, name: str | None = None) -> Tensor:
    return (
        (a.concentration - b.concentration) * digamma(a.concentration)
        + lgamma(b.concentration)
        - lgamma(a.concentration)
        + b.concentration * log(a.rate)
        - b.concentration * log(b.rate)
        + a.concentration * (b.rate / a.rate - 1.0)
    )


__all__ = ["Exponential", "Gamma"]
