"""Counts of true and false positives and negatives; precision and recall."""

from __future__ import annotations

from typing import Any, Final

from runtime.arrays.filling import zeros_like
from runtime.arrays.indexing import where
from runtime.compat.v1.metrics.totals import (
    Collections,
    Metric,
    added,
    as_bools,
    float_total,
    metric_of,
    metric_scope,
    of_one_rank,
    read,
    require_graph,
    true_total,
)
from runtime.math.arithmetic import add
from runtime.math.comparison import greater, logical_and, logical_not
from runtime.math.division import divide
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

OUTCOMES: Final = {
    "true_positives": (True, True),
    "false_positives": (False, True),
    "true_negatives": (False, False),
    "false_negatives": (True, False),
}
"""A count -> what the label is, and what is predicted."""


def is_outcome(outcome: str, labels: Tensor, predictions: Tensor) -> Tensor:
    """Where labels and predictions, both bool, have an outcome of ``OUTCOMES``."""
    label, predicted = OUTCOMES[outcome]
    found: Tensor = logical_and(
        labels if label else logical_not(labels),
        predictions if predicted else logical_not(predictions),
    )
    return found


def _counted(
    outcome: str,
    labels: Any,
    predictions: Any,
    weights: Any,
    metrics_collections: Collections,
    updates_collections: Collections,
    name: str | None,
) -> Metric:
    require_graph(outcome)
    with metric_scope(name, outcome, (predictions, labels, weights)):
        wanted, guessed = as_bools(labels, predictions)
        guessed, wanted, factors = of_one_rank(guessed, wanted, weights)
        count = float_total("count")
        amount = true_total(is_outcome(outcome, wanted, guessed), factors)
        value, update = read(count), added(count, amount)
        return metric_of(value, update, metrics_collections, updates_collections)


def true_positives(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of positive labels with positive predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _counted(
        "true_positives",
        labels,
        predictions,
        weights,
        metrics_collections,
        updates_collections,
        name,
    )


def false_positives(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of negative labels with positive predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _counted(
        "false_positives",
        labels,
        predictions,
        weights,
        metrics_collections,
        updates_collections,
        name,
    )


def true_negatives(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of negative labels with negative predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _counted(
        "true_negatives",
        labels,
        predictions,
        weights,
        metrics_collections,
        updates_collections,
        name,
    )


def false_negatives(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The number of positive labels with negative predictions.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _counted(
        "false_negatives",
        labels,
        predictions,
        weights,
        metrics_collections,
        updates_collections,
        name,
    )


def _part(
    name: str | None,
    what: str,
    others: str,
    given: tuple[Any, Any, Any],
    collections: tuple[Collections, Collections],
) -> Metric:
    """True positives among themselves and the others."""
    require_graph(what)
    labels, predictions, weights = given
    with metric_scope(name, what, (predictions, labels, weights)):
        wanted, guessed = as_bools(labels, predictions)
        guessed, wanted, factors = of_one_rank(guessed, wanted, weights)
        arguments = (wanted, guessed, factors, None, None, None)
        right, right_now = _counted("true_positives", *arguments)
        rest, rest_now = _counted(others, *arguments)
        return metric_of(_share(right, rest), _share(right_now, rest_now), *collections)


def _share(right: Tensor, rest: Tensor) -> Tensor:
    total = add(right, rest)
    found: Tensor = where(greater(total, 0), divide(right, total), zeros_like(total))
    return found


def precision(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The share of positive predictions whose label is positive.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.precision([1, 0, 1], [1, 1, 0])
    ...     _ = session.run(tf.compat.v1.local_variables_initializer())
    ...     session.run(update)
    np.float32(0.5)

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _part(
        name,
        "precision",
        "false_positives",
        (labels, predictions, weights),
        (metrics_collections, updates_collections),
    )


def recall(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The share of positive labels that are predicted.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return _part(
        name,
        "recall",
        "false_negatives",
        (labels, predictions, weights),
        (metrics_collections, updates_collections),
    )


__all__ = [
    "false_negatives",
    "false_positives",
    "precision",
    "recall",
    "true_negatives",
    "true_positives",
]
