"""Losses over sampled classes, for large numbers of classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import reshape, shape
from runtime.context import op_scope
from runtime.linalg.products import matmul
from runtime.nn.embeddings import embedding_lookup
from runtime.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
)
from runtime.random.candidates import log_uniform_candidate_sampler
from runtime.random.seeds import op_seeds
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Positions where a sampled class is a true class, and weights near -inf for masks.

    >>> rows, places, _ = tf.nn.compute_accidental_hits([[1], [2]], [2, 5], 1)
    >>> rows.numpy().tolist(), places.numpy().tolist()
    ([1], [0])

    Raises:
      InvalidArgumentError: for another number of true classes.
    """
    inputs = [
        convert_to_tensor(true_classes, dtypes.int64),
        convert_to_tensor(sampled_candidates, dtypes.int64),
    ]
    attrs = {"num_true": num_true, **op_seeds(seed)}
    hits: tuple[Tensor, Tensor, Tensor] = apply_op(
        "ComputeAccidentalHits", inputs, attrs, name
    )
    return hits


def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation: true against sampled classes, a loss a row.

    >>> weights, biases = tf.zeros([9, 2]), tf.zeros([9])
    >>> tf.nn.nce_loss(weights, biases, [[1]], tf.ones([1, 2]), 3, 9).shape
    TensorShape([1])
    """
    with op_scope(name, "nce_loss"):
        logits, targets = _sampled_logits(
            (weights, biases, labels, inputs),
            (num_sampled, num_classes, num_true),
            sampled_values,
            remove_accidental_hits,
            None,
        )
        losses = sigmoid_cross_entropy_with_logits(targets, logits)
        return apply_single("Sum", [losses, [1]])


def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str = "sampled_softmax_loss",
) -> Tensor:
    """Softmax cross-entropy over the true and the sampled classes, a loss a row.

    >>> tf.nn.sampled_softmax_loss(
    ...     tf.zeros([9, 2]), tf.zeros([9]), [[1]], tf.ones([1, 2]), 3, 9).shape
    TensorShape([1])
    """
    with op_scope(name, "sampled_softmax_loss"):
        logits, targets = _sampled_logits(
            (weights, biases, labels, inputs),
            (num_sampled, num_classes, num_true),
            sampled_values,
            remove_accidental_hits,
            seed,
        )
        still = apply_op("StopGradient", [targets])
        return softmax_cross_entropy_with_logits(still, logits)


def _sampled_logits(
    tensors: tuple[Any, Any, Any, Any],
    counts: tuple[int, int, int],
    sampled_values: Any,
    removes_hits: bool,
    seed: Any,
) -> tuple[Tensor, Tensor]:
    """Logits of the true, then of the sampled classes, and their labels."""
    weights, biases, labels, inputs = tensors
    num_sampled, num_classes, num_true = counts
    features = convert_to_tensor(inputs)
    classes = convert_to_tensor(labels, dtype_hint=dtypes.int64)
    if classes.dtype is not dtypes.int64:
        classes = apply_op("Cast", [classes], {"DstT": dtypes.int64})
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(
            classes, num_true, num_sampled, True, num_classes, seed
        )
    sampled, true_expected, sampled_expected = (
        apply_op("StopGradient", [each]) for each in sampled_values
    )
    everything = apply_op("ConcatV2", [[reshape(classes, [-1]), sampled], 0])
    rows = embedding_lookup(weights, everything)
    offsets = embedding_lookup(biases, everything)
    true_count = apply_op("Size", [classes])
    true_rows, sampled_rows = _split_at(rows, true_count)
    true_bias, sampled_bias = _split_at(offsets, true_count)
    depth = features.shape[1]
    paired = reshape(true_rows, [-1, num_true, depth])
    product = apply_op("Mul", [apply_op("ExpandDims", [features, 1]), paired])
    true_logits = apply_op("Sum", [product, [2]])
    true_logits = apply_op("AddV2", [true_logits, reshape(true_bias, [-1, num_true])])
    sampled_logits = matmul(features, sampled_rows, transpose_b=True)
    sampled_logits = apply_op("AddV2", [sampled_logits, sampled_bias])
    if removes_hits:
        sampled_logits = _without_hits(sampled_logits, classes, sampled, num_true)
    true_logits = _less_log(true_logits, true_expected)
    sampled_logits = _less_log(sampled_logits, sampled_expected)
    logits = apply_op("ConcatV2", [[true_logits, sampled_logits], 1])
    ones = apply_op("OnesLike", [true_logits])
    shares = apply_op("RealDiv", [ones, float(num_true)])
    zeros = apply_op("ZerosLike", [sampled_logits])
    return logits, apply_op("ConcatV2", [[shares, zeros], 1])


def _split_at(rows: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
    rank = rows.shape.rank or 1
    place = apply_op("Pack", [[count, *[0] * (rank - 1)]])
    start = np.zeros(rank, np.int32)
    strides = np.ones(rank, np.int32)
    whole = (1 << rank) - 1
    head = apply_op(
        "StridedSlice",
        [rows, start, place, strides],
        {"begin_mask": whole, "end_mask": whole & ~1},
    )
    tail = apply_op(
        "StridedSlice",
        [rows, place, start, strides],
        {"begin_mask": whole & ~1, "end_mask": whole},
    )
    return head, tail


def _without_hits(
    logits: Tensor, classes: Tensor, sampled: Tensor, num_true: int
) -> Tensor:
    rows, places, weights = compute_accidental_hits(classes, sampled, num_true)
    columns = apply_op("Cast", [places], {"DstT": dtypes.int32})
    index = apply_op("Pack", [[rows, columns]], {"axis": 1})
    if weights.dtype is not logits.dtype:
        weights = apply_op("Cast", [weights], {"DstT": logits.dtype})
    hits = apply_op("ScatterNd", [index, weights, shape(logits)])
    return apply_single("AddV2", [logits, hits])


def _less_log(logits: Tensor, expected: Tensor) -> Tensor:
    logs = apply_op("Log", [expected])
    return apply_single("Sub", [logits, logs])
