"""Distributions of labels: `Bernoulli` of two, `Categorical` of several classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.filling import ones_like, zeros_like
from runtime.arrays.indexing import where
from runtime.arrays.joining import concat, stack
from runtime.arrays.marking import sequence_mask
from runtime.arrays.rearranging import identity
from runtime.arrays.reshaping import expand_dims, reshape, shape, transpose
from runtime.compat.v1.assertions import (
    assert_equal,
    assert_less_equal,
    assert_near,
    assert_non_negative,
)
from runtime.compat.v1.distributions.distribution import (
    NOT_REPARAMETERIZED,
    Distribution,
)
from runtime.compat.v1.distributions.divergences import RegisterKL
from runtime.compat.v1.distributions.given_parameters import (
    checked,
    logits_and_probs,
    parameter_scope,
    whole_number_checks,
)
from runtime.math.casting import cast
from runtime.math.exponentials import sigmoid
from runtime.math.reductions import reduce_sum
from runtime.math.rounding import floor
from runtime.math.statistics import argmax
from runtime.nn.activations import log_softmax, softmax, softplus
from runtime.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from runtime.random.sampling import categorical, uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

_BELOW = "probs has components less than 0."


class Bernoulli(Distribution):
    """The distribution of 0 and 1.

    Args:
      logits: log-odds of 1, or
      probs: probabilities of 1; one of the two is given.
      dtype: the dtype of events.
      validate_args: whether probabilities and values are checked to be in range.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> tf.compat.v1.distributions.Bernoulli(probs=0.25).prob([0, 1]).numpy()
    array([0.75, 0.25], dtype=float32)

    Raises:
      ValueError: if both parameters are given, or neither.
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        given = {
            "logits": logits,
            "probs": probs,
            "dtype": dtype,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            checks = _chances_checks if validate_args else None
            self._logits, self._probs = logits_and_probs(logits, probs, False, checks)
        super().__init__(
            dtypes.as_dtype(dtype),
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._logits, self._probs],
            scope,
        )

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        return {"logits": convert_to_tensor(sample_shape, dtypes.int32)}

    @property
    def logits(self) -> Tensor:
        """The log-odds of 1."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """The probabilities of 1."""
        return self._probs

    def _batch_shape(self) -> Shape:
        return self._logits.shape

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._logits)

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        sizes = concat([stack([n]), self.batch_shape_tensor()], 0)
        drawn = uniform(sizes, 0, None, self._probs.dtype, seed)
        return cast(drawn < self._probs, self.dtype)

    def _log_prob(self, value: Tensor) -> Tensor:
        event = cast(self._checked_value(value), self._logits.dtype)
        logits = self._logits + zeros_like(event)
        event = event + zeros_like(logits)
        return -sigmoid_cross_entropy_with_logits(labels=event, logits=logits)

    def _checked_value(self, value: Tensor) -> Any:
        if not self.validate_args:
            return value
        if value.dtype.is_floating:
            checks = whole_number_checks(value)
        else:
            told = f"'{value}' must be non-negative."
            checks = [assert_non_negative(value, message=told)]
        one = convert_to_tensor(1, value.dtype)
        most = assert_less_equal(value, one, message="Elements cannot exceed 1.")
        return checked(value, [*checks, most])

    def _entropy(self) -> Tensor:
        logits = self._logits
        return -logits * (sigmoid(logits) - 1.0) + softplus(-logits)

    def _mean(self) -> Any:
        return identity(self._probs)

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self._probs)

    def _mode(self) -> Tensor:
        return cast(self._probs > 0.5, self.dtype)


def _chances_checks(chances: Tensor) -> list[Any]:
    one = convert_to_tensor(1.0, chances.dtype)
    told = "probs has components greater than 1."
    return [
        assert_non_negative(chances, message=_BELOW),
        assert_less_equal(chances, one, message=told),
    ]


def class_chances_checks(chances: Tensor) -> list[Any]:
    """Checks that the probabilities of classes are positive and sum to one."""
    one = convert_to_tensor(1.0, chances.dtype)
    total = reduce_sum(chances, axis=-1)
    return [
        assert_non_negative(chances, message=_BELOW),
        assert_near(total, one, message="probs does not sum to 1."),
    ]


class Categorical(Distribution):
    """The distribution of class numbers, from 0 on.

    Args:
      logits: unnormalized log-probabilities, classes along the last axis, or
      probs: probabilities that sum to one; one of the two is given.
      dtype: the dtype of events.
      validate_args: whether probabilities are checked.
      allow_nan_stats: whether statistics that are not defined are NaN.

    >>> classes = tf.compat.v1.distributions.Categorical(probs=[0.25, 0.5, 0.25])
    >>> classes.mode().numpy(), classes.prob(0).numpy().round(3)
    (np.int32(1), np.float32(0.25))

    Raises:
      ValueError: if both parameters are given, or neither, or one has no axis.
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        given = {
            "logits": logits,
            "probs": probs,
            "dtype": dtype,
            "validate_args": validate_args,
            "allow_nan_stats": allow_nan_stats,
            "name": name,
        }
        with parameter_scope(name) as scope:
            checks = class_chances_checks if validate_args else None
            self._logits, self._probs = logits_and_probs(logits, probs, True, checks)
            known = self._logits.shape[-1] if self._logits.shape.rank else None
            self._event_size = (
                shape(self._logits)[-1]
                if known is None
                else convert_to_tensor(known, dtypes.int32, name="event_size")
            )
        super().__init__(
            dtypes.as_dtype(dtype),
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            given,
            [self._logits, self._probs],
            scope,
        )

    @property
    def event_size(self) -> Tensor:
        """How many classes there are, int32 []."""
        return self._event_size

    @property
    def logits(self) -> Tensor:
        """The log-probabilities, not normalized."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """The probabilities of classes, along the last axis."""
        return self._probs

    def _batch_shape(self) -> Shape:
        found = self._logits.shape
        return found[:-1] if found.rank is not None else Shape(None)

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._logits)[:-1]

    def _event_shape(self) -> Shape:
        return Shape([])

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor(np.zeros(0, np.int32))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        rows = self._logits
        if rows.shape.rank != 2:
            rows = reshape(rows, [-1, self._event_size])
        kind = dtypes.int64 if self.dtype.size > 4 else dtypes.int32
        drawn = transpose(categorical(rows, n, kind, seed))
        sizes = concat([stack([n]), self.batch_shape_tensor()], 0)
        return cast(reshape(drawn, sizes), self.dtype)

    def _broadcast(self, value: Tensor, params: Tensor) -> tuple[Tensor, Tensor]:
        """Class numbers and a parameter with the same batch shape."""
        spread = params * cast(expand_dims(ones_like(value), -1), params.dtype)
        batch = cast(ones_like(spread[..., 0]), value.dtype)
        return value * batch, spread

    def _checked_value(self, value: Tensor) -> Any:
        if not (self.validate_args and value.dtype.is_floating):
            return value
        told = f"'{value}' cannot contain fractional components."
        return checked(value, [assert_equal(value, floor(value), message=told)])

    def _log_prob(self, value: Tensor) -> Tensor:
        k, logits = self._broadcast(self._checked_value(value), self._logits)
        if not k.dtype.is_integer:
            k = cast(k, dtypes.int32)
        return -sparse_softmax_cross_entropy_with_logits(labels=k, logits=logits)

    def _cdf(self, value: Tensor) -> Tensor:
        k, probs = self._broadcast(self._checked_value(value), self._probs)
        before = sequence_mask(cast(k, dtypes.int32), self._event_size)
        return reduce_sum(where(before, probs, zeros_like(probs)), axis=-1)

    def _entropy(self) -> Tensor:
        return -reduce_sum(log_softmax(self._logits) * self._probs, axis=-1)

    def _mode(self) -> Any:
        return cast(argmax(self._logits, axis=-1), self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _kl_of_bernoullis(a: Bernoulli, b: Bernoulli, name: str | None = None) -> Tensor:
    zero = softplus(b.logits) - softplus(a.logits)
    one = softplus(-b.logits) - softplus(-a.logits)
    return sigmoid(a.logits) * one + sigmoid(-a.logits) * zero


@RegisterKL(Categorical, Categorical)
def _kl_of_categoricals(
    a: Categorical, b: Categorical, name: str | None = None
) -> Tensor:
    difference = log_softmax(a.logits) - log_softmax(b.logits)
    return reduce_sum(softmax(a.logits) * difference, axis=-1)


__all__ = ["Bernoulli", "Categorical", "class_chances_checks"]
