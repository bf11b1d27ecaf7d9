"""Reductions of ragged tensors over any axes."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.reshaping import expand_dims
from runtime.ragged.rows import cast, count_up, lengths_of, row_numbers, splits_of, take
from runtime.tensors.likes import TensorLike


def reduce(value: Any, op: str, axes: list[int], keep_dims: bool, attrs: Any) -> Any:
    """Applies one reduction op over axes, by default over all axes.

    Raises:
      ValueError: for an axis that does not exist.
    """
    rank = value.shape.rank
    gone = set()
    for axis in axes:
        if not -rank <= axis < rank:
            raise ValueError(
                f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}"
            )
        gone.add(axis % rank)
    result = _reduced(value, op, sorted(gone), attrs)
    if keep_dims:
        for axis in sorted(gone):
            result = expand_dims(result, axis)
    return result


def _reduced(value: Any, op: str, axes: list[int], attrs: Any) -> Any:
    if op == "Mean":
        return _mean(value, axes)
    if op in ("All", "Any"):
        as_numbers = value.with_flat_values(cast(value.flat_values, dtypes.int32))
        # no items: all hold, and none does
        if op == "All":
            failed = _reduced(1 - as_numbers, "Sum", axes, attrs)
            return _elementwise(lambda x: apply_op("Equal", [x, 0]), failed)
        held = _reduced(as_numbers, "Sum", axes, attrs)
        return _elementwise(lambda x: apply_op("Greater", [x, 0]), held)
    if len(axes) == value.shape.rank:
        return _over_all(value.flat_values, op, attrs)
    for axis in reversed(axes):
        value = _over_axis(value, op, axis, attrs)
    return value


def _elementwise(function: Any, value: Any) -> Any:
    if isinstance(value, RaggedTensor):
        return value.with_flat_values(function(value.flat_values))
    return function(value)


def _over_all(flat: Any, op: str, attrs: Any) -> Any:
    axes = list(range(flat.shape.rank))
    return apply_op(op, [flat, axes], {**attrs, "keep_dims": False})


def _mean(value: Any, axes: list[int]) -> Any:
    total = _reduced(value, "Sum", axes, {})
    ones = value.with_flat_values(apply_op("OnesLike", [value.flat_values]))
    count = _reduced(ones, "Sum", axes, {})
    if not isinstance(total, RaggedTensor):
        return _quotient(total, count)
    mean = _quotient(total.flat_values, count.flat_values)
    return total.with_flat_values(mean)


def _quotient(total: Any, count: Any) -> Any:
    """The mean: of integers of two bytes or less a float32, of larger a float64."""
    dtype = total.dtype
    if dtype.is_integer:
        wide = dtypes.float32 if dtype.size <= 2 else dtypes.float64
        total, count = cast(total, wide), cast(count, wide)
    return apply_op("RealDiv", [total, count])


def _over_axis(value: Any, op: str, axis: int, attrs: Any) -> Any:
    if not isinstance(value, RaggedTensor):
        return apply_op(op, [value, [axis]], {**attrs, "keep_dims": False})
    splits = value.row_splits
    if axis > 1:
        return value.with_values(_over_axis(value.values, op, axis - 1, attrs))
    if axis == 1:
        return by_segment(value.values, op, row_numbers(splits), value.nrows(), attrs)
    columns = count_up(splits[-1]) - take(splits, row_numbers(splits))
    longest = apply_op("ConcatV2", [[splits[:1], lengths_of(splits)], 0])
    count = apply_op("Max", [longest, 0])
    return by_segment(value.values, op, columns, count, attrs)


def by_segment(
    data: TensorLike, op: str, segments: TensorLike, count: TensorLike, attrs: Any
) -> Any:
    """Combines items of the same segment, position by position."""
    if isinstance(segments, RaggedTensor):
        raise ValueError(
            "The segment ids of ragged data must be a vector: one id for each row."
        )
    if not isinstance(data, RaggedTensor):
        kept = {"separator": attrs["separator"]} if "separator" in attrs else None
        return apply_op(
            f"UnsortedSegment{op.removeprefix('Reduce')}", [data, segments, count], kept
        )
    starts = data.row_starts()
    lengths = lengths_of(data.row_splits)
    longest = apply_op("UnsortedSegmentMax", [lengths, segments, count])
    longest = apply_op("Maximum", [longest, apply_op("ZerosLike", [longest])])
    splits = splits_of(longest)
    rows = row_numbers(data.row_splits)
    moved = take(take(splits, segments) - starts, rows)
    places = moved + count_up(data.row_splits[-1])
    inner = by_segment(data.values, op, places, splits[-1], attrs)
    return RaggedTensor.from_row_splits(inner, splits, validate=False)
