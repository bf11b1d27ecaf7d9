"""Means over batches: of values, of errors, of correct predictions."""

from __future__ import annotations

from graphir import dtypes
from runtime.arrays.filling import zeros_like
from runtime.arrays.indexing import where
from runtime.arrays.reshaping import size
from runtime.compat.v1.metrics.totals import (
    Collections,
    Metric,
    float_total,
    metric_of,
    metric_scope,
    metric_variable,
    of_one_rank,
    pair_of,
    quotient,
    require_graph,
    spread,
)
from runtime.math.arithmetic import abs as absolute
from runtime.math.arithmetic import multiply, square, subtract
from runtime.math.casting import cast
from runtime.math.comparison import equal, less
from runtime.math.division import divide_no_nan
from runtime.math.exponentials import sqrt
from runtime.math.reductions import reduce_sum
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def mean(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean of all values so far.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean([1.0, 3.0])
    ...     _ = session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update), session.run(value))
    2.0 2.0

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean")
    with metric_scope(name, "mean", (values, weights)):
        given = cast(values, dtypes.float32)
        total, count = float_total("total"), float_total("count")
        if weights is None:
            amount = cast(size(given), dtypes.float32)
        else:
            given, _, factors = of_one_rank(given, None, weights)
            each = spread(factors, given)
            given, amount = multiply(given, each), reduce_sum(each)
        return pair_of(
            (total, count),
            (reduce_sum(given), amount),
            quotient,
            metrics_collections,
            updates_collections,
        )


def mean_tensor(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean of each element.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_tensor")
    with metric_scope(name, "mean", (values, weights)):
        given = cast(values, dtypes.float32)
        sizes = given.shape.as_ints()
        total = metric_variable(sizes, dtypes.float32, "total_tensor")
        count = metric_variable(sizes, dtypes.float32, "count_tensor")
        amounts = spread(1.0, given)
        if weights is not None:
            given, _, factors = of_one_rank(given, None, weights)
            amounts = spread(factors, given)
            given = multiply(given, amounts)
        return pair_of(
            (total, count),
            (given, amounts),
            quotient,
            metrics_collections,
            updates_collections,
        )


def accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The share of predictions that equal their labels.

    Raises:
      RuntimeError: while ops run eagerly.
      ValueError: for shapes that do not fit.
    """
    require_graph("accuracy")
    given, wanted, factors = of_one_rank(predictions, labels, weights)
    if given.dtype != wanted.dtype:
        given = cast(given, wanted.dtype)
    right = cast(equal(given, wanted), dtypes.float32)
    return mean(
        right, factors, metrics_collections, updates_collections, name or "accuracy"
    )


def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean distance of predictions from labels.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_absolute_error")
    given, wanted, factors = of_one_rank(predictions, labels, weights)
    return mean(
        absolute(subtract(given, wanted)),
        factors,
        metrics_collections,
        updates_collections,
        name or "mean_absolute_error",
    )


def mean_relative_error(
    labels: TensorLike,
    predictions: TensorLike,
    normalizer: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean distance as a part of a normalizer, 0 where that is 0.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_relative_error")
    given, wanted, factors = of_one_rank(predictions, labels, weights)
    given, scale, _ = of_one_rank(given, normalizer)
    given.shape.assert_is_compatible_with(scale.shape)
    errors = divide_no_nan(absolute(subtract(wanted, given)), scale)
    relative = where(equal(scale, zeros_like(scale)), zeros_like(wanted), errors)
    return mean(
        relative,
        factors,
        metrics_collections,
        updates_collections,
        name or "mean_relative_error",
    )


def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean square of the distance.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_squared_error")
    given, wanted, factors = of_one_rank(predictions, labels, weights)
    return mean(
        square(subtract(wanted, given)),
        factors,
        metrics_collections,
        updates_collections,
        name or "mean_squared_error",
    )


def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The root of the mean square of the distance.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("root_mean_squared_error")
    value, update = mean_squared_error(
        labels, predictions, weights, None, None, name or "root_mean_squared_error"
    )
    return metric_of(
        sqrt(value), sqrt(update), metrics_collections, updates_collections
    )


def mean_cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    dim: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """One less the mean product along an axis of vectors of length 1.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_cosine_distance")
    given, wanted, factors = of_one_rank(predictions, labels, weights)
    near = reduce_sum(multiply(given, wanted), [dim], keepdims=True)
    value, update = mean(near, factors, None, None, name or "mean_cosine_distance")
    return metric_of(
        _rest(value), _rest(update), metrics_collections, updates_collections
    )


def _rest(part: Tensor) -> Tensor:
    rest: Tensor = subtract(1.0, part)
    return rest


def percentage_below(
    values: TensorLike,
    threshold: float,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """How many of the values are below a threshold, as a part of 1.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("percentage_below")
    below = cast(less(convert_to_tensor(values), threshold), dtypes.float32)
    return mean(
        below,
        weights,
        metrics_collections,
        updates_collections,
        name or "percentage_below_threshold",
    )


__all__ = [
    "accuracy",
    "mean",
    "mean_absolute_error",
    "mean_cosine_distance",
    "mean_relative_error",
    "mean_squared_error",
    "mean_tensor",
    "percentage_below",
    "root_mean_squared_error",
]
