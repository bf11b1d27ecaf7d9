"""Distributions of a location and a scale: `Normal`, `Laplace`, `StudentT`."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like
from runtime.arrays.indexing import where
from runtime.arrays.joining import concat, stack
from runtime.arrays.rearranging import identity
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
    full_like,
    next_seed,
    parameter,
    parameter_scope,
    same_float_dtype,
    where_defined,
)
from runtime.compat.v1.distributions.normal_tails import log_ndtr, ndtr
from runtime.math.arithmetic import abs as abs_
from runtime.math.arithmetic import maximum, minimum, sign, square
from runtime.math.comparison import greater
from runtime.math.error_functions import ndtri
from runtime.math.exponentials import exp, log, log1p, rsqrt, sqrt
from runtime.math.gamma_functions import betainc, digamma, lgamma
from runtime.random.sampling import gamma, normal, uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

_HALF_LOG_2_PI: Final = 0.5 * math.log(2.0 * math.pi)
_NO_STUDENT_MEAN: Final = "mean not defined for components of df <= 1"
_NO_STUDENT_VARIANCE: Final = "variance not defined for components of df <= 1"


class _LocationScale(Distribution):
    """A distribution of one number with a location and a positive scale."""

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool,
        allow_nan_stats: bool,
        name: str,
    ) -> None:
        given = {
            "loc": loc,
            "scale": scale,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            width = convert_to_tensor(scale)
            checks = [assert_positive(width)] if validate_args else []
            self._loc = parameter(loc, "loc")
            self._scale = parameter(width, "scale", checks)
            dtype = same_float_dtype(self._loc, self._scale)
        super().__init__(
            dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._loc, self._scale],
            scope,
        )

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        sizes = convert_to_tensor(sample_shape, dtypes.int32)
        return {"loc": sizes, "scale": sizes}

    @property
    def loc(self) -> Tensor:
        """The location: the middle of the distribution."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The scale, which is positive."""
        return self._scale

    def _batch_shape(self) -> Shape:
        return common_shape(self._loc, self._scale)

    def _batch_shape_tensor(self) -> Tensor:
        return common_shape_tensor(self._loc, self._scale)

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sizes(self, n: Any) -> Tensor:
        """The shape of ``n`` events of each batch member."""
        return concat([stack([n]), self.batch_shape_tensor()], 0)

    def _z(self, value: Tensor) -> Tensor:
        return (value - self._loc) / self._scale

    def _mean(self) -> Tensor:
        return self._loc * ones_like(self._scale)

    def _mode(self) -> Tensor:
        return self._mean()


class Normal(_LocationScale):
    """The normal distribution of a mean and a standard deviation.

    Args:
      loc: the mean.
      scale: the standard deviation, which broadcasts with the mean.
      validate_args: whether the deviation is checked to be positive.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Normal(0.0, 2.0).cdf([0.0, 2.0]).numpy()
    array([0.5      , 0.8413447], dtype=float32)

    Raises:
      ValueError: if the parameters are not of one floating-point dtype.
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Normal",
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        drawn = normal(self._sizes(n), 0.0, 1.0, self._loc.dtype, seed)
        return drawn * self._scale + self._loc

    def _log_prob(self, value: Tensor) -> Tensor:
        return -0.5 * square(self._z(value)) - (_HALF_LOG_2_PI + log(self._scale))

    def _log_cdf(self, value: Tensor) -> Tensor:
        return log_ndtr(self._z(value))

    def _cdf(self, value: Tensor) -> Tensor:
        return ndtr(self._z(value))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return log_ndtr(-self._z(value))

    def _survival_function(self, value: Tensor) -> Tensor:
        return ndtr(-self._z(value))

    def _entropy(self) -> Tensor:
        scale = self._scale * ones_like(self._loc)
        return 0.5 + _HALF_LOG_2_PI + log(scale)

    def _quantile(self, value: Tensor) -> Tensor:
        return ndtri(value) * self._scale + self._loc

    def _stddev(self) -> Tensor:
        return self._scale * ones_like(self._loc)


class Laplace(_LocationScale):
    """The Laplace distribution: two exponential ones, back to back.

    Args:
      loc: the mean, where the density is highest.
      scale: the mean distance from it.
      validate_args: whether the scale is checked to be positive.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Laplace(0.0, 2.0).prob(0.0).numpy()
    np.float32(0.25)

    Raises:
      ValueError: if the parameters are not of one floating-point dtype.
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Laplace",
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        kind: Any = self.dtype.as_numpy_dtype
        low = np.nextafter(kind(-1.0), kind(0.0))
        drawn = uniform(self._sizes(n), low, kind(1.0), self.dtype, seed)
        return self._loc - self._scale * sign(drawn) * log1p(-abs_(drawn))

    def _log_prob(self, value: Tensor) -> Tensor:
        return -abs_(self._z(value)) - math.log(2.0) - log(self._scale)

    def _log_cdf(self, value: Tensor) -> Tensor:
        return _log_laplace_cdf(self._z(value))

    def _cdf(self, value: Tensor) -> Tensor:
        return _laplace_cdf(self._z(value))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return _log_laplace_cdf(-self._z(value))

    def _survival_function(self, value: Tensor) -> Tensor:
        return _laplace_cdf(-self._z(value))

    def _entropy(self) -> Tensor:
        scale = self._scale + 0.0 * self._loc
        return math.log(2.0) + 1.0 + log(scale)

    def _stddev(self) -> Tensor:
        return math.sqrt(2.0) * self._scale + 0.0 * self._loc

    def _median(self) -> Tensor:
        return self._mean()


def _laplace_cdf(z: Tensor) -> Tensor:
    tail = 0.5 * exp(-abs_(z))
    return where(greater(z, 0.0), 1.0 - tail, tail)


def _log_laplace_cdf(z: Tensor) -> Tensor:
    # each half sees no argument of the other, whose gradient might not be finite
    upper = log1p(-0.5 * exp(-maximum(z, 0.0)))
    return where(greater(z, 0.0), upper, minimum(z, 0.0) - math.log(2.0))


class StudentT(_LocationScale):
    """Student's t distribution, of any location and scale.

    Args:
      df: the degrees of freedom, positive.
      loc: the middle.
      scale: the scale; a negative one counts as its absolute value.
      validate_args: whether the degrees of freedom are checked to be positive.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.StudentT(3.0, 0.0, 1.0).variance().numpy()
    np.float32(3.0)

    Raises:
      ValueError: if the parameters are not of one floating-point dtype.
    """

    def __init__(
        self,
        df: TensorLike,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        super().__init__(loc, scale, False, allow_nan_stats, name)
        with parameter_scope(name):
            freedom = convert_to_tensor(df)
            checks = [assert_positive(freedom)] if validate_args else []
            self._df = parameter(freedom, "df", checks)
            same_float_dtype(self._df, self._loc, self._scale)
        self._validate_args = validate_args
        self._parameters = {
            "df": df,
            **self._parameters,
            "validate_args": validate_args,
        }

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        sizes = convert_to_tensor(sample_shape, dtypes.int32)
        return {"df": sizes, "loc": sizes, "scale": sizes}

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return self._df

    def _batch_shape(self) -> Shape:
        return common_shape(self._df, self._loc, self._scale)

    def _batch_shape_tensor(self) -> Tensor:
        return common_shape_tensor(self._df, self._loc, self._scale)

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        # Z / sqrt(V / df): V is chi-squared, a gamma number with half the freedom
        drawn = normal(self._sizes(n), 0.0, 1.0, self.dtype, seed)
        freedom = self._df * self._ones()
        squares = gamma(
            stack([n]),
            0.5 * freedom,
            full_like(freedom, 0.5),
            self.dtype,
            next_seed(seed, "student_t"),
        )
        return drawn * rsqrt(squares / freedom) * self._scale + self._loc

    def _ones(self) -> Tensor:
        from_all = ones_like(self._df) * ones_like(self._loc)
        return from_all * ones_like(self._scale)

    def _log_prob(self, value: Tensor) -> Tensor:
        ratio = (value - self._loc) / (sqrt(self._df) * self._scale)
        unnormalized = -0.5 * (self._df + 1.0) * log1p(square(ratio))
        return unnormalized - (
            log(abs_(self._scale))
            + 0.5 * log(self._df)
            + 0.5 * math.log(math.pi)
            + lgamma(0.5 * self._df)
            - lgamma(0.5 * (self._df + 1.0))
        )

    def _cdf(self, value: Tensor) -> Tensor:
        z = (value - self._loc) / abs_(self._scale)
        inside = self._df / (square(z) + self._df)
        half = full_like(inside, 0.5)
        tail = 0.5 * betainc(0.5 * self._df * ones_like(inside), half, inside)
        return where(z < 0.0, tail, 1.0 - tail)

    def _entropy(self) -> Tensor:
        freedom = self._df * self._ones()
        half, more = 0.5 * freedom, 0.5 * (freedom + 1.0)
        log_beta = lgamma(half) + 0.5 * math.log(math.pi) - lgamma(more)
        return (
            log(abs_(self._scale))
            + 0.5 * log(freedom)
            + log_beta
            + more * (digamma(more) - digamma(half))
        )

    def _mean(self) -> Any:
        mean = self._loc * self._ones()
        if self.allow_nan_stats:
            return where_defined(self._df * self._ones() > 1.0, mean)
        one = convert_to_tensor(1.0, self.dtype)
        return checked(mean, [assert_less(one, self._df, message=_NO_STUDENT_MEAN)])

    def _variance(self) -> Any:
        freedom = self._df * self._ones()
        # where there is none the division has another divisor, for its gradient
        divisor = where(freedom > 2.0, freedom - 2.0, ones_like(freedom))
        finite = square(self._scale) * freedom / divisor
        variance = where(freedom > 2.0, finite, full_like(freedom, math.inf))
        if self.allow_nan_stats:
            return where_defined(freedom > 1.0, variance)
        one = convert_to_tensor(1.0, self.dtype)
        check = assert_less(one, self._df, message=_NO_STUDENT_VARIANCE)
        return checked(variance, [check])

    def _mode(self) -> Any:
        return identity(self._loc)


@RegisterKL(Normal, Normal)
def _kl_of_normals(a: Normal, b: Normal, name: str | None = None) -> Tensor:
    ratio = square(a.scale) / square(b.scale)
    distance = square(a.loc - b.loc) / (2.0 * square(b.scale))
    return distance + 0.5 * (ratio - 1.0 - log(ratio))


__all__ = ["Laplace", "Normal", "StudentT"]
