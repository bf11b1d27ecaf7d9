"""Losses of TensorFlow 1: weighted sums and means over elements."""

from __future__ import annotations

from typing import Final

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.compat.v1.collections import add_loss
from runtime.compat.v1.graph_variables import GraphKeys
from runtime.context import op_scope
from runtime.names.finder import find_name
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class Reduction:
    """The ways to reduce a loss over elements."""

    NONE: Final = "none"
    SUM: Final = "weighted_sum"
    SUM_OVER_BATCH_SIZE: Final = "weighted_sum_over_batch_size"
    MEAN: Final = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS: Final = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS: Final = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All reductions."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: str) -> None:
        """Refuses an unknown reduction.

        Raises:
          ValueError: for a key that is not a reduction.
        """
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key: {key}.")


def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The losses times their weights, reduced to a scalar unless ``reduction`` is none.

    >>> tf.compat.v1.losses.compute_weighted_loss([2.0, 4.0], [1.0, 0.0]).numpy()
    np.float32(2.0)

    Raises:
      ValueError: for another reduction.
    """
    Reduction.validate(reduction)
    with op_scope(scope, "weighted_loss"):
        given = convert_to_tensor(losses)
        each = apply_op("Cast", [given], {"DstT": dtypes.float32})
        factors = convert_to_tensor(weights, dtype_hint=dtypes.float32)
        factors = apply_op("Cast", [factors], {"DstT": dtypes.float32})
        weighted = apply_op("Mul", [each, factors])
        if reduction == Reduction.NONE:
            result = weighted
        else:
            result = _reduced(weighted, factors, each, reduction)
        cast = apply_single("Cast", [result], {"DstT": given.dtype})
        add_loss(cast, loss_collection)
        return cast


def _reduced(weighted: Tensor, factors: Tensor, each: Tensor, reduction: str) -> Tensor:
    total = find_name("reduce_sum")
    loss: Tensor = total(weighted)
    if reduction == Reduction.SUM:
        return loss
    spread = factors * find_name("ones_like")(each)
    counts = {
        Reduction.MEAN: lambda: total(spread),
        Reduction.SUM_BY_NONZERO_WEIGHTS: lambda: total(
            find_name("cast")(find_name("not_equal")(spread, 0.0), dtypes.float32)
        ),
        Reduction.SUM_OVER_BATCH_SIZE: lambda: total(find_name("ones_like")(weighted)),
    }
    return apply_single("DivNoNan", [loss, counts[reduction]()])


def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross entropy of integer class labels and logits.

    >>> tf.compat.v1.losses.sparse_softmax_cross_entropy([0], [[0.0, 0.0]]).numpy()
    np.float32(0.6931472)

    Raises:
      ValueError: if an argument is None.
    """
    for name, value in (("labels", labels), ("logits", logits), ("weights", weights)):
        if value is None:
            raise ValueError(f"{name} must not be None.")
    with op_scope(scope, "sparse_softmax_cross_entropy_loss"):
        scores, classes = convert_to_tensor(logits), convert_to_tensor(labels)
        if classes.shape.rank == scores.shape.rank:
            classes = apply_op("Squeeze", [classes], {"squeeze_dims": [-1]})
        losses, _ = apply_op("SparseSoftmaxCrossEntropyWithLogits", [scores, classes])
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


__all__ = ["Reduction", "compute_weighted_loss", "sparse_softmax_cross_entropy"]
