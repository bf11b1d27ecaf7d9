"""Losses: cross-entropies, and the L2 loss."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import reshape, shape
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_NARROW = (dtypes.float16, dtypes.bfloat16)


def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Half the sum of the squares, a scalar.

    >>> tf.nn.l2_loss([3.0, 4.0]).numpy()
    np.float32(12.5)

    Raises:
      InvalidArgumentError: for a dtype that is no float (traced: TypeError).
    """
    result: Tensor = applied("L2Loss", t, name=name)
    return result


def softmax_cross_entropy_with_logits(
    labels: Any, logits: TensorLike, axis: int = -1, name: str | None = None
) -> Tensor:
    """The cross-entropy of class probabilities and softmax(logits) along an axis.

    Both have the same shape; the axis of the classes disappears.

    >>> tf.nn.softmax_cross_entropy_with_logits([[1.0, 0.0]], [[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)

    Raises:
      InvalidArgumentError: if the shapes differ (traced: ValueError).
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    with op_scope(name, "softmax_cross_entropy_with_logits"):
        scores = convert_to_tensor(logits, name="logits")
        wide = _widened(scores)
        targets = convert_to_tensor(labels, dtype_hint=scores.dtype, name="labels")
        if targets.dtype is not wide.dtype:
            targets = apply_op("Cast", [targets], {"DstT": wide.dtype})
        wide, targets = _last_axis(wide, axis), _last_axis(targets, axis)
        sizes = shape(wide)
        rows, labels_rows = _as_rows(wide), _as_rows(targets)
        loss, _ = apply_op("SoftmaxCrossEntropyWithLogits", [rows, labels_rows])
        outer = apply_op("StridedSlice", [sizes, [0], [-1], [1]], {"begin_mask": 1})
        return _narrowed(reshape(loss, outer), scores)


def _widened(scores: Tensor) -> Tensor:
    if scores.dtype not in _NARROW:
        return scores
    return apply_single("Cast", [scores], {"DstT": dtypes.float32})


def _narrowed(loss: Tensor, scores: Tensor) -> Tensor:
    if scores.dtype not in _NARROW:
        return loss
    return apply_single("Cast", [loss], {"DstT": scores.dtype})


def _last_axis(value: Tensor, axis: int) -> Tensor:
    rank = value.shape.rank
    if axis == -1 or rank is None:
        return value
    if not -rank <= axis < rank:
        text = f"axis {axis} is none of a tensor of rank {rank}"
        raise InvalidArgumentError(None, None, text)
    if axis % rank == rank - 1:
        return value
    order = [each for each in range(rank) if each != axis % rank] + [axis % rank]
    return apply_single("Transpose", [value, np.array(order, np.int32)])


def _as_rows(value: Tensor) -> Tensor:
    if value.shape.rank == 2:
        return value
    count = apply_op("StridedSlice", [shape(value), [-1], [0], [1]], {"end_mask": 1})
    sizes = apply_op("ConcatV2", [[np.array([-1], np.int32), count], 0])
    return reshape(value, sizes)


def sparse_softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, name: str | None = None
) -> Tensor:
    """The same for labels that are class numbers, int32 or int64.

    ``logits`` has one axis more than ``labels``: the last, of the classes.

    >>> tf.nn.sparse_softmax_cross_entropy_with_logits([1], [[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)

    Raises:
      ValueError: if the shapes do not fit.
      InvalidArgumentError: for a label that is no class.
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    with op_scope(name, "SparseSoftmaxCrossEntropyWithLogits"):
        numbers = convert_to_tensor(labels)
        scores = convert_to_tensor(logits)
        _check_labels(numbers, scores)
        wide = _widened(scores)
        op = "SparseSoftmaxCrossEntropyWithLogits"
        if scores.shape.rank == 2:
            loss, _ = apply_op(op, [wide, numbers])
            return _narrowed(loss, scores)
        sizes = shape(numbers)
        loss, _ = apply_op(op, [_as_rows(wide), reshape(numbers, [-1])])
        return _narrowed(reshape(loss, sizes), scores)


def _check_labels(labels: Tensor, logits: Tensor) -> None:
    if logits.shape.rank == 0:
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
    ranks = labels.shape.rank, logits.shape.rank
    if None not in ranks and ranks[0] != (ranks[1] or 0) - 1:
        raise ValueError(
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: "
            f"labels.shape={labels.shape} of rank {ranks[0]} and "
            f"logits.shape={logits.shape} of rank {ranks[1]}"
        )
    if not labels.shape.is_compatible_with(logits.shape[:-1]):
        raise ValueError(
            "`labels.shape` must equal `logits.shape` except for the last dimension. "
            f"Received: labels.shape={labels.shape} and logits.shape={logits.shape}"
        )


def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The cross-entropy of probabilities and sigmoid(logits), element by element.

    >>> tf.nn.sigmoid_cross_entropy_with_logits([1.0], [0.0]).numpy()
    array([0.6931472], dtype=float32)

    Raises:
      ValueError: if the shapes differ.
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    with op_scope(name, "logistic_loss") as scope:
        x = convert_to_tensor(logits, name="logits")
        z = convert_to_tensor(labels, dtype_hint=x.dtype, name="labels")
        _require_same_shape(z, x)
        # max(x, 0) - x z + log(1 + exp(-|x|)) does not overflow
        zeros = apply_op("ZerosLike", [x])
        is_positive = apply_op("GreaterEqual", [x, zeros])
        positive = apply_op("SelectV2", [is_positive, x, zeros])
        negative = apply_op("SelectV2", [is_positive, apply_op("Neg", [x]), x])
        linear = apply_op("Sub", [positive, apply_op("Mul", [x, z])])
        rest = apply_op("Log1p", [apply_op("Exp", [negative])])
        return apply_single("AddV2", [linear, rest], None, scope)


def _require_same_shape(labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(
            "`logits` and `labels` must have the same shape, received "
            f"({logits.shape} vs {labels.shape})."
        )


def weighted_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, pos_weight: Any, name: str | None = None
) -> Tensor:
    """The sigmoid cross-entropy with positive labels weighted.

    >>> tf.nn.weighted_cross_entropy_with_logits([1.0], [0.0], 2.0).numpy()
    array([1.3862944], dtype=float32)

    Raises:
      ValueError: if the shapes differ.
    """
    with op_scope(name, "logistic_loss") as scope:
        x = convert_to_tensor(logits, name="logits")
        z = convert_to_tensor(labels, dtype_hint=x.dtype, name="labels")
        _require_same_shape(z, x)
        factor = apply_op("Sub", [convert_to_tensor(pos_weight, x.dtype), 1])
        weight = apply_op("AddV2", [1, apply_op("Mul", [factor, z])])
        opposite = apply_op("Neg", [x])
        lost = apply_op("Mul", [apply_op("Sub", [1, z]), x])
        fall = apply_op("Exp", [apply_op("Neg", [apply_op("Abs", [x])])])
        rest = apply_op(
            "AddV2", [apply_op("Log1p", [fall]), apply_op("Relu", [opposite])]
        )
        weighted = apply_op("Mul", [weight, rest])
        return apply_single("AddV2", [lost, weighted], None, scope)


def log_poisson_loss(
    targets: TensorLike,
    log_input: TensorLike,
    compute_full_loss: bool = False,
    name: str | None = None,
) -> Tensor:
    """exp(log_input) - log_input * targets, plus Stirling's term if requested.

    >>> tf.nn.log_poisson_loss([1.0], [0.0]).numpy()
    array([1.], dtype=float32)

    Raises:
      ValueError: if the shapes differ.
    """
    with op_scope(name, "log_poisson_loss"):
        c = convert_to_tensor(log_input, name="log_input")
        z = convert_to_tensor(targets, dtype_hint=c.dtype, name="targets")
        if not z.shape.is_compatible_with(c.shape):
            raise ValueError(
                "`log_input` and `targets` must have the same shape, received "
                f"({c.shape} vs {z.shape})."
            )
        loss: Tensor = apply_op("Sub", [apply_op("Exp", [c]), apply_op("Mul", [c, z])])
        if compute_full_loss:
            loss = apply_op("AddV2", [loss, _stirling(z)])
        return loss


def _stirling(z: Tensor) -> Tensor:
    logs = apply_op("Log", [z])
    terms = apply_op("Sub", [apply_op("Mul", [z, logs]), z])
    half = apply_op("Mul", [0.5, apply_op("Log", [apply_op("Mul", [2 * math.pi, z])])])
    whole = apply_op("AddV2", [terms, half])
    zeros, ones = apply_op("ZerosLike", [z]), apply_op("OnesLike", [z])
    is_small = apply_op(
        "LogicalAnd",
        [apply_op("GreaterEqual", [z, zeros]), apply_op("LessEqual", [z, ones])],
    )
    return apply_single("SelectV2", [is_small, zeros, whole])
