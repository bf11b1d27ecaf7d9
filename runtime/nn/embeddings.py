"""Embedding lookup: rows of a table by id."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.indexing import gather
from runtime.arrays.reshaping import reshape, shape
from runtime.context import op_scope
from runtime.math.clipping import clip_by_norm
from runtime.sparse.construction import fill_empty_rows
from runtime.sparse.rearranging import reshape as sparse_reshape
from runtime.sparse.rearranging import retain
from runtime.sparse.sparse_tensor import SparseTensor, sparse_tensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def embedding_lookup(
    params: TensorLike, ids: TensorLike, max_norm: Any = None, name: str | None = None
) -> Tensor:
    """The rows ``ids`` of ``params``, optionally clipped to ``max_norm``.

    ``params`` may be a list of tables: parts of one table, in order; of ragged ids
    the result is ragged.

    >>> tf.nn.embedding_lookup(tf.constant([[1.0], [2.0]]), [1, 0, 1]).numpy().ravel()
    array([2., 1., 2.], dtype=float32)

    Raises:
      InvalidArgumentError: for an id that is no row.
    """
    with op_scope(name, "embedding_lookup") as scope:
        numbers: Any = convert_to_tensor(ids, name="ids")
        if hasattr(numbers, "with_flat_values"):
            flat = embedding_lookup(params, numbers.flat_values, max_norm)
            looked_up: Tensor = numbers.with_flat_values(flat)
            return looked_up
        params = getattr(params, "shards_in_order", params)
        if not isinstance(params, (list, tuple)) or len(params) == 1:
            table = params[0] if isinstance(params, (list, tuple)) else params
            # of a variable this reads the rows alone
            rows = gather(table, numbers, name=scope or None)
        else:
            rows = _dealt_rows(list(params), numbers)
        clipped = _clipped(rows, numbers, max_norm)
        return apply_single("Identity", [clipped])


def _dealt_rows(tables: list[Any], ids: Tensor) -> Tensor:
    """Rows of a table in parts; the first parts have one row more than the others."""
    count = len(tables)
    # of variables the rows alone are read
    parts = [
        table if hasattr(table, "sparse_read") else convert_to_tensor(table)
        for table in tables
    ]
    flat = reshape(ids, [-1])
    owner, row = _place(flat, parts)
    places = apply_op("Range", [0, apply_op("Size", [flat]), 1])
    attrs = {"num_partitions": count}
    rows = apply_op("DynamicPartition", [row, owner], attrs)
    positions = apply_op("DynamicPartition", [places, owner], attrs)
    found = [gather(part, picked) for part, picked in zip(parts, rows)]
    merged = apply_op("DynamicStitch", [positions, found])
    inner = apply_op("StridedSlice", [shape(found[0]), [1], [0], [1]], {"end_mask": 1})
    return reshape(merged, apply_op("ConcatV2", [[shape(ids), inner], 0]))


def _place(ids: Tensor, parts: list[Any]) -> tuple[Tensor, Tensor]:
    """Which part has each row, int32, and which of its rows it is."""
    sizes = [part.shape[0] for part in parts]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        raise ValueError("The parts of an embedding must have known sizes.")
    if not parts:
        raise ValueError("Need at least one param")
    least, extra = divmod(sum(known), len(parts))
    shifted = apply_op("Sub", [ids, extra])
    # the first `extra` parts have one row more
    early = apply_op("FloorDiv", [ids, least + 1])
    late = apply_op("FloorDiv", [shifted, max(least, 1)])
    owner = apply_op("Maximum", [early, late])
    row = apply_op(
        "SelectV2",
        [
            apply_op("Less", [owner, extra]),
            apply_op("FloorMod", [ids, least + 1]),
            apply_op("FloorMod", [shifted, max(least, 1)]),
        ],
    )
    if owner.dtype is not dtypes.int32:
        owner = apply_op("Cast", [owner], {"DstT": dtypes.int32})
    return owner, row


def _clipped(rows: Tensor, ids: Tensor, max_norm: Any) -> Tensor:
    if max_norm is None:
        return rows
    first = ids.shape.rank or 0
    axes = list(range(first, rows.shape.rank or first))
    clipped: Tensor = clip_by_norm(rows, max_norm, axes=axes or None)
    return clipped


def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: SparseTensor,
    sp_weights: Any,
    combiner: str | None = None,
    max_norm: Any = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """For each row of sparse ids, their embeddings combined: mean, sum or sqrtn.

    ``sp_ids`` is a SparseTensor or a RaggedTensor; ``sp_weights`` the same with a
    weight for each id, or None. "mean" (the default) divides the weighted sum by the
    sum of the weights, "sqrtn" by the root of the sum of their squares.

    Raises:
      TypeError: if ``sp_ids`` is neither sparse nor ragged.
      ValueError: for another combiner.
    """
    combiner = combiner or "mean"
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(
            f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}"
        )
    with op_scope(name, "embedding_lookup_sparse") as scope:
        ids, segments = _ids_and_segments(sp_ids)
        if sp_weights is None:
            return _combined_plain(params, ids, segments, combiner, max_norm, scope)
        weights = getattr(sp_weights, "values", None)
        if weights is None:
            raise TypeError(f"sp_weights must be sparse or ragged, not {sp_weights!r}.")
        embeddings = embedding_lookup(params, ids, max_norm)
        return _combined(embeddings, weights, segments, combiner, scope)


def _ids_and_segments(sp_ids: Any) -> tuple[Tensor, Tensor]:
    if hasattr(sp_ids, "value_rowids"):
        return sp_ids.values, sp_ids.value_rowids()
    if not hasattr(sp_ids, "dense_shape"):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(sp_ids)}")
    columns = {"begin_mask": 1, "end_mask": 1, "shrink_axis_mask": 2}
    segments: Tensor = apply_op(
        "StridedSlice", [sp_ids.indices, [0, 0], [0, 1], [1, 1]], columns
    )
    return sp_ids.values, segments


def _combined_plain(
    params: Any,
    ids: Tensor,
    segments: Tensor,
    combiner: str,
    max_norm: Any,
    scope: str,
) -> Tensor:
    found, places = apply_op("Unique", [ids])
    embeddings = embedding_lookup(params, found, max_norm)
    rows = apply_op("Cast", [segments], {"DstT": dtypes.int32})
    op = {
        "mean": "SparseSegmentMean",
        "sqrtn": "SparseSegmentSqrtN",
        "sum": "SparseSegmentSum",
    }[combiner]
    return apply_single(op, [embeddings, places, rows], None, scope)


def _combined(
    embeddings: Tensor, weights: Tensor, segments: Tensor, combiner: str, scope: str
) -> Tensor:
    if weights.dtype is not embeddings.dtype:
        weights = apply_op("Cast", [weights], {"DstT": embeddings.dtype})
    inner = (embeddings.shape.rank or 2) - 1
    ones = np.ones(inner, np.int32)
    wide = reshape(weights, apply_op("ConcatV2", [[shape(weights), ones], 0]))
    rows = apply_op("Cast", [segments], {"DstT": dtypes.int32})
    total: Tensor = apply_op("SegmentSum", [apply_op("Mul", [embeddings, wide]), rows])
    if combiner == "sum":
        return apply_single("Identity", [total], None, scope)
    size = wide if combiner == "mean" else apply_op("Square", [wide])
    sums = apply_op("SegmentSum", [size, rows])
    if combiner == "sqrtn":
        sums = apply_op("Sqrt", [sums])
    return apply_single("DivNoNan", [total, sums], None, scope)


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    max_norm: Any = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """``embedding_lookup_sparse`` that takes negative ids and rows without ids.

    Negative ids are left out, and weights that are not positive unless the combiner
    is "sum". A row without ids gets the embedding of ``default_id``, else zeros.

    >>> ids = tf.SparseTensor([[0, 0]], [1], [2, 1])
    >>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1.0], [2.0]]), ids).numpy()
    array([[2.],
           [0.]], dtype=float32)

    Raises:
      ValueError: without weights, or for another combiner.
      TypeError: for ids or weights that are not sparse.
    """
    if embedding_weights is None:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    with op_scope(name, "embedding_lookup"):
        ids, weights = sparse_tensor(sparse_ids), sparse_weights
        weights = weights if weights is None else sparse_tensor(weights)
        ids, weights, outer = _as_matrix(ids, weights)
        is_valid = apply_op("GreaterEqual", [ids.values, 0])
        if weights is not None and combiner != "sum":
            is_heavy = apply_op("Greater", [weights.values, 0])
            is_valid = apply_op("LogicalAnd", [is_valid, is_heavy])
        ids, is_empty = fill_empty_rows(retain(ids, is_valid), default_id or 0)
        if weights is not None:
            weights, _ = fill_empty_rows(retain(weights, is_valid), 1.0)
        found = embedding_lookup_sparse(
            embedding_weights, ids, weights, combiner, max_norm
        )
        if default_id is None:
            inner = [1] * ((found.shape.rank or 2) - 1)
            mask = reshape(is_empty, [-1, *inner])
            zeros = apply_op("ZerosLike", [found])
            found = apply_op("SelectV2", [mask, zeros, found])
        if outer is None:
            return found
        rest = apply_op("StridedSlice", [shape(found), [1], [0], [1]], {"end_mask": 1})
        return reshape(found, apply_op("ConcatV2", [[outer, rest], 0]))


def _as_matrix(ids: Any, weights: Any) -> tuple[Any, Any, Tensor | None]:
    """Ids and weights with all axes but the last as one; their sizes if there are
    several."""
    rank = ids.shape.rank
    if rank == 2:
        return ids, weights, None
    sizes = apply_op("Cast", [ids.dense_shape], {"DstT": dtypes.int32})
    outer = sizes[:-1]
    flat = apply_op("Pack", [[apply_op("Prod", [outer, [0]]), sizes[-1]]])
    both = [
        None if each is None else sparse_reshape(each, flat) for each in (ids, weights)
    ]
    return both[0], both[1], outer
