"""Losses over the whole batch of all replicas."""

from __future__ import annotations

from graphir import dtypes
from graphir.attachments import Attached
from runtime.arrays.reshaping import expand_dims, shape, squeeze
from runtime.debugging.comparisons import assert_non_negative
from runtime.debugging.structure_checks import assert_integer, assert_scalar
from runtime.math.casting import cast
from runtime.math.division import divide_no_nan
from runtime.math.reductions import reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_REPLICAS: Attached[int] = Attached("replicas that run together")


def compute_average_loss(
    per_example_loss: TensorLike,
    sample_weight: TensorLike | None = None,
    global_batch_size: TensorLike | None = None,
) -> Tensor:
    """The sum of the (weighted) losses over the size of the whole batch.

    Args:
      per_example_loss: numbers of any shape with at least one axis, that of examples.
      sample_weight: a scalar, or weights of the shape of the losses; the last axis may
        be left out, or have size 1.
      global_batch_size: how many examples all replicas have together, an integer; by
        default those of this one times the number of replicas.

    Returns:
      A scalar, 0 for an empty batch; of the dtype of the losses, float64 for integers.

    >>> tf.nn.compute_average_loss([1.0, 2.0], global_batch_size=4).numpy()
    np.float32(0.75)

    Raises:
      ValueError: for a loss without axes, or a size that is no scalar.
      TypeError: for a size that is no integer.
      InvalidArgumentError: for a negative size, or weights of another shape.
      RuntimeError: without a size, in the scope of a strategy but outside of a replica.
    """
    losses = convert_to_tensor(per_example_loss)
    if losses.shape.rank == 0:
        raise ValueError(
            "Invalid value passed for `per_example_loss`. Expected a tensor with at "
            f"least rank 1. Received per_example_loss={losses} with rank 0"
        )
    if sample_weight is not None:
        losses = _weighted(losses, convert_to_tensor(sample_weight))
    if global_batch_size is None:
        size = shape(losses)[0] * _REPLICAS("compute_average_loss")
    else:
        size = convert_to_tensor(global_batch_size)
        assert_scalar(size, message="global_batch_size must be scalar.")
        assert_integer(size, message="global_batch_size must be an integer.")
        assert_non_negative(size, message="global_batch_size must be non-negative.")
    total = reduce_sum(losses)
    return divide_no_nan(total, cast(size, total.dtype))


def _weighted(losses: Tensor, weights: Tensor) -> Tensor:
    """The products, computed as float32 or wider, of the dtype of the losses."""
    wide = losses.dtype if losses.dtype is dtypes.float64 else dtypes.float32
    ranks = losses.shape.rank, weights.shape.rank
    if None not in ranks and weights.shape.rank:
        if ranks[1] == (ranks[0] or 0) + 1:
            weights = squeeze(weights, [-1])
        elif ranks[0] == (ranks[1] or 0) + 1:
            weights = expand_dims(weights, -1)
    return cast(cast(losses, wide) * cast(weights, wide), losses.dtype)


def scale_regularization_loss(regularization_loss: TensorLike) -> Tensor:
    """The sum of regularization losses, divided by the number of replicas.

    Each replica adds the same losses of weights: so their sum has them once.

    Returns:
      A scalar of the dtype of the losses; float64 for integers.

    >>> tf.nn.scale_regularization_loss([1.0, 2.0]).numpy()
    np.float32(3.0)

    Raises:
      RuntimeError: in the scope of a strategy, outside of a replica.
    """
    replicas = _REPLICAS("scale_regularization_loss")
    total = reduce_sum(regularization_loss)
    scaled: Tensor = total / cast(replicas, total.dtype)
    return scaled


__all__ = ["compute_average_loss", "scale_regularization_loss"]
