"""Axes of ragged tensors: merged, added, removed, repeated, reversed."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.ragged.gathering import gather
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import count_up, number, row_numbers, size_of, take


def merge_dims(ragged: Any, outer_axis: int, inner_axis: int) -> Any:
    """Merges the axes from ``outer_axis`` to ``inner_axis`` into one axis.

    Raises:
      ValueError: if the inner axis comes before the outer.
    """
    outer, inner = _axis(ragged, outer_axis), _axis(ragged, inner_axis)
    if outer > inner:
        raise ValueError(
            f"Expected outer_axis ({outer_axis}) to be less than or equal to "
            f"inner_axis ({inner_axis})"
        )
    return _merged(ragged, outer, inner)


def _merged(value: Any, outer: int, inner: int) -> Any:
    if outer == inner:
        return value
    if not isinstance(value, RaggedTensor):
        shape = apply_op("Shape", [value])
        parts = [shape[:outer], np.array([-1], np.int32), shape[inner + 1 :]]
        return apply_op("Reshape", [value, apply_op("ConcatV2", [parts, 0])])
    if outer:
        if outer == 1 and inner > 1:
            return _merged_rows(value, inner)
        return value.with_values(_merged(value.values, outer - 1, inner - 1))
    # the outermost axis goes; what is left is merged in turn
    return _merged(value.values, 0, inner - 1)


def _merged_rows(value: RaggedTensor, inner: int) -> Any:
    """Each row's own rows as one, as often as asked."""
    values, splits = value.values, value.row_splits
    if isinstance(values, RaggedTensor):
        merged = RaggedTensor.from_row_splits(
            values.values, take(values.row_splits, splits), validate=False
        )
    else:
        width = size_of(values, 1, splits.dtype)
        merged = RaggedTensor.from_row_splits(
            _merged(values, 0, 1), splits * width, validate=False
        )
    return _merged(merged, 1, inner - 1)


def _axis(ragged: Any, axis: int, added: int = 0) -> int:
    rank: int | None = ragged.shape.rank
    if rank is None:
        if axis < 0:
            raise ValueError(f"axis={axis} may only be negative if the rank is known.")
        return axis
    limit = rank + added
    if not -limit <= axis < limit:
        raise ValueError(f"axis={axis} out of bounds: expected {-limit}<=axis<{limit}")
    return axis % limit


def expand_dims(value: Any, axis: int) -> Any:
    """Inserts an axis of size 1."""
    axis = _axis(value, axis, 1)
    if not isinstance(value, RaggedTensor):
        return apply_op("ExpandDims", [value, axis])
    if axis == 0:
        ends = [number(0, value.row_splits.dtype), value.nrows()]
        splits = apply_op("Pack", [ends], {"axis": 0})
        return RaggedTensor._make(value, splits, value.shape[0])
    if axis == 1:
        return RaggedTensor._make(value, count_up(value.nrows() + 1), 1)
    return value.with_values(expand_dims(value.values, axis - 1))


def squeeze(value: Any, axes: list[int]) -> Any:
    """Without axes of size 1.

    Raises:
      ValueError: without axes, or for one whose size is not 1.
    """
    if not axes:
        raise ValueError("Ragged.squeeze must have an axis argument.")
    for axis in sorted((_axis(value, each) for each in axes), reverse=True):
        value = _squeezed(value, axis)
    return value


def _squeezed(value: Any, axis: int) -> Any:
    if not isinstance(value, RaggedTensor):
        return apply_op("Squeeze", [value], {"squeeze_dims": [axis]})
    if axis == 0:
        return value[0] if value.shape[0] in (1, None) else _refuse(value, axis)
    if axis == 1:
        if value._uniform not in (1, None):
            _refuse(value, axis)
        return value.values
    return value.with_values(_squeezed(value.values, axis - 1))


def _refuse(value: Any, axis: int) -> Any:
    raise ValueError(
        f"Can not squeeze axis {axis} of shape {value.shape}: its size is not 1."
    )


def tile(value: Any, multiples: Any) -> Any:
    """Repeats the tensor along each axis, ``multiples`` times.

    Raises:
      ValueError: for multiples that are not known, or not one an axis.
    """
    counts = np.ravel(multiples).tolist()
    if len(counts) != value.shape.rank:
        raise ValueError(
            f"multiples must have one entry for each of the {value.shape.rank} axes."
        )
    return _tiled(value, counts)


def _tiled(value: Any, counts: list[int]) -> Any:
    if not isinstance(value, RaggedTensor):
        return apply_op("Tile", [value, np.array(counts, np.int32)])
    first, second, *rest = counts
    inner = _tiled(value.values, [1, *rest])
    rows = RaggedTensor.from_row_splits(inner, value.row_splits, validate=False)
    if second != 1:
        rows = _repeated_rows(rows, second)
    if first == 1:
        return rows
    every = apply_op("Tile", [count_up(rows.nrows()), np.array([first], np.int32)])
    return gather(rows, every)


def _repeated_rows(rows: RaggedTensor, count: int) -> Any:
    """Each row's items ``count`` times."""
    numbers = apply_op("ExpandDims", [count_up(rows.nrows()), 1])
    order = apply_op("Tile", [numbers, np.array([1, count], np.int32)])
    moved = gather(rows, apply_op("Reshape", [order, [-1]]))
    return RaggedTensor.from_row_splits(
        moved.values, rows.row_splits * count, validate=False
    )


def reverse(value: Any, axes: list[int]) -> Any:
    """The order of the items along some axes reversed."""
    for axis in {_axis(value, each) for each in axes}:
        value = _reversed(value, axis)
    return value


def _reversed(value: Any, axis: int) -> Any:
    if not isinstance(value, RaggedTensor):
        return apply_op("ReverseV2", [value, np.array([axis], np.int32)])
    if axis > 1:
        return value.with_values(_reversed(value.values, axis - 1))
    if axis == 0:
        return gather(value, value.nrows() - 1 - count_up(value.nrows()))
    splits = value.row_splits
    rows = row_numbers(splits)
    mirrored = take(splits[1:] + splits[:-1], rows) - 1 - count_up(splits[-1])
    return value.with_values(gather(value.values, mirrored))
