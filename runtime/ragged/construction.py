"""Construction of ragged tensors from lists and ranges; rows as segments."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import (
    cast,
    index_tensor,
    known,
    number,
    row_numbers,
    splits_of,
)
from runtime.tensors.conversion import constant as dense_constant
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> Any:
    """A ragged tensor of nested lists; without nesting, a tensor.

    ``ragged_rank`` is the number of ragged axes, by default all but the innermost;
    ``inner_shape`` is the shape of the values inside the ragged axes.

    >>> tf.ragged.constant([[1, 2], [], [3]])
    <tf.RaggedTensor [[1, 2], [], [3]]>

    Raises:
      ValueError: for lists of different depth, or of less depth than ``ragged_rank``.
      TypeError: for a value that the dtype cannot represent.
    """
    splits_type = as_dtype(row_splits_dtype)
    wanted = None if dtype is None else as_dtype(dtype)
    splits, values, inner = rows_of_lists(pylist, ragged_rank, inner_shape)
    if inner is None:
        return convert_to_tensor(pylist, wanted, name=name)
    if wanted is None and isinstance(pylist, np.ndarray) and pylist.dtype.kind != "O":
        wanted = as_dtype(pylist.dtype)
    flat = dense_constant(values, wanted)
    shaped = apply_op("Reshape", [flat, np.array([-1, *inner], np.int64)])
    result: Any = shaped
    for each in reversed(splits):
        level = constant_of(each.astype(splits_type.numpy_dtype), splits_type)
        result = RaggedTensor.from_row_splits(result, level, validate=False)
    return result


def rows_of_lists(
    pylist: Any, ragged_rank: int | None, inner_shape: Any
) -> tuple[list[Any], Any, tuple[int, ...] | None]:
    """Row splits, flat values and their inner shape; None for what is no list.

    Raises:
      ValueError: for lists of different depth, or of less depth than ``ragged_rank``.
    """
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with "
                f"ragged_rank={ragged_rank}"
            )
        if inner_shape:
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)="
                f"{len(inner_shape)}"
            )
        return [], pylist, None
    scalar_depth, depth = _depths(pylist)
    if scalar_depth is not None and depth > scalar_depth:
        raise ValueError(
            f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar "
            f"value nesting"
        )
    inner = None if inner_shape is None else tuple(np.ravel(inner_shape).tolist())
    has_scalars = scalar_depth is not None
    ragged_rank = _ragged_rank(pylist, depth, has_scalars, ragged_rank, inner)
    if inner is None:
        inner = _inner_shape(pylist, ragged_rank)
    splits, values = [], list(pylist)
    for _ in np.arange(ragged_rank):
        if not all(map(_is_list, values)):
            raise ValueError(f"Invalid pylist={pylist!r}: its depth differs.")
        splits.append(np.cumsum([0, *map(len, values)]))
        values = [item for row in values for item in row]
    return splits, values, inner


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or (
        isinstance(value, np.ndarray) and value.ndim > 0
    )


def _depths(value: Any) -> tuple[int | None, int]:
    """How deep scalars are nested (None without any), and how deep the lists are.

    Raises:
      ValueError: if scalars are nested differently.
    """
    if not _is_list(value):
        return 0, 0
    found = [_depths(item) for item in value]
    depths = {scalar for scalar, _ in found if scalar is not None}
    if len(depths) > 1:
        raise ValueError("all scalar values must have the same nesting depth")
    deepest = max((depth for _, depth in found), default=0)
    return (depths.pop() + 1 if depths else None), deepest + 1


def _ragged_rank(
    pylist: Any, depth: int, has_scalars: bool, ragged_rank: int | None, inner: Any
) -> int:
    if ragged_rank is None:
        return max(0, depth - 1 - (len(inner) if inner is not None else 0))
    if has_scalars:
        _check_depth(pylist, depth, ragged_rank)
    if inner is not None and depth > ragged_rank + 1 + len(inner):
        raise ValueError(
            f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} "
            f"and dim(inner_shape)={len(inner)}"
        )
    return ragged_rank


def _check_depth(pylist: Any, depth: int, ragged_rank: int) -> None:
    """Refuses scalars that are not below all ragged axes; lists may end earlier."""
    if depth < ragged_rank:
        raise ValueError(
            f"Invalid pylist={pylist!r}, max depth smaller than "
            f"ragged_rank={ragged_rank}"
        )
    if depth == ragged_rank:
        raise ValueError(
            f"pylist has scalar values depth {depth}, but ragged_rank={ragged_rank} "
            f"requires scalar value depth greater than {ragged_rank}"
        )


def _inner_shape(pylist: Any, ragged_rank: int) -> tuple[int, ...]:
    level: Any = list(pylist)
    for _ in np.arange(ragged_rank):
        level = [item for row in level for item in row]
    sizes: list[int] = []
    while level and _is_list(level[0]):
        sizes.append(len(level[0]))
        if any(not _is_list(row) or len(row) != sizes[-1] for row in level):
            raise ValueError("inner values have inconsistent shape")
        level = [item for row in level for item in row]
    return tuple(sizes)


def range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> Any:
    """A row of numbers from each start to, without, the limit.

    >>> tf.ragged.range([3, 0, 2])
    <tf.RaggedTensor [[0, 1, 2], [], [0, 1]]>

    Raises:
      InvalidArgumentError: for a step of 0, or vectors of different lengths.
    """
    if limits is None:
        starts, limits = 0, starts
    bounds = [convert_to_tensor(each) for each in (starts, limits, deltas)]
    wanted = (
        _widest([each.dtype for each in bounds]) if dtype is None else as_dtype(dtype)
    )
    attrs = {"Tsplits": as_dtype(row_splits_dtype)}
    splits, values = apply_op(
        "RaggedRange", [cast(each, wanted) for each in bounds], attrs, name
    )
    return RaggedTensor.from_row_splits(values, splits, validate=False)


_WIDTHS = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)


def _widest(found: list[DType]) -> DType:
    for dtype in found:
        if dtype not in _WIDTHS:
            return dtype
    return max(found, key=_WIDTHS.index)


def row_splits_to_segment_ids(
    splits: TensorLike, name: str | None = None, out_type: DTypeLike | None = None
) -> Tensor:
    """The number of the row of each value.

    >>> tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3]).numpy().tolist()
    [0, 0, 2]

    Raises:
      ValueError: for splits that are no vector, or an empty one.
    """
    tensor = index_tensor(splits, "splits")
    if tensor.shape.rank not in (None, 1):
        raise ValueError(f"Shape {tensor.shape} must have rank 1")
    if tensor.shape.rank == 1 and tensor.shape[0] == 0:
        raise ValueError("Invalid row_splits: []")
    rows = row_numbers(tensor - tensor[0])
    return rows if out_type is None else cast(rows, as_dtype(out_type))


def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The row splits of values with known row ids.

    >>> tf.ragged.segment_ids_to_row_splits([0, 0, 2]).numpy().tolist()
    [0, 2, 2, 3]

    Raises:
      InvalidArgumentError: for numbers that are negative.
    """
    rows = index_tensor(segment_ids, "segment_ids")
    array = known(rows)
    if array is not None and (array < 0).any():
        raise InvalidArgumentError(
            None, None, f"segment ids must not be negative, got {array.tolist()}"
        )
    if num_segments is not None:
        count = cast(index_tensor(num_segments, "num_segments"), rows.dtype)
    elif array is not None:
        count = number(int(array.max(initial=-1)) + 1, rows.dtype)
    else:
        count = apply_op("Max", [apply_op("Maximum", [rows, -1]), 0]) + 1
    none = apply_op("ZerosLike", [rows[:0]])
    splits = splits_of(apply_op("DenseBincount", [rows, count, none]))
    return splits if out_type is None else cast(splits, as_dtype(out_type))
