"""`Dirichlet`: the distribution of probabilities that sum to one."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like
from runtime.arrays.joining import stack
from runtime.arrays.reshaping import expand_dims, shape
from runtime.compat.v1.assertions import (
    assert_less,
    assert_near,
    assert_positive,
    assert_rank_at_least,
)
from runtime.compat.v1.distributions.distribution import (
    FULLY_REPARAMETERIZED,
    Distribution,
)
from runtime.compat.v1.distributions.divergences import RegisterKL
from runtime.compat.v1.distributions.given_parameters import (
    checked,
    parameter,
    parameter_scope,
    same_float_dtype,
    where_defined,
)
from runtime.linalg.products import matmul
from runtime.linalg.transposes import set_diag
from runtime.math.casting import cast
from runtime.math.exponentials import xlogy
from runtime.math.gamma_functions import digamma
from runtime.math.reductions import reduce_all, reduce_sum
from runtime.math.statistics import lbeta
from runtime.random.sampling import gamma
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_NO_MODE: Final = "Mode undefined when any concentration <= 1"


def checked_concentration(value: TensorLike, validates: bool) -> Tensor:
    """The weights of classes along the last axis, checked to be two or more.

    Raises:
      ValueError: without an axis, if they are checked.
    """
    weights = convert_to_tensor(value)
    if not validates:
        return parameter(weights, "concentration")
    one = convert_to_tensor(1, dtypes.int32)
    positive = "Concentration parameter must be positive."
    axes = "Concentration parameter must have >=1 dimensions."
    two = "Concentration parameter must have event_size >= 2."
    checks = [
        assert_positive(weights, message=positive),
        assert_rank_at_least(weights, 1, message=axes),
        assert_less(one, shape(weights)[-1], message=two),
    ]
    return parameter(weights, "concentration", checks)


class Dirichlet(Distribution):
    """The Dirichlet distribution over vectors of positive numbers that sum to one.

    Args:
      concentration: the weights of classes along the last axis, positive.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Dirichlet([1.0, 3.0]).mean().numpy()
    array([0.25, 0.75], dtype=float32)

    Raises:
      ValueError: if the weights are not floating-point numbers.
    """

    def __init__(
        self,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Dirichlet",
    ) -> None:
        given = {
            "concentration": concentration,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            self._concentration = checked_concentration(concentration, validate_args)
            dtype = same_float_dtype(self._concentration)
            self._total = reduce_sum(self._concentration, axis=-1)
        super().__init__(
            dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._concentration, self._total],
            scope,
        )

    @property
    def concentration(self) -> Tensor:
        """The weights of classes, along the last axis."""
        return self._concentration

    @property
    def total_concentration(self) -> Tensor:
        """The sum of the weights."""
        return self._total

    def _batch_shape(self) -> Shape:
        return self._total.shape

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._total)

    def _event_shape(self) -> Shape:
        return self._concentration.shape.with_rank_at_least(1)[-1:]

    def _event_shape_tensor(self) -> Tensor:
        return shape(self._concentration)[-1:]

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        drawn = gamma(stack([n]), self._concentration, None, self.dtype, seed)
        return drawn / reduce_sum(drawn, axis=-1, keepdims=True)

    def _log_prob(self, value: Tensor) -> Any:
        x = self._checked_value(value)
        unnormalized = reduce_sum(xlogy(self._concentration - 1.0, x), axis=-1)
        return unnormalized - lbeta(self._concentration)

    def _checked_value(self, x: Tensor) -> Any:
        if not self.validate_args:
            return x
        one = convert_to_tensor(1.0, self.dtype)
        told = "sample last-dimension must sum to `1`"
        checks = [
            assert_positive(x, message="samples must be positive"),
            assert_near(one, reduce_sum(x, axis=-1), message=told),
        ]
        return checked(x, checks)

    def _classes(self) -> Tensor:
        return cast(self.event_shape_tensor()[0], self.dtype)

    def _entropy(self) -> Tensor:
        weights, total = self._concentration, self._total
        return (
            lbeta(weights)
            + (total - self._classes()) * digamma(total)
            - reduce_sum((weights - 1.0) * digamma(weights), axis=-1)
        )

    def _mean(self) -> Tensor:
        return self._concentration / expand_dims(self._total, -1)

    def _variance(self) -> Tensor:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + expand_dims(self._total, -1))

    def _covariance(self) -> Tensor:
        mean = self._mean()
        other = mean / (1.0 + expand_dims(self._total, -1))
        products = matmul(expand_dims(mean, -1), expand_dims(other, -2))
        return set_diag(-products, self._variance())

    def _mode(self) -> Any:
        mode = (self._concentration - 1.0) / expand_dims(
            self._total - self._classes(), -1
        )
        if self.allow_nan_stats:
            defined = reduce_all(self._concentration > 1.0, axis=-1, keepdims=True)
            everywhere = cast(defined, self.dtype) * ones_like(mode) > 0.0
            return where_defined(everywhere, mode)
        one = convert_to_tensor(1.0, self.dtype)
        check = assert_less(one, self._concentration, message=_NO_MODE)
        return checked(mode, [check])


@RegisterKL(Dirichlet, Dirichlet)
def _kl_of_dirichlets(a: Dirichlet, b: Dirichlet, name: str | None = None) -> Tensor:
    relative = digamma(a.concentration) - expand_dims(
        digamma(a.total_concentration), -1
    )
    difference = (a.concentration - b.concentration) * relative
    return (
        reduce_sum(difference, axis=-1)
        - lbeta(a.concentration)
        + lbeta(b.concentration)
    )


__all__ = ["Dirichlet", "checked_concentration"]
