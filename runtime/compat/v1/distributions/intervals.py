"""Distributions of numbers of an interval: `Uniform` and `Beta`."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like, zeros_like
from runtime.arrays.indexing import where
from runtime.arrays.joining import concat, stack
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
    next_seed,
    parameter,
    parameter_scope,
    same_float_dtype,
    where_defined,
)
from runtime.math.arithmetic import square
from runtime.math.comparison import is_nan, logical_and, logical_or
from runtime.math.exponentials import log, log1p, xlogy
from runtime.math.gamma_functions import betainc, digamma, lgamma
from runtime.random.sampling import gamma, uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

_POSITIVE: Final = "Concentration parameter must be positive."


class Uniform(Distribution):
    """The uniform distribution over [low, high).

    Args:
      low, high: the ends, which broadcast.
      validate_args: whether the ends are checked to be in order.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Uniform(1.0, 3.0).mean().numpy()
    np.float32(2.0)

    Raises:
      ValueError: if the ends are not of one floating-point dtype.
    """

    def __init__(
        self,
        low: TensorLike = 0.0,
        high: TensorLike = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        given = {
            "low": low,
            "high": high,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            first, last = convert_to_tensor(low), convert_to_tensor(high)
            told = "uniform not defined when low >= high."
            checks = [assert_less(first, last, message=told)] if validate_args else []
            self._low = parameter(first, "low", checks)
            self._high = parameter(last, "high", checks)
            dtype = same_float_dtype(self._low, self._high)
        super().__init__(
            dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._low, self._high],
            scope,
        )

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        sizes = convert_to_tensor(sample_shape, dtypes.int32)
        return {"low": sizes, "high": sizes}

    @property
    def low(self) -> Tensor:
        """The lower end, which is an event."""
        return self._low

    @property
    def high(self) -> Tensor:
        """The upper end, which is no event."""
        return self._high

    def range(self, name: str = "range") -> Tensor:
        """The length of the interval."""
        with self._scope(name):
            return self._high - self._low

    def _batch_shape(self) -> Shape:
        return common_shape(self._low, self._high)

    def _batch_shape_tensor(self) -> Tensor:
        return common_shape_tensor(self._low, self._high)

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        sizes = concat([stack([n]), self.batch_shape_tensor()], 0)
        return self._low + self.range() * uniform(sizes, 0, None, self.dtype, seed)

    def _prob(self, value: Tensor) -> Tensor:
        spread = value * ones_like(self._low + self._high)
        density = ones_like(spread) / self.range()
        outside = logical_or(spread < self._low, spread >= self._high)
        inside = where(outside, zeros_like(spread), density)
        return where(is_nan(spread), spread, inside)

    def _cdf(self, value: Tensor) -> Tensor:
        spread = value * ones_like(self._low + self._high)
        part = (spread - self._low) / self.range()
        risen = where(spread < self._low, zeros_like(spread), part)
        return where(spread >= self._high, ones_like(spread), risen)

    def _entropy(self) -> Tensor:
        return log(self.range())

    def _mean(self) -> Tensor:
        return (self._low + self._high) / 2.0

    def _variance(self) -> Tensor:
        return square(self.range()) / 12.0

    def _stddev(self) -> Tensor:
        return self.range() / math.sqrt(12.0)


class Beta(Distribution):
    """The beta distribution over (0, 1).

    Args:
      concentration1: the weight of 1, positive.
      concentration0: the weight of 0, positive; the two broadcast.
      validate_args: whether parameters and values are checked to be in range.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> beta = tf.compat.v1.distributions.Beta(2.0, 2.0)
    >>> beta.mean().numpy(), beta.prob(0.5).numpy().round(4)
    (np.float32(0.5), np.float32(1.5))

    Raises:
      ValueError: if the parameters are not of one floating-point dtype.
    """

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        given = {
            "concentration1": concentration1,
            "concentration0": concentration0,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            self._concentration1 = _positive(
                concentration1, "concentration1", validate_args
            )
            self._concentration0 = _positive(
                concentration0, "concentration0", validate_args
            )
            dtype = same_float_dtype(self._concentration1, self._concentration0)
            self._total = self._concentration1 + self._concentration0
        super().__init__(
            dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._concentration1, self._concentration0, self._total],
            scope,
        )

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        sizes = convert_to_tensor(sample_shape, dtypes.int32)
        return {"concentration1": sizes, "concentration0": sizes}

    @property
    def concentration1(self) -> Tensor:
        """The weight of 1."""
        return self._concentration1

    @property
    def concentration0(self) -> Tensor:
        """The weight of 0."""
        return self._concentration0

    @property
    def total_concentration(self) -> Tensor:
        """The sum of the two weights."""
        return self._total

    def _batch_shape(self) -> Shape:
        return self._total.shape

    def _batch_shape_tensor(self) -> Tensor:
        return common_shape_tensor(self._total)

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        ones = ones_like(self._total)
        count = stack([n])
        first = gamma(count, self._concentration1 * ones, None, self.dtype, seed)
        other = gamma(
            count,
            self._concentration0 * ones,
            None,
            self.dtype,
            next_seed(seed, "beta"),
        )
        return first / (first + other)

    def _log_prob(self, value: Tensor) -> Any:
        x = self._checked_value(value)
        unnormalized = xlogy(self._concentration1 - 1.0, x)
        unnormalized += (self._concentration0 - 1.0) * log1p(-x)
        return unnormalized - log_beta(self)

    def _cdf(self, value: Tensor) -> Tensor:
        ones = ones_like(self._total * value)
        return betainc(
            self._concentration1 * ones, self._concentration0 * ones, value * ones
        )

    def _checked_value(self, x: Tensor) -> Any:
        if not self.validate_args:
            return x
        one = convert_to_tensor(1.0, self.dtype)
        positive = assert_positive(x, message="sample must be positive")
        less = assert_less(x, one, message="sample must be less than `1`.")
        return checked(x, [positive, less])

    def _entropy(self) -> Tensor:
        a, b, total = self._concentration1, self._concentration0, self._total
        return (
            log_beta(self)
            - (a - 1.0) * digamma(a)
            - (b - 1.0) * digamma(b)
            + (total - 2.0) * digamma(total)
        )

    def _mean(self) -> Tensor:
        return self._concentration1 / self._total

    def _variance(self) -> Tensor:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + self._total)

    def _mode(self) -> Any:
        a, b = self._concentration1, self._concentration0
        mode = (a - 1.0) / (self._total - 2.0)
        if self.allow_nan_stats:
            return where_defined(logical_and(a > 1.0, b > 1.0), mode)
        one = convert_to_tensor(1.0, self.dtype)
        checks = [
            assert_less(one, a, message="Mode undefined for concentration1 <= 1."),
            assert_less(one, b, message="Mode undefined for concentration0 <= 1."),
        ]
        return checked(mode, checks)


def _positive(value: TensorLike | None, name: str, validates: bool) -> Tensor:
    weight = convert_to_tensor(value, name=name)
    checks = [assert_positive(weight, message=_POSITIVE)] if validates else []
    return parameter(weight, name, checks)


def log_beta(distribution: Beta) -> Tensor:
    """The logarithm of the beta function of the two weights."""
    a, b = distribution.concentration1, distribution.concentration0
    return lgamma(a) + lgamma(b) - lgamma(distribution.total_concentration)


@RegisterKL(Beta, Beta)
def _kl_of_betas(a: Beta, b: Beta, name: str | None = None) -> Tensor:
    ones, zeros = a.concentration1, a.concentration0
    return (
        log_beta(b)
        - log_beta(a)
        + (ones - b.concentration1) * digamma(ones)
        + (zeros - b.concentration0) * digamma(zeros)
        + (b.total_concentration - a.total_concentration)
        * digamma(a.total_concentration)
    )


__all__ = ["Beta", "Uniform"]
