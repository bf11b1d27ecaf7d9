"""Distributions of counts of classes: `Multinomial` and `DirichletMultinomial`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like
from runtime.arrays.joining import concat, stack
from runtime.arrays.marking import one_hot
from runtime.arrays.reshaping import expand_dims, reshape, shape, transpose
from runtime.compat.v1.assertions import assert_equal
from runtime.compat.v1.distributions.distribution import (
    NOT_REPARAMETERIZED,
    Distribution,
)
from runtime.compat.v1.distributions.given_parameters import (
    checked,
    logits_and_probs,
    next_seed,
    parameter,
    parameter_scope,
    same_float_dtype,
    whole_number_checks,
)
from runtime.compat.v1.distributions.labels import class_chances_checks
from runtime.compat.v1.distributions.simplex import checked_concentration
from runtime.linalg.products import matmul
from runtime.linalg.transposes import set_diag
from runtime.mapping.elements import map_fn
from runtime.math.casting import cast
from runtime.math.exponentials import log, sqrt
from runtime.math.gamma_functions import lgamma
from runtime.math.reductions import reduce_sum
from runtime.math.statistics import lbeta
from runtime.nn.activations import log_softmax
from runtime.random.sampling import categorical, gamma
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_COUNT_MISMATCH: Final = "counts must sum to `self.total_count`"
_LAST_MISMATCH: Final = "counts last-dimension must sum to `self.total_count`"


def log_combinations(total: Tensor, counts: Tensor) -> Tensor:
    """The logarithm of the number of orders of counted things."""
    return lgamma(total + 1.0) - reduce_sum(lgamma(counts + 1.0), axis=-1)


def _outer_covariance(mean: Tensor, other: Tensor, variance: Tensor) -> Tensor:
    """Minus the products of two vectors, with variances on the diagonal."""
    products = matmul(expand_dims(mean, -1), expand_dims(other, -2))
    return set_diag(-products, variance)


class _Counts(Distribution):
    """Counts of classes that sum to a total; what two families share."""

    _mismatch: str
    _total_count: Tensor

    def _describe(
        self,
        like: Tensor,
        dtype: DType,
        given: dict[str, Any],
        graph_parents: Sequence[Tensor],
        scope: str | None,
    ) -> None:
        super().__init__(
            dtype,
            NOT_REPARAMETERIZED,
            given["validate_args"],
            given["allow_nan_stats"],
            given,
            list(graph_parents),
            scope,
        )
        self._like = like
        """Of the shape of an event of each batch member."""

    @property
    def total_count(self) -> Tensor:
        """How many things are counted."""
        return self._total_count

    def _batch_shape(self) -> Shape:
        return self._like.shape.with_rank_at_least(1)[:-1]

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._like)[:-1]

    def _event_shape(self) -> Shape:
        return self._like.shape.with_rank_at_least(1)[-1:]

    def _event_shape_tensor(self) -> Tensor:
        return shape(self._like)[-1:]

    def _checked_counts(self, counts: Tensor) -> Any:
        if not self.validate_args:
            return counts
        counts = checked(counts, whole_number_checks(counts))
        total = reduce_sum(counts, axis=-1)
        check = assert_equal(self._total_count, total, message=self._mismatch)
        return checked(counts, [check])


def _total_count(value: TensorLike, validates: bool) -> Tensor:
    count = convert_to_tensor(value)
    return parameter(
        count, "total_count", whole_number_checks(count) if validates else ()
    )


class Multinomial(_Counts):
    """The distribution of how often each class is drawn.

    Args:
      total_count: how many are drawn, a floating-point number or a batch of them.
      logits: unnormalized log-probabilities, classes along the last axis, or
      probs: probabilities that sum to one; one of the two is given.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> counts = tf.compat.v1.distributions.Multinomial(4.0, probs=[0.25, 0.75])
    >>> counts.mean().numpy(), counts.prob([4.0, 0.0]).numpy().round(5)
    (array([1., 3.], dtype=float32), np.float32(0.00391))

    Raises:
      ValueError: if both parameters are given, or neither, or one has no axis.
    """

    _mismatch = _COUNT_MISMATCH

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        given = {
            "total_count": total_count,
            "logits": logits,
            "probs": probs,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            self._total_count = _total_count(total_count, validate_args)
            checks = class_chances_checks if validate_args else None
            self._logits, self._probs = logits_and_probs(logits, probs, True, checks)
            self._mean_value = expand_dims(self._total_count, -1) * self._probs
        parents = [self._total_count, self._logits, self._probs]
        self._describe(self._mean_value, self._probs.dtype, given, parents, scope)

    @property
    def logits(self) -> Tensor:
        """The log-probabilities of classes, not normalized."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """The probabilities of classes, along the last axis."""
        return self._probs

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        classes = self.event_shape_tensor()[0]
        counts = cast(self._total_count, dtypes.int32)
        counts = counts * cast(ones_like(self._logits[..., 0]), dtypes.int32)
        logits = self._logits * expand_dims(
            cast(ones_like(counts), self._logits.dtype), -1
        )
        rows = reshape(logits, [-1, classes])

        def of_one(each: tuple[Tensor, Tensor]) -> Tensor:
            row, count = expand_dims(each[0], 0), each[1]
            drawn = reshape(categorical(row, count * n, None, seed), [n, -1])
            return reduce_sum(one_hot(drawn, classes), axis=-2)

        found = map_fn(of_one, [rows, reshape(counts, [-1])], dtype=dtypes.float32)
        found = cast(transpose(found, [1, 0, 2]), self.dtype)
        sizes = [stack([n]), self.batch_shape_tensor(), stack([classes])]
        return reshape(found, concat(sizes, 0))

    def _log_prob(self, value: Tensor) -> Any:
        counts = self._checked_counts(value)
        likelihood = reduce_sum(counts * log_softmax(self._logits), axis=-1)
        return likelihood + log_combinations(self._total_count, counts)

    def _mean(self) -> Tensor:
        return self._mean_value

    def _variance(self) -> Tensor:
        return self._mean_value - self._mean_value * self._probs

    def _covariance(self) -> Tensor:
        spread = self._probs * ones_like(self._mean_value)
        return _outer_covariance(self._mean_value, spread, self._variance())


class DirichletMultinomial(_Counts):
    """Counts of classes whose probabilities have a Dirichlet distribution.

    Args:
      total_count: how many are drawn, a floating-point number or a batch of them.
      concentration: the weights of classes along the last axis, positive.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> counts = tf.compat.v1.distributions.DirichletMultinomial(4.0, [1.0, 3.0])
    >>> counts.mean().numpy()
    array([1., 3.], dtype=float32)

    Raises:
      ValueError: if the weights have no axis, or are not floating-point numbers.
    """

    _mismatch = _LAST_MISMATCH

    def __init__(
        self,
        total_count: TensorLike,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        given = {
            "total_count": total_count,
            "concentration": concentration,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            self._total_count = _total_count(total_count, validate_args)
            self._concentration = checked_concentration(concentration, validate_args)
            dtype = same_float_dtype(self._concentration)
            self._total = reduce_sum(self._concentration, axis=-1)
            like = (
                expand_dims(self._total_count * ones_like(self._total), -1)
                * self._concentration
            )
        parents = [self._total_count, self._concentration]
        self._describe(like, dtype, given, parents, scope)

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

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        draws = cast(self._total_count, dtypes.int32)
        classes = self.event_shape_tensor()[0]
        weights = gamma(stack([n]), self._concentration, None, self.dtype, seed)
        logits = reshape(log(weights), [-1, classes])
        again = next_seed(seed, "dirichlet_multinomial")
        drawn = categorical(logits, draws, None, again)
        found = reduce_sum(one_hot(drawn, classes), axis=-2)
        sizes = [stack([n]), self.batch_shape_tensor(), stack([classes])]
        return cast(reshape(found, concat(sizes, 0)), self.dtype)

    def _log_prob(self, value: Tensor) -> Tensor:
        counts = self._checked_counts(value)
        ordered = lbeta(self._concentration + counts) - lbeta(self._concentration)
        return ordered + log_combinations(self._total_count, counts)

    def _share(self) -> Tensor:
        return self._concentration / expand_dims(self._total, -1)

    def _mean(self) -> Tensor:
        return expand_dims(self._total_count, -1) * self._share()

    def _scale(self) -> Tensor:
        """The square root of how much wider it is than a multinomial one."""
        total = expand_dims(self._total, -1)
        ratio = (total + expand_dims(self._total_count, -1)) / (1.0 + total)
        return sqrt(ratio)

    def _variance(self) -> Tensor:
        scale = self._scale()
        x = scale * self._mean()
        return x * (scale - scale * self._share())

    def _covariance(self) -> Tensor:
        scale = self._scale()
        return _outer_covariance(
            scale * self._mean(), scale * self._share(), self._variance()
        )


__all__ = ["DirichletMultinomial", "Multinomial", "log_combinations"]
