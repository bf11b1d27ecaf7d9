"""Losses, moments and layers of one line with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.reshaping import transpose
from runtime.compat.v1.neural.given import either
from runtime.context import op_scope
from runtime.nn import activations, losses, normalization
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def crelu(features: TensorLike, name: str | None = None, axis: int = -1) -> Tensor:
    """The positive part, beside the negated negative part.

    >>> tf.compat.v1.nn.crelu([-1.0, 2.0]).numpy()
    array([0., 2., 1., 0.], dtype=float32)
    """
    return activations.crelu(features, axis, name)


def xw_plus_b(
    x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None
) -> Tensor:
    """A dense layer.

    >>> tf.compat.v1.nn.xw_plus_b([[2.0]], [[3.0]], [1.0]).numpy()
    array([[7.]], dtype=float32)
    """
    with op_scope(name, "xw_plus_b") as scope:
        product = apply_op("MatMul", [*map(convert_to_tensor, (x, weights))])
        inputs = [product, convert_to_tensor(biases)]
        found: Tensor = apply_op("BiasAdd", inputs, name=scope)
        return found


def relu_layer(
    x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None
) -> Tensor:
    """A dense layer followed by ReLU.

    >>> tf.compat.v1.nn.relu_layer([[2.0]], [[-3.0]], [1.0]).numpy()
    array([[0.]], dtype=float32)
    """
    with op_scope(name, "relu_layer") as scope:
        found: Tensor = apply_op("Relu", [xw_plus_b(x, weights, biases)], name=scope)
        return found


def ctc_loss(
    labels: Any,
    inputs: TensorLike | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> Tensor:
    """The loss of connectionist temporal classification; the last class is blank.

    Raises:
      TypeError: unless ``labels`` are sparse.
      ValueError: if both `inputs` and `logits` are passed.
    """
    if not hasattr(labels, "dense_shape"):
        raise TypeError(
            "Argument `labels` must be a SparseTensor. "
            f"Received labels={labels} of type: {type(labels).__name__}"
        )
    scores = convert_to_tensor(either(logits=logits, inputs=inputs))
    if not time_major:
        scores = transpose(scores, [1, 0, 2])
    values = apply_op("Cast", [labels.values], {"DstT": dtypes.int32})
    attrs = {
        "preprocess_collapse_repeated": preprocess_collapse_repeated,
        "ctc_merge_repeated": ctc_merge_repeated,
        "ignore_longer_outputs_than_inputs": ignore_longer_outputs_than_inputs,
    }
    lengths = convert_to_tensor(sequence_length, dtypes.int32)
    result = apply_op("CTCLoss", [scores, labels.indices, values, lengths], attrs)
    loss: Tensor = result[0]
    return loss


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """The cross entropy of distributions, which are constants to gradients.

    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits(
    ...     labels=[[1.0, 0.0]], logits=[[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)
    """
    along = dim if axis is None else axis
    with op_scope(name, "softmax_cross_entropy_with_logits_sg") as scope:
        fixed = apply_op("StopGradient", [convert_to_tensor(labels)])
        return losses.softmax_cross_entropy_with_logits(fixed, logits, along, scope)


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: Any = None,
) -> Tensor:
    """The cross entropy of independent probabilities, weighted at positive labels.

    >>> tf.compat.v1.nn.weighted_cross_entropy_with_logits([1.0], [0.0], 2.0).numpy()
    array([1.3862944], dtype=float32)

    Raises:
      ValueError: if both `labels` and `targets` are passed.
    """
    truth = either(labels=labels, targets=targets)
    return losses.weighted_cross_entropy_with_logits(truth, logits, pos_weight, name)


def sufficient_statistics(
    x: TensorLike,
    axes: TensorLike,
    shift: TensorLike | None = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> Any:
    """Count, sum, sum of squares, and shift.

    Raises:
      ValueError: if both `keepdims` and `keep_dims` are passed.
    """
    kept = bool(either(keepdims=keepdims, keep_dims=keep_dims))
    return normalization.sufficient_statistics(x, axes, shift, kept, name)


def weighted_moments(
    x: TensorLike,
    axes: TensorLike,
    frequency_weights: TensorLike,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance, where elements count more than once.

    >>> mean, _ = tf.compat.v1.nn.weighted_moments([1.0, 4.0], [0], [2.0, 1.0])
    >>> mean.numpy()
    np.float32(2.0)

    Raises:
      ValueError: if both `keepdims` and `keep_dims` are passed.
    """
    kept = bool(either(keepdims=keepdims, keep_dims=keep_dims))
    return normalization.weighted_moments(x, axes, frequency_weights, kept, name)


def batch_norm_with_global_normalization(
    t: Any = None,
    m: Any = None,
    v: Any = None,
    beta: Any = None,
    gamma: Any = None,
    variance_epsilon: Any = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: Any = None,
    mean: Any = None,
    variance: Any = None,
) -> Tensor:
    """A normalized tensor.

    Raises:
      ValueError: if an argument is passed under both its names.
    """
    return normalization.batch_norm_with_global_normalization(
        either(input=input, t=t),
        either(mean=mean, m=m),
        either(variance=variance, v=v),
        beta,
        gamma,
        variance_epsilon,
        bool(scale_after_normalization),
        name,
    )


__all__ = [
    "batch_norm_with_global_normalization",
    "crelu",
    "ctc_loss",
    "relu_layer",
    "softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "xw_plus_b",
]
