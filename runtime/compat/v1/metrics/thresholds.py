"""Metrics of scores against thresholds: counts, parts, areas under curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir import dtypes
from runtime.arrays.filling import ones_like
from runtime.arrays.indexing import gather, where
from runtime.arrays.rearranging import identity
from runtime.arrays.reshaping import reshape
from runtime.compat.v1.metrics.counts import is_outcome
from runtime.compat.v1.metrics.totals import (
    Collections,
    Metric,
    added,
    metric_of,
    metric_scope,
    metric_variable,
    of_one_rank,
    read,
    require_graph,
    safe_quotient,
    shaped_like,
)
from runtime.debugging.comparisons import assert_greater_equal, assert_less_equal
from runtime.math.arithmetic import abs as absolute
from runtime.math.arithmetic import maximum, minimum, multiply
from runtime.math.casting import cast
from runtime.math.comparison import equal, greater, logical_and
from runtime.math.division import divide
from runtime.math.exponentials import log
from runtime.math.reductions import reduce_min, reduce_sum
from runtime.math.scans import cumsum
from runtime.math.statistics import argmax, argmin
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import control_dependencies

_SMALL: Final = 1e-7
Pair = tuple[Any, Any]


def _counts(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any,
    outcomes: Sequence[str],
) -> list[Pair]:
    """Each count for each threshold: what it was, and what it is with this batch."""
    scores = convert_to_tensor(predictions)
    low = assert_greater_equal(scores, 0.0, "predictions must be in [0, 1]")
    high = assert_less_equal(scores, 1.0, "predictions must be in [0, 1]")
    with control_dependencies([each for each in (low, high) if each is not None]):
        scores = identity(cast(scores, dtypes.float32))
    scores, wanted, factors = of_one_rank(scores, cast(labels, dtypes.bool_), weights)
    held = reshape(wanted, [1, -1])
    limits = reshape(convert_to_tensor(list(thresholds), dtypes.float32), [-1, 1])
    above = greater(reshape(scores, [1, -1]), limits)
    if factors is not None:
        factors = shaped_like(cast(factors, dtypes.float32), scores)
        factors = reshape(factors, [1, -1])
    found = []
    for outcome in outcomes:
        count = metric_variable([len(thresholds)], dtypes.float32, outcome)
        each = cast(is_outcome(outcome, held, above), dtypes.float32)
        if factors is not None:
            each = multiply(each, factors)
        found.append((read(count), added(count, reduce_sum(each, 1))))
    return found


def _even_thresholds(number: int, last: float) -> list[float]:
    inner = [(i + 1) * 1.0 / (number - 1) for i in range(number - 2)]
    return [0.0 - _SMALL, *inner, last]


def _both(
    compute: Any, counts: list[Pair], collections: tuple[Collections, Collections]
) -> Metric:
    before, after = zip(*counts, strict=True)
    return metric_of(compute(*before), compute(*after), *collections)


def _counted(
    outcome: str,
    given: tuple[Any, Any, Any],
    thresholds: Sequence[float],
    collections: tuple[Collections, Collections],
    name: str | None,
) -> Metric:
    require_graph(f"{outcome}_at_thresholds")
    labels, predictions, weights = given
    with metric_scope(name, outcome, (predictions, labels, weights)):
        counts = _counts(labels, predictions, thresholds, weights, [outcome])
        return metric_of(*counts[0], *collections)


def true_positives_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of positive labels whose score is above each threshold.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    given = labels, predictions, weights
    return _counted("true_positives", given, thresholds, collections, name)


def false_positives_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of negative labels whose score is above each threshold.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    given = labels, predictions, weights
    return _counted("false_positives", given, thresholds, collections, name)


def true_negatives_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of negative labels whose score is at most each threshold.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    given = labels, predictions, weights
    return _counted("true_negatives", given, thresholds, collections, name)


def false_negatives_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of positive labels whose score is at most each threshold.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    given = labels, predictions, weights
    return _counted("false_negatives", given, thresholds, collections, name)


def precision_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The precision at each threshold: scores above it count as predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("precision_at_thresholds")
    collections = metrics_collections, updates_collections
    with metric_scope(name, "precision_at_thresholds", (predictions, labels, weights)):
        names = "true_positives", "false_positives"
        counts = _counts(labels, predictions, thresholds, weights, names)
        return _both(_share, counts, collections)


def recall_at_thresholds(
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The recall at each threshold: scores above it count as predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("recall_at_thresholds")
    collections = metrics_collections, updates_collections
    with metric_scope(name, "recall_at_thresholds", (predictions, labels, weights)):
        names = "true_positives", "false_negatives"
        counts = _counts(labels, predictions, thresholds, weights, names)
        return _both(_share, counts, collections)


def _share(part: Tensor, rest: Tensor) -> Tensor:
    found: Tensor = divide(part, part + rest + _SMALL)
    return found


def _require_between(value: float, name: str) -> None:
    if value < 0 or value > 1:
        raise ValueError(f"`{name}` must be in the range [0, 1]. Received: {value}.")


def sensitivity_at_specificity(
    labels: TensorLike,
    predictions: TensorLike,
    specificity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The sensitivity at the threshold whose specificity is nearest to a value.

    Raises:
      RuntimeError: while ops run eagerly.
      ValueError: for a specificity outside of [0, 1].
    """
    require_graph("sensitivity_at_specificity")
    _require_between(specificity, "specificity")
    scope = "sensitivity_at_specificity"
    with metric_scope(name, scope, (predictions, labels, weights)):
        limits = _even_thresholds(num_thresholds, 1.0 - _SMALL)
        names = "true_positives", "false_negatives", "true_negatives", "false_positives"
        counts = _counts(labels, predictions, limits, weights, names)

        def at_nearest(tp: Tensor, fn: Tensor, tn: Tensor, fp: Tensor) -> Tensor:
            place = argmin(absolute(_share(tn, fp) - specificity), 0)
            return _share(gather(tp, place), gather(fn, place))

        return _both(at_nearest, counts, (metrics_collections, updates_collections))


def specificity_at_sensitivity(
    labels: TensorLike,
    predictions: TensorLike,
    sensitivity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The specificity at the threshold whose sensitivity is nearest to a value.

    Raises:
      RuntimeError: while ops run eagerly.
      ValueError: for a sensitivity outside of [0, 1].
    """
    require_graph("specificity_at_sensitivity")
    _require_between(sensitivity, "sensitivity")
    scope = "specificity_at_sensitivity"
    with metric_scope(name, scope, (predictions, labels, weights)):
        limits = _even_thresholds(num_thresholds, 1.0 - _SMALL)
        names = "true_positives", "false_negatives", "true_negatives", "false_positives"
        counts = _counts(labels, predictions, limits, weights, names)

        def at_last_nearest(tp: Tensor, fn: Tensor, tn: Tensor, fp: Tensor) -> Tensor:
            distances = absolute(_share(tp, fn) - sensitivity)
            nearest = cast(equal(distances, reduce_min(distances)), dtypes.int64)
            # of several that are as near, the last
            place = argmax(cumsum(nearest), 0)
            return _share(gather(tn, place), gather(fp, place))

        return _both(
            at_last_nearest, counts, (metrics_collections, updates_collections)
        )


def auc(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Sequence[float] | None = None,
) -> Metric:
    """The area under the curve of hits over false alarms, or of precision over recall.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.auc([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.6])
    ...     _ = session.run(tf.compat.v1.local_variables_initializer())
    ...     print(f"{session.run(update):.3f}")
    0.750

    Raises:
      RuntimeError: while ops run eagerly.
      ValueError: for another curve, or another way to sum.
    """
    require_graph("auc")
    with metric_scope(name, "auc", (labels, predictions, weights)):
        if curve not in ("ROC", "PR"):
            raise ValueError(
                f"Curve must be either ROC or PR. Curve {curve} is unknown."
            )
        if thresholds is None:
            limits = _even_thresholds(num_thresholds, 1.0 + _SMALL)
        else:
            limits = [0.0 - _SMALL, *sorted(thresholds), 1.0 + _SMALL]
        names = "true_positives", "false_negatives", "true_negatives", "false_positives"
        counts = _counts(labels, predictions, limits, weights, names)

        def area(*numbers: Tensor) -> Tensor:
            return _area(curve, summation_method, *numbers)

        return _both(area, counts, (metrics_collections, updates_collections))


def _area(
    curve: str, method: str, tp: Tensor, fn: Tensor, tn: Tensor, fp: Tensor
) -> Tensor:
    small = 1e-6
    if curve == "PR" and method == "careful_interpolation":
        return _interpolated_area(tp, fp, fn)
    recall = divide(tp + small, tp + fn + small)
    if curve == "ROC":
        x, y = divide(fp, fp + tn + small), recall
    else:
        x, y = recall, divide(tp + small, tp + fp + small)
    heights = {
        "trapezoidal": lambda: (y[:-1] + y[1:]) / 2.0,
        "careful_interpolation": lambda: (y[:-1] + y[1:]) / 2.0,
        "minoring": lambda: minimum(y[:-1], y[1:]),
        "majoring": lambda: maximum(y[:-1], y[1:]),
    }
    if method not in heights:
        raise ValueError(f"Invalid summation_method: {method}")
    found: Tensor = reduce_sum(multiply(x[:-1] - x[1:], heights[method]()))
    return found


def _interpolated_area(tp: Tensor, fp: Tensor, fn: Tensor) -> Tensor:
    """The area where true positives grow linearly between two thresholds."""
    steps, positive = tp[:-1] - tp[1:], tp + fp
    slopes = safe_quotient(steps, positive[:-1] - positive[1:])
    starts = tp[1:] - multiply(slopes, positive[1:])
    are_some = logical_and(greater(positive[:-1], 0), greater(positive[1:], 0))
    ratios = where(
        are_some, safe_quotient(positive[:-1], positive[1:]), ones_like(positive[1:])
    )
    areas = safe_quotient(slopes * (steps + starts * log(ratios)), tp[1:] + fn[1:])
    found: Tensor = reduce_sum(areas)
    return found


__all__ = [
    "auc",
    "false_negatives_at_thresholds",
    "false_positives_at_thresholds",
    "precision_at_thresholds",
    "recall_at_thresholds",
    "sensitivity_at_specificity",
    "specificity_at_sensitivity",
    "true_negatives_at_thresholds",
    "true_positives_at_thresholds",
]
