"""Metrics of classes: how often each is confused with which."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.arrays.filling import ones, ones_like, zeros_like
from runtime.arrays.indexing import where
from runtime.arrays.reshaping import reshape, size
from runtime.compat.v1.metrics.totals import (
    Collections,
    Metric,
    added,
    kept,
    metric_of,
    metric_scope,
    metric_variable,
    of_one_rank,
    quotient,
    read,
    require_graph,
)
from runtime.linalg.transposes import diag_part
from runtime.math.arithmetic import add, multiply, subtract
from runtime.math.casting import cast
from runtime.math.comparison import equal, greater, not_equal
from runtime.math.counting import confusion_matrix
from runtime.math.division import divide
from runtime.math.reductions import reduce_mean, reduce_sum
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _flat(values: Any) -> Any:
    if values is None:
        return None
    found = convert_to_tensor(values)
    return found if found.shape.rank in (0, 1) else reshape(found, [-1])


def mean_iou(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean over classes of hits among all that is, or is predicted, of a class.

    The second result is the matrix of confusions with this batch.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_iou([0, 1, 1], [0, 1, 0], 2)
    ...     _ = session.run(tf.compat.v1.local_variables_initializer())
    ...     _ = session.run(update)
    ...     session.run(value)
    np.float32(0.5)

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_iou")
    with metric_scope(name, "mean_iou", (predictions, labels, weights)):
        convert_to_tensor(predictions).shape.assert_is_compatible_with(
            convert_to_tensor(labels).shape
        )
        sizes = [num_classes, num_classes]
        total = metric_variable(sizes, dtypes.float64, "total_confusion_matrix")
        now = confusion_matrix(
            _flat(cast(labels, dtypes.int64)),
            _flat(cast(predictions, dtypes.int64)),
            num_classes,
            weights=_flat(weights),
            dtype=dtypes.float64,
        )
        value, update = _overlap(read(total)), added(total, now)
        return metric_of(value, update, metrics_collections, updates_collections)


def _overlap(confusions: Tensor) -> Tensor:
    rows = cast(reduce_sum(confusions, 0), dtypes.float32)
    columns = cast(reduce_sum(confusions, 1), dtypes.float32)
    hits = cast(diag_part(confusions), dtypes.float32)
    whole = subtract(add(rows, columns), hits)
    seen = reduce_sum(cast(not_equal(whole, 0), dtypes.float32))
    parts = divide(hits, where(greater(whole, 0), whole, ones_like(whole)))
    total = reduce_sum(parts)
    found: Tensor = where(greater(seen, 0), divide(total, seen), zeros_like(seen))
    return found


def mean_per_class_accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Metric:
    """The mean over classes of how often each is predicted.

    The second result is the accuracy of each class with this batch.

    Raises:
      RuntimeError: while ops run eagerly.
    """
    require_graph("mean_per_class_accuracy")
    with metric_scope(name, "mean_accuracy", (predictions, labels, weights)):
        wanted = _flat(cast(labels, dtypes.int64))
        guessed, wanted, factors = of_one_rank(_flat(predictions), wanted, None)
        guessed, factors = cast(guessed, dtypes.int64), _flat(weights)
        total = metric_variable([num_classes], dtypes.float32, "total")
        count = metric_variable([num_classes], dtypes.float32, "count")
        each = ones([size(wanted)], dtypes.float32)
        right = cast(equal(guessed, wanted), dtypes.float32)
        if factors is not None:
            share = cast(factors, dtypes.float32)
            each, right = multiply(each, share), multiply(right, share)
        totals, counts = (
            convert_to_tensor(variable.scatter_nd_add(reshape(wanted, [-1, 1]), part))
            for variable, part in ((total, each), (count, right))
        )
        value = reduce_mean(quotient(read(count), read(total)))
        update = quotient(counts, totals)
        return kept(value, metrics_collections), kept(update, updates_collections)


__all__ = ["mean_iou", "mean_per_class_accuracy"]
