"""Rows of tables in parts, with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.nn import embeddings, sampled_losses
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def embedding_lookup(
    params: Any,
    ids: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: Any = None,
) -> Tensor:
    """The rows of a table, or of its parts, with these ids.

    With "mod" the row ``i`` of the whole is in the part ``i % len(params)``; with
    "div" parts are runs of rows.

    >>> parts = [tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])]
    >>> tf.compat.v1.nn.embedding_lookup(parts, [1, 2]).numpy().ravel()
    array([1., 2.], dtype=float32)

    Raises:
      ValueError: for another strategy, no part, or parts of unknown size.
    """
    table = _table(params, partition_strategy)
    return embeddings.embedding_lookup(table, ids, max_norm, name)


def embedding_lookup_sparse(
    params: Any,
    sp_ids: SparseTensor,
    sp_weights: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: Any = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """For each row of sparse ids, their embeddings combined.

    Raises:
      ValueError: for another strategy or combiner.
      TypeError: if ``sp_ids`` is neither sparse nor ragged.
    """
    table = _table(params, partition_strategy)
    return embeddings.embedding_lookup_sparse(
        table, sp_ids, sp_weights, combiner, max_norm, name, allow_fast_lookup
    )


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: Any = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`embedding_lookup_sparse`, for empty rows and invalid ids and weights too.

    Raises:
      ValueError: for another strategy or combiner.
    """
    table = _table(embedding_weights, partition_strategy)
    return embeddings.safe_embedding_lookup_sparse(
        table,
        sparse_ids,
        sparse_weights,
        combiner,
        default_id,
        max_norm,
        name,
        allow_fast_lookup,
    )


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
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """The loss of noise-contrastive estimation.

    Raises:
      ValueError: for another strategy.
    """
    return sampled_losses.nce_loss(
        _table(weights, partition_strategy),
        _table(biases, partition_strategy),
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        name,
    )


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
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The cross entropy over a sample of the classes.

    Raises:
      ValueError: for another strategy.
    """
    return sampled_losses.sampled_softmax_loss(
        _table(weights, partition_strategy),
        _table(biases, partition_strategy),
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        seed,
        name,
    )


def _table(params: Any, strategy: str) -> Any:
    """The table, or its parts in runs of rows."""
    if strategy not in ("mod", "div"):
        raise ValueError(
            f"Unrecognized partition strategy: {strategy}."
            "Must be one of either `mod` or `div`."
        )
    if params is None or (isinstance(params, (list, tuple)) and not params):
        raise ValueError("Need at least one param")
    parts = list(params) if isinstance(params, (list, tuple)) else [params]
    if len(parts) == 1 or strategy == "div":
        return params
    tables = [convert_to_tensor(each) for each in parts]
    sizes = [each.shape[0] for each in tables]
    if None in sizes:
        raise ValueError("The parts of an embedding must have known sizes.")
    known = [int(size) for size in sizes if size is not None]
    starts = np.cumsum([0, *known[:-1]])
    rows = np.arange(sum(known))
    order = starts[rows % len(parts)] + rows // len(parts)
    whole = apply_op("ConcatV2", [tables, 0])
    dealt: Tensor = apply_op("GatherV2", [whole, order.astype(np.int32), 0])
    return dealt


__all__ = [
    "embedding_lookup",
    "embedding_lookup_sparse",
    "nce_loss",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
]
