"""Metrics of the k classes with the greatest scores."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.arrays.filling import fill, ones_like
from runtime.arrays.reshaping import expand_dims, shape, size
from runtime.compat.v1.metrics.totals import (
    Collections,
    Metric,
    metric_scope,
    metric_variable,
    pair_of,
    quotient,
    require_graph,
    spread,
)
from runtime.math.arithmetic import minimum, multiply
from runtime.math.casting import cast
from runtime.math.comparison import equal, logical_and, logical_not
from runtime.math.division import divide
from runtime.math.ranking import top_k
from runtime.math.reductions import reduce_any, reduce_sum
from runtime.math.scans import cumsum
from runtime.namespaces import sets
from runtime.sparse.construction import to_dense
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _name(what: str, k: Any, class_id: int | None = None) -> str:
    text = f"{what}_at_{'k' if k is None else k}"
    return text if class_id is None else f"{text}_class{class_id}"


def _labels_of(labels: Any, ranked: Tensor) -> Any:
    """Labels with an axis for several of them."""
    if isinstance(labels, SparseTensor):
        return labels
    found = cast(labels, dtypes.int64)
    if (
        found.shape.rank is not None
        and found.shape.rank == (ranked.shape.rank or 0) - 1
    ):
        return expand_dims(found, -1)
    return found


def _has(ids: Any, class_id: int) -> Tensor:
    rows = to_dense(ids, -1) if isinstance(ids, SparseTensor) else ids
    found: Tensor = reduce_any(equal(rows, cast(class_id, rows.dtype)), -1)
    return found


def _hits(labels: Any, ranked: Tensor, class_id: int | None) -> Tensor:
    """The number of labels among the ranked ones, for each row."""
    if class_id is None:
        both = sets.size(sets.intersection(ranked, labels))
    else:
        both = logical_and(_has(labels, class_id), _has(ranked, class_id))
    found: Tensor = cast(both, dtypes.float64)
    return found


def _only_first(first: Any, second: Any, class_id: int | None) -> Tensor:
    """The number of those in the first alone, for each row."""
    if class_id is None:
        swap = isinstance(first, SparseTensor) and not isinstance(second, SparseTensor)
        rest = (
            sets.difference(second, first, aminusb=False)
            if swap
            else sets.difference(first, second)
        )
        alone = sets.size(rest)
    else:
        alone = logical_and(_has(first, class_id), logical_not(_has(second, class_id)))
    found: Tensor = cast(alone, dtypes.float64)
    return found


def _weighted_total(counts: Tensor, weights: Any) -> Tensor:
    if weights is not None:
        counts = multiply(counts, cast(weights, dtypes.float64))
    total: Tensor = reduce_sum(counts)
    return total


def _share_at(
    what: str,
    k: Any,
    class_id: int | None,
    given: tuple[Any, Any, Any],
    collections: tuple[Collections, Collections],
    name: str | None,
) -> Metric:
    """Hits among what is ranked (precision) or among the labels (recall)."""
    labels, predictions_idx, weights = given
    scope = _name(what, k, class_id)
    with metric_scope(name, scope, (predictions_idx, labels, weights)):
        ranked = cast(predictions_idx, dtypes.int64)
        wanted = _labels_of(labels, ranked)
        is_recall = what == "recall"
        missing = _only_first(
            *((wanted, ranked) if is_recall else (ranked, wanted)), class_id
        )
        other = "false_negative" if is_recall else "false_positive"
        variables = [
            metric_variable([], dtypes.float64, _name(each, k, class_id))
            for each in ("true_positive", other)
        ]
        amounts = [
            _weighted_total(each, weights)
            for each in (_hits(wanted, ranked, class_id), missing)
        ]
        return pair_of(variables, amounts, _share, *collections)


def _share(hits: Tensor, rest: Tensor) -> Tensor:
    found: Tensor = divide(hits, hits + rest)
    return found


def precision_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The part of the ranked classes that are labels.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("precision_at_top_k")
    given = labels, predictions_idx, weights
    collections = metrics_collections, updates_collections
    return _share_at("precision", k, class_id, given, collections, name)


def recall_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The part of the labels that are among the ranked classes.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("recall_at_top_k")
    given = labels, predictions_idx, weights
    collections = metrics_collections, updates_collections
    return _share_at("recall", k, class_id, given, collections, name)


def precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The part of the k classes with the greatest scores that are labels.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels = tf.constant([[0]], tf.int64)
    ...     _, update = tf.compat.v1.metrics.precision_at_k(labels, [[0.5, 0.1]], 2)
    ...     _ = session.run(tf.compat.v1.local_variables_initializer())
    ...     session.run(update)
    np.float64(0.5)

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("sparse_precision_at_k")
    given = labels, top_k(predictions, k)[1], weights
    collections = metrics_collections, updates_collections
    scope = name or _name("precision", k, class_id)
    return _share_at("precision", k, class_id, given, collections, scope)


def recall_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The part of the labels that are among the k classes with the greatest scores.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("recall_at_k")
    given = labels, top_k(predictions, k)[1], weights
    collections = metrics_collections, updates_collections
    scope = name or _name("recall", k, class_id)
    return _share_at("recall", k, class_id, given, collections, scope)


def sparse_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """`precision_at_k` by its earlier name.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    return precision_at_k(labels, predictions, k, class_id, weights, *collections, name)


def average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean over rows of the mean precision at each label among the k greatest.

    Raises:
      RuntimeError: while ops run eagerly.
      ValueError: for k below 1.
    """
    require_graph("sparse_average_precision_at_k")
    if k < 1:
        raise ValueError(f"Invalid k={k}.")
    scope = _name("average_precision", k)
    with metric_scope(name, scope, (predictions, labels, weights)):
        ranked = cast(top_k(predictions, k)[1], dtypes.int64)
        each = _average_precision(_labels_of(labels, ranked), ranked, k)
        amount = cast(size(each), dtypes.float64)
        if weights is not None:
            factors = spread(weights, each, dtypes.float64)
            each, amount = multiply(each, factors), reduce_sum(factors)
        variables = [
            metric_variable([], dtypes.float64, key) for key in ("total", "max")
        ]
        amounts = reduce_sum(each), amount
        collections = metrics_collections, updates_collections
        return pair_of(variables, amounts, quotient, *collections)


def sparse_average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """`average_precision_at_k` by its earlier name.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    collections = metrics_collections, updates_collections
    return average_precision_at_k(labels, predictions, k, weights, *collections, name)


def _average_precision(labels: Any, ranked: Tensor, k: int) -> Tensor:
    wanted = to_dense(labels, -1) if isinstance(labels, SparseTensor) else labels
    # each ranked class against all labels of its row
    pairs = equal(expand_dims(ranked, -1), expand_dims(wanted, -2))
    is_label = cast(reduce_any(pairs, -1), dtypes.float64)
    places = cumsum(ones_like(is_label), -1)
    precisions = divide(cumsum(is_label, -1), places)
    total = reduce_sum(multiply(precisions, is_label), -1)
    found: Tensor = divide(total, cast(_relevant(labels, k), dtypes.float64))
    return found


def _relevant(labels: Any, k: int) -> Tensor:
    """The number of labels that k places can have, for each row."""
    if isinstance(labels, SparseTensor):
        found: Tensor = minimum(sets.size(labels), k)
        return found
    sizes = shape(labels)
    return fill(sizes[:-1], minimum(sizes[-1], k))


__all__ = [
    "average_precision_at_k",
    "precision_at_k",
    "precision_at_top_k",
    "recall_at_k",
    "recall_at_top_k",
    "sparse_average_precision_at_k",
    "sparse_precision_at_k",
]
