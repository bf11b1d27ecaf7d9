"""Selection of rows of ragged tensors by position or by mask."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import (
    cast,
    row_numbers,
    size_of,
    splits_of,
    take,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike


def gather(params: TensorLike, indices: TensorLike, name: str | None = None) -> Any:
    """The rows of ``params`` at the indices; either may be ragged."""
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gather(params, indices.values))
    if not isinstance(params, RaggedTensor):
        return take(convert_to_tensor(params), indices)
    picks: Any = convert_to_tensor(indices)
    depth = params.ragged_rank + (picks.shape.rank or 0) - 1
    results = apply_op(
        "RaggedGather",
        [list(params.nested_row_splits), params.flat_values, picks],
        {"OUTPUT_RAGGED_RANK": depth},
        name,
    )
    if depth < 1:
        return results[-1] if isinstance(results, tuple) else results
    splits, values = results
    return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def gather_at(params: Any, indices: Any, axis: int) -> Any:
    """Items at the same positions in every row along an axis; either may be ragged.

    Raises:
      ValueError: for an axis that does not exist.
    """
    rank = params.shape.rank
    if rank is not None and not -rank <= axis < rank:
        raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
    axis = axis % rank if rank is not None else axis
    if axis == 0:
        return gather(params, indices)
    if not isinstance(params, RaggedTensor):
        if not isinstance(indices, RaggedTensor):
            return apply_op("GatherV2", [params, indices, axis])
        params = RaggedTensor.from_tensor(params, ragged_rank=axis)
    if axis > 1:
        return params.with_values(gather_at(params.values, indices, axis - 1))
    picks: Any = indices if isinstance(indices, RaggedTensor) else None
    flat: Any = convert_to_tensor(indices) if picks is None else picks.flat_values
    picked = gather(params.values, _in_each_row(params, flat))
    count = params.nrows()
    if picks is None:
        return _in_shape(picked, count, flat)
    for rows in reversed(_nested(picks)):
        width = rows.uniform_row_length
        if width is not None:
            picked = RaggedTensor.from_uniform_row_length(
                picked, width, rows.nrows() * count, validate=False
            )
            continue
        lengths = apply_op("Tile", [rows.row_lengths(), _vector(count)])
        picked = RaggedTensor.from_row_lengths(picked, lengths, validate=False)
    return RaggedTensor.from_uniform_row_length(
        picked, picks.nrows(), count, validate=False
    )


def _nested(value: Any) -> list[Any]:
    """The ragged tensor and those inside it, from the outermost."""
    found = []
    while isinstance(value, RaggedTensor):
        found.append(value)
        value = value.values
    return found


def _vector(number: Any) -> Any:
    return apply_op("Reshape", [number, [1]])


def _in_each_row(params: Any, picks: Any) -> Any:
    """The picks once for each row, as positions among the values of all rows."""
    starts = params.row_starts()
    inner = [1] * (picks.shape.rank or 0)
    upright = apply_op("Reshape", [starts, [-1, *inner]])
    if not inner:
        return apply_op("AddV2", [upright, cast(picks, starts.dtype)])
    row = apply_op("ExpandDims", [cast(picks, starts.dtype), 0])
    moved = apply_op("AddV2", [upright, row])
    sizes = apply_op("ConcatV2", [[[-1], _from_axis(moved, 2)], 0])
    return apply_op("Reshape", [moved, sizes])


def _in_shape(picked: Any, count: Any, picks: Any) -> Any:
    """Rows of as many items as there are picks, in their shape."""
    rank = picks.shape.rank or 0
    if not rank:
        return picked
    if isinstance(picked, RaggedTensor):
        width = size_of(picks) if picks.shape[0] is None else picks.shape[0]
        return RaggedTensor.from_uniform_row_length(
            picked, width, count, validate=False
        )
    sizes = apply_op("Shape", [picks], {"out_type": count.dtype})
    rest = _from_axis(picked, rank, count.dtype)
    whole = apply_op("ConcatV2", [[_vector(count), sizes, rest], 0])
    return apply_op("Reshape", [picked, whole])


def _from_axis(value: Any, axis: int, dtype: Any = dtypes.int32) -> Any:
    """The sizes of the axes from that one on."""
    sizes = apply_op("Shape", [value], {"out_type": dtype})
    return apply_op("StridedSlice", [sizes, [axis], [0], [1]], {"end_mask": 1})


def gather_in_rows(params: Any, indices: Any, batch_dims: int, axis: int) -> Any:
    """For each row of ``indices``, items of the same row of ``params``.

    Raises:
      ValueError: for other shapes of ragged tensors than rows of positions.
    """
    if not isinstance(params, RaggedTensor):
        params = RaggedTensor.from_tensor(params, ragged_rank=max(batch_dims, axis))
    if batch_dims > 1:
        inner = gather_in_rows(
            params.values, _values(indices), batch_dims - 1, axis - 1
        )
        return _in_same_rows(indices, inner)
    if axis > 1:
        # the same positions in every item of the row
        each = gather(indices, params.value_rowids())
        return gather_in_rows(params, params.with_values(each), 2, axis)
    rows = indices if isinstance(indices, RaggedTensor) else None
    if rows is None:
        rows = RaggedTensor.from_tensor(convert_to_tensor(indices))
    starts = params.row_starts()
    places: Any = rows.values
    if isinstance(places, RaggedTensor):
        raise ValueError("gather with batch_dims needs indices of one ragged axis.")
    shift = take(starts, row_numbers(rows.row_splits))
    moved = cast(places, shift.dtype) + shift
    result = rows.with_values(gather(params.values, moved))
    if isinstance(indices, RaggedTensor) or result.ragged_rank > 1:
        return result
    shape = apply_op("Shape", [indices], {"out_type": dtypes.int64})
    inner_shape = apply_op("Shape", [result.values], {"out_type": dtypes.int64})[1:]
    whole = apply_op("ConcatV2", [[shape, inner_shape], 0])
    return apply_op("Reshape", [result.values, whole])


def _values(value: Any) -> Any:
    return value.values if isinstance(value, RaggedTensor) else value


def _in_same_rows(indices: Any, inner: Any) -> Any:
    if isinstance(indices, RaggedTensor):
        return indices.with_values(inner)
    raise ValueError("gather with batch_dims over 1 takes ragged indices.")


def gather_nd(params: Any, indices: Any) -> Any:
    """Items picked by the index vectors in the last axis of ``indices``.

    Raises:
      ValueError: for ragged indices, or vectors of unknown size.
    """
    if isinstance(indices, RaggedTensor):
        if indices.ragged_rank < (indices.shape.rank or 0) - 1:
            flat = gather_nd(params, indices.flat_values)
            return indices.with_flat_values(flat)
        indices = indices.to_tensor()
    if not isinstance(params, RaggedTensor):
        return apply_op("GatherNd", [params, indices])
    size = indices.shape[-1]
    if size is None:
        raise ValueError("The size of index vectors of a ragged tensor must be known.")
    if size == 0:
        raise ValueError("Index vectors of a ragged tensor need an element.")
    result: Any = params
    columns = apply_op("Unpack", [indices], {"num": size, "axis": -1})
    if size == 1:
        return gather(params, columns[0])
    positions = columns[0]
    for axis in range(1, size):
        if not isinstance(result, RaggedTensor):
            left = apply_op("Pack", [[positions, *columns[axis:]]], {"axis": -1})
            return apply_op("GatherNd", [result, left])
        splits = result.row_splits
        positions = take(splits, positions) + cast(columns[axis], splits.dtype)
        result = result.values
    return gather(result, positions)


def boolean_mask(data: TensorLike, mask: TensorLike, name: str | None = None) -> Any:
    """The items where the mask is True, in their rows, as a ragged tensor.

    >>> rows = tf.ragged.constant([[1, 2, 3], [4]])
    >>> tf.ragged.boolean_mask(rows, tf.ragged.constant([[True, False, True], [False]]))
    <tf.RaggedTensor [[1, 3], []]>

    Raises:
      ValueError: for a mask that is a scalar, or has other rows.
    """
    keep: Any = convert_to_tensor(mask, dtypes.bool_, name="mask")
    items: Any = convert_to_tensor(data, name="data")
    if keep.shape.rank == 0:
        raise ValueError("mask cannot be scalar.")
    while isinstance(keep, RaggedTensor) and keep.ragged_rank > 1:
        if not isinstance(items, RaggedTensor):
            items = RaggedTensor.from_tensor(items, ragged_rank=keep.ragged_rank)
        return _masked_rows(items, keep)
    if not isinstance(keep, RaggedTensor) and keep.shape.rank == 1:
        return gather(items, _true_places(keep))
    if not isinstance(keep, RaggedTensor):
        depth = (keep.shape.rank or 1) - 1
        keep = RaggedTensor.from_tensor(keep, ragged_rank=depth)
        if depth > 1:
            return boolean_mask(items, keep)
    if not isinstance(items, RaggedTensor):
        items = RaggedTensor.from_tensor(items)
    rows, marks = items.shape[0], keep.shape[0]
    if None not in (rows, marks) and rows != marks:
        raise ValueError(f"Shapes of mask and data differ: {marks} rows and {rows}.")
    splits = _kept_splits(keep)
    values = gather(items.values, _true_places(keep.values))
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def _masked_rows(data: Any, mask: Any) -> Any:
    inner = boolean_mask(data.values, mask.values)
    return RaggedTensor.from_row_splits(inner, mask.row_splits, validate=False)


def _true_places(mask: Any) -> Any:
    return apply_op("Squeeze", [apply_op("Where", [mask])], {"squeeze_dims": [1]})


def _kept_splits(mask: Any) -> Any:
    counts = cast(mask.values, dtypes.int64)
    rows = [
        apply_op(
            "UnsortedSegmentSum",
            [counts, mask.value_rowids(), mask.nrows()],
        )
    ]
    return splits_of(rows[0])
