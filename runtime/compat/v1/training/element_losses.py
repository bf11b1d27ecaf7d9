"""Losses of TensorFlow 1 by element, weighted, and the collection of losses."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.compat.v1.collections import add_loss
from runtime.compat.v1.graph_variables import GraphKeys, get_collection
from runtime.compat.v1.neural.given import required
from runtime.compat.v1.training.weighted_losses import Reduction, compute_weighted_loss
from runtime.context import op_scope
from runtime.math import reductions
from runtime.nn import losses
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

_MEAN = Reduction.SUM_BY_NONZERO_WEIGHTS


def get_losses(
    scope: str | None = None, loss_collection: str = GraphKeys.LOSSES
) -> list[Any]:
    """The losses of the graph whose names begin with ``scope``.

    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.losses.mean_squared_error([1.0], [3.0])
    ...     len(tf.compat.v1.losses.get_losses())
    1
    """
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The losses of regularizers of the graph."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> Any:
    """The sum of the losses of regularizers, 0 where there are none."""
    found = get_regularization_losses(scope)
    if not found:
        return convert_to_tensor(0.0)
    return apply_op("AddN", [found], name=name)


def get_total_loss(
    add_regularization_losses: bool = True,
    name: str = "total_loss",
    scope: str | None = None,
) -> Tensor:
    """The sum of all losses of the graph.

    >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.losses.mean_squared_error([1.0], [3.0])
    ...     session.run(tf.compat.v1.losses.get_total_loss())
    np.float32(4.0)
    """
    found = get_losses(scope)
    if add_regularization_losses:
        found = [*found, *get_regularization_losses(scope)]
    return apply_single("AddN", [found], name=name)


def _pair(labels: Any, predictions: Any) -> tuple[Any, Any]:
    if labels is None:
        raise ValueError("Argument `labels` must not be None.")
    if predictions is None:
        raise ValueError("Argument `predictions` must not be None.")
    guesses, truth = _float32(predictions), _float32(labels)
    if not guesses.shape.is_compatible_with(truth.shape):
        raise ValueError(f"Shapes {guesses.shape} and {truth.shape} are incompatible")
    return guesses, truth


def _float32(value: Any) -> Tensor:
    given = convert_to_tensor(value)
    if given.dtype is dtypes.float32:
        return given
    cast: Tensor = apply_op("Cast", [given], {"DstT": dtypes.float32})
    return cast


def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The absolute difference.

    >>> tf.compat.v1.losses.absolute_difference([1.0], [3.0]).numpy()
    np.float32(2.0)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "absolute_difference"):
        guesses, truth = _pair(labels, predictions)
        found = apply_op("Abs", [apply_op("Sub", [guesses, truth])])
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The square of the difference.

    >>> tf.compat.v1.losses.mean_squared_error([1.0], [3.0]).numpy()
    np.float32(4.0)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "mean_squared_error"):
        found = apply_op("SquaredDifference", [*_pair(labels, predictions)])
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """Half the squared difference up to ``delta``, linear beyond.

    >>> tf.compat.v1.losses.huber_loss([0.0], [3.0]).numpy()
    np.float32(2.5)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "huber_loss"):
        guesses, truth = _pair(labels, predictions)
        size = apply_op("Abs", [apply_op("Sub", [guesses, truth])])
        near = apply_op("Minimum", [size, delta])
        far = apply_op("Sub", [size, near])
        square = apply_op("Mul", [0.5, apply_op("Mul", [near, near])])
        found = apply_op("AddV2", [square, apply_op("Mul", [delta, far])])
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-07,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The cross entropy of probabilities.

    >>> tf.compat.v1.losses.log_loss([1.0], [1.0]).numpy().round(4)
    np.float32(-0.0)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "log_loss"):
        guesses, truth = _pair(labels, predictions)
        yes = truth * apply_op("Log", [guesses + epsilon])
        no = (1 - truth) * apply_op("Log", [1 - guesses + epsilon])
        return compute_weighted_loss(
            -yes - no, weights, None, loss_collection, reduction
        )


def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The hinge loss of scores; labels are 0 and 1.

    >>> tf.compat.v1.losses.hinge_loss([1.0], [0.25]).numpy()
    np.float32(0.75)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "hinge_loss"):
        scores, truth = _pair(labels, logits)
        found = apply_op("Relu", [1 - (2 * truth - 1) * scores])
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
    dim: int | None = None,
) -> Tensor:
    """One minus the dot product of vectors, which must have length 1.

    >>> tf.compat.v1.losses.cosine_distance([1.0, 0.0], [1.0, 0.0], axis=0).numpy()
    np.float32(0.0)

    Raises:
      ValueError: for shapes that differ, None, or without an axis.
    """
    along = required(axis=axis, dim=dim)
    with op_scope(scope, "cosine_distance_loss"):
        guesses, truth = _pair(labels, predictions)
        found = 1 - reductions.reduce_sum(guesses * truth, along, True)
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def mean_pairwise_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
) -> Tensor:
    """The mean squared error of differences of pairs of elements, within items.

    >>> loss = tf.compat.v1.losses.mean_pairwise_squared_error
    >>> loss([[0.0, 0.0]], [[1.0, 3.0]]).numpy()
    np.float32(4.0)

    Raises:
      ValueError: for different shapes, or an argument that is None.
    """
    with op_scope(scope, "mean_pairwise_squared_error"):
        guesses, truth = _pair(labels, predictions)
        factors: Any = _float32(weights)
        differences = apply_op("Sub", [guesses, truth])
        axes = apply_op("Range", [1, apply_op("Rank", [differences]), 1])
        spread = apply_op("Mul", [factors, apply_op("OnesLike", [differences])])
        counted = _float32(apply_op("NotEqual", [spread, 0.0]))
        counts: Any = reductions.reduce_sum(counted, axes, True)
        if current_trace() is None and factors.shape.rank == 0 and factors.numpy() != 0:
            # one weight for all: TensorFlow counts the elements of all items, eagerly
            counts = _float32(apply_op("Size", [differences]))
        squares = reductions.reduce_sum(differences * differences, axes, True)
        sums = reductions.reduce_sum(differences, axes, True)
        others = apply_op("Maximum", [counts - 1, 0.0])
        pairs = 2.0 * (
            apply_op("DivNoNan", [squares, others])
            - apply_op("DivNoNan", [sums * sums, counts * others])
        )
        loss: Tensor = reductions.reduce_sum(pairs * factors)
        add_loss(loss, loss_collection)
        return loss


def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The cross entropy of independent class labels and logits.

    >>> tf.compat.v1.losses.sigmoid_cross_entropy([1.0], [0.0]).numpy()
    np.float32(0.6931472)

    Raises:
      ValueError: for shapes that differ.
    """
    with op_scope(scope, "sigmoid_cross_entropy_loss"):
        scores = convert_to_tensor(logits)
        truth = apply_op(
            "Cast", [convert_to_tensor(multi_class_labels)], {"DstT": scores.dtype}
        )
        if label_smoothing > 0:
            truth = truth * (1 - label_smoothing) + 0.5 * label_smoothing
        found = losses.sigmoid_cross_entropy_with_logits(truth, scores)
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _MEAN,
) -> Tensor:
    """The cross entropy of one-hot labels and logits.

    >>> tf.compat.v1.losses.softmax_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]]).numpy()
    np.float32(0.6931472)

    Raises:
      ValueError: for shapes that differ.
    """
    with op_scope(scope, "softmax_cross_entropy_loss"):
        scores = convert_to_tensor(logits)
        truth = apply_op(
            "Cast", [convert_to_tensor(onehot_labels)], {"DstT": scores.dtype}
        )
        if not scores.shape.is_compatible_with(truth.shape):
            raise ValueError(
                f"Shapes {scores.shape} and {truth.shape} are incompatible"
            )
        if label_smoothing > 0:
            count = truth.shape[-1]
            truth = truth * (1 - label_smoothing) + label_smoothing / count
        truth = apply_op("StopGradient", [truth])
        found = losses.softmax_cross_entropy_with_logits(truth, scores)
        return compute_weighted_loss(found, weights, None, loss_collection, reduction)


__all__ = [
    "absolute_difference",
    "cosine_distance",
    "get_losses",
    "get_regularization_loss",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "huber_loss",
    "log_loss",
    "mean_pairwise_squared_error",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
]
