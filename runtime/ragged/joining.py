"""Concatenation and stacking of ragged tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.ragged.gathering import gather
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import cast, count_up, size_of, splits_of, take
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike


def stack(values: Any, axis: int = 0, name: str | None = None) -> Any:
    """Stacks tensors, ragged or not, along a new axis; lengths may differ.

    >>> tf.ragged.stack([[1, 2], [3]])
    <tf.RaggedTensor [[1, 2], [3]]>

    Raises:
      ValueError: for no values, or an axis that does not exist.
    """
    if not values and isinstance(values, (list, tuple)):
        raise ValueError("rt_inputs may not be empty.")
    tensors = [
        each if isinstance(each, RaggedTensor) else convert_to_tensor(each)
        for each in values
    ]
    is_ragged = any(isinstance(each, RaggedTensor) for each in tensors)
    rank = tensors[0].shape.rank
    is_first = rank is not None and axis in (0, -1 - rank)
    # a dense result is for axes that are no rows, and for scalars
    is_second = rank is not None and rank > 2 and axis in (1, -rank)
    is_outside = rank is not None and not -1 - rank <= axis <= rank
    if is_ragged or (rank and is_first) or is_second or is_outside:
        return joined(tensors, axis, is_stack=True)
    return apply_single("Pack", [tensors], {"axis": axis}, name)


def stack_dynamic_partitions(
    data: TensorLike,
    partitions: TensorLike,
    num_partitions: TensorLike,
    name: str | None = None,
) -> Any:
    """The items of ``data`` as rows by the numbers of their partitions.

    >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c"], [1, 0, 1], 3)
    <tf.RaggedTensor [[b'b'], [b'a', b'c'], []]>

    Raises:
      InvalidArgumentError: for a partition out of range.
    """
    rows: Any = convert_to_tensor(partitions, name="partitions")
    items: Any = convert_to_tensor(data, name="data")
    if isinstance(rows, RaggedTensor):
        if not isinstance(items, RaggedTensor):
            items = RaggedTensor.from_tensor(items)
        rows, items = rows.values, items.values
    elif (rows.shape.rank or 0) > 1:
        extra = (rows.shape.rank or 0) - 1
        for _ in range(extra):
            items = _flattened_once(items)
        rows = apply_op("Reshape", [rows, np.array([-1], np.int32)])
    # a stable order by partition: the items follow one another as they did
    place = apply_op("Cast", [count_up(size_of(rows, 0))], {"DstT": rows.dtype})
    total = apply_op("Maximum", [size_of(rows, 0, rows.dtype), 1])
    keys = rows * total + place
    _, order = apply_op("TopKV2", [-keys, cast(size_of(rows, 0), _int32())])
    moved = gather(items, order)
    count = cast(convert_to_tensor(num_partitions), rows.dtype)
    return RaggedTensor.from_value_rowids(moved, take(rows, order), count)


def _int32() -> Any:
    from graphir import dtypes

    return dtypes.int32


def _flattened_once(items: Any) -> Any:
    if isinstance(items, RaggedTensor):
        return items.values
    shape = apply_op("Shape", [items])
    whole = apply_op("ConcatV2", [[np.array([-1], np.int32), shape[2:]], 0])
    return apply_op("Reshape", [items, whole])


def joined(values: Sequence[Any], axis: int, is_stack: bool = False) -> Any:
    """Joins tensors, ragged or not, along an existing or a new axis.

    Raises:
      ValueError: for ranks that differ, or an axis that does not exist.
    """
    ranks = {each.shape.rank for each in values} - {None}
    if len(ranks) > 1:
        raise ValueError(
            "All inputs must have the same rank, got shapes "
            f"{[each.shape for each in values]}"
        )
    rank = ranks.pop() if ranks else None
    if rank is not None:
        limit = rank + is_stack
        if not -limit <= axis < limit:
            raise ValueError(
                f"axis={axis} out of bounds: expected {-limit}<=axis<{limit}"
            )
        axis %= limit
    is_dense = not any(isinstance(each, RaggedTensor) for each in values)
    if is_dense and rank == 1 and not is_stack:
        return apply_op("ConcatV2", [list(values), axis])
    if axis == 0:
        least = 1 if is_stack and rank is not None and rank > 1 else 0
        return _rows_after_rows(_of_one_rank(values, least), is_stack)
    if axis == 1:
        return _rows_side_by_side(_of_one_rank(values, 1), is_stack)
    ragged = _of_one_rank(values, 1)
    inner = [each.values for each in ragged]
    if all(isinstance(each, RaggedTensor) for each in inner):
        return ragged[0].with_values(joined(inner, axis - 1, is_stack))
    op, attrs = ("Pack", {"axis": axis - 1}) if is_stack else ("ConcatV2", None)
    inputs = [inner] if is_stack else [inner, axis - 1]
    return ragged[0].with_values(apply_op(op, inputs, attrs))


def _of_one_rank(values: Sequence[Any], least: int = 0) -> list[Any]:
    """All with the same number of ragged axes."""
    ranks = [each.ragged_rank for each in values if isinstance(each, RaggedTensor)]
    wanted = max([least, *ranks])
    return [_with_ragged_rank(each, wanted) for each in values]


def _with_ragged_rank(value: Any, wanted: int) -> Any:
    if not wanted:
        return value
    if isinstance(value, RaggedTensor):
        if value.ragged_rank == wanted:
            return value
        return value.with_values(_with_ragged_rank(value.values, wanted - 1))
    return RaggedTensor.from_tensor(value, ragged_rank=wanted)


def _rows_after_rows(values: list[Any], is_stack: bool) -> Any:
    """Joined along the first axis."""
    whole = _concatenated(values)
    if not is_stack:
        return whole
    counts = [
        each.nrows() if isinstance(each, RaggedTensor) else size_of(each, 0)
        for each in values
    ]
    lengths = apply_op("Pack", [counts], {"axis": 0})
    return RaggedTensor.from_row_splits(whole, splits_of(lengths), validate=False)


def _concatenated(values: list[Any]) -> Any:
    if len(values) == 1:
        return values[0]
    if not isinstance(values[0], RaggedTensor):
        return apply_op("ConcatV2", [values, 0])
    splits = [each.row_splits for each in values]
    if len({each.dtype for each in splits}) > 1:
        values = [each.with_row_splits_dtype("int64") for each in values]
        splits = [each.row_splits for each in values]
    shifted, shift = [splits[0]], splits[0][-1]
    for each in splits[1:]:
        shifted.append(each[1:] + shift)
        shift = shift + each[-1]
    inner = _concatenated([each.values for each in values])
    joined_splits = apply_op("ConcatV2", [shifted, 0])
    return RaggedTensor.from_row_splits(inner, joined_splits, validate=False)


def _rows_side_by_side(values: list[Any], is_stack: bool) -> Any:
    """Joined along the second axis: row by row."""
    count = len(values)
    whole = _concatenated(values)
    rows = values[0].nrows()
    # row 0 of each, then row 1 of each, and so on
    grid = apply_op("Reshape", [count_up(rows * count), np.array([count, -1])])
    order = apply_op("Reshape", [apply_op("Transpose", [grid, [1, 0]]), [-1]])
    moved = gather(whole, order)
    if is_stack:
        splits = count_up(rows + 1) * count
        return RaggedTensor.from_row_splits(moved, splits, validate=False)
    splits = moved.row_splits[::count]
    return RaggedTensor.from_row_splits(moved.values, splits, validate=False)
