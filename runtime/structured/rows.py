"""The rows that the fields of structured tensors have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.ragged.dynamic_shapes import DynamicRaggedShape
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.row_partitions import RowPartition
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor


def converted(value: Any) -> Any:
    """A field's value: a tensor, unless it is ragged or structured."""
    if isinstance(value, (Tensor, RaggedTensor)) or hasattr(value, "field_names"):
        return value
    return convert_to_tensor(value)


def common_shape(
    fields: Mapping[str, Any],
    shape: Shape,
    nrows: Any,
    row_partitions: Sequence[RowPartition] | None,
    validate: bool,
) -> DynamicRaggedShape:
    """The ragged shape of records: that of the first axes of the fields.

    Raises:
      ValueError: for fields whose rows differ, or ragged rows that nothing says.
    """
    rank = shape.rank or 0
    static = shape
    for name, value in fields.items():
        known = value.shape
        if known.rank is not None and known.rank < rank:
            raise ValueError(f"Error in shape of {name}")
        try:
            static = static.merge_with(known[:rank])
        except ValueError as error:
            raise ValueError(f"Error in shape of {name}") from error
    if rank == 0:
        return _uniform([], dtypes.int64)
    if fields:
        ragged = [each for each in fields.values() if not isinstance(each, Tensor)]
        return _rows_of((ragged or list(fields.values()))[0], rank)
    if row_partitions:
        inner = convert_to_tensor([-1], dtypes.int64)
        last = row_partitions[-1]
        inner = apply_op("Reshape", [_int64(last.nvals()), [1]])
        return DynamicRaggedShape(row_partitions, inner)
    sizes: list[Any] = list(static)
    if sizes[0] is None and nrows is not None:
        sizes[0] = nrows
    if any(each is None for each in sizes):
        raise ValueError(
            "nrows or row_partitions must be given for records without fields."
        )
    return _uniform(sizes, dtypes.int64)


def _int64(value: Any) -> Any:
    found = convert_to_tensor(value)
    if found.dtype is dtypes.int64:
        return found
    return apply_op("Cast", [found], {"DstT": dtypes.int64})


def _uniform(sizes: Sequence[Any], dtype: Any) -> DynamicRaggedShape:
    if not sizes:
        return DynamicRaggedShape([], convert_to_tensor([], dtype))
    packed = apply_op("Pack", [[_int64(each) for each in sizes]])
    return DynamicRaggedShape([], packed)


def _rows_of(value: Any, rank: int) -> DynamicRaggedShape:
    """The ragged shape of the first axes of a field."""
    if hasattr(value, "field_names"):
        inner: DynamicRaggedShape = value._ragged_shape[:rank]
        return inner
    found = DynamicRaggedShape.from_tensor(value)
    if found.dtype is not dtypes.int64 and not isinstance(value, RaggedTensor):
        found = found.with_dtype(dtypes.int64)
    first: DynamicRaggedShape = found[:rank]
    return first


def in_rows(shape: DynamicRaggedShape) -> tuple[RowPartition, ...]:
    """The partitions of rows: those of ragged axes, and of uniform ones."""
    found = list(shape.row_partitions)
    rank = shape.rank or 0
    count = shape.inner_shape[0]
    for axis in range(len(found) + 1, rank):
        inner = shape.inner_shape[axis - shape.num_row_partitions]
        made = RowPartition.from_uniform_row_length(
            inner, nvals=count * inner, nrows=count
        )
        found.append(made)
        count = count * inner
    return tuple(found)


def merged(value: Any, outer: int, inner: int) -> Any:
    """A field whose axes from one to another are one axis."""
    if outer == inner:
        return value
    if isinstance(value, Tensor):
        shape = apply_op("Shape", [value])
        whole = [shape[:outer], [-1], shape[inner + 1 :]]
        return apply_op("Reshape", [value, apply_op("ConcatV2", [whole, 0])])
    return value.merge_dims(outer, inner)


def shape_in_rows(fields: Mapping[str, Any], shape: Any, rank: int) -> Any:
    """Dicts of the elements of nested lists, in lists as the rows are.

    Without fields there are as many empty dicts as there are rows.
    """
    if rank == 0:
        return dict(fields)
    if not fields:
        return _empty(shape, rank)
    return _zipped(fields, rank)


def _zipped(fields: Mapping[str, Any], rank: int) -> Any:
    if rank == 0:
        return dict(fields)
    count = len(next(iter(fields.values())))
    return [
        _zipped({name: value[place] for name, value in fields.items()}, rank - 1)
        for place in range(count)
    ]


def _empty(shape: Any, rank: int) -> Any:
    ones = apply_op("Fill", [shape.inner_shape, 0])
    rows = shape.in_rows(ones) if shape.num_row_partitions else ones
    nested = rows.to_list() if shape.num_row_partitions else rows.numpy().tolist()

    def dicts(value: Any, depth: int) -> Any:
        return {} if depth == 0 else [dicts(each, depth - 1) for each in value]

    return dicts(nested, rank)


__all__ = [
    "common_shape",
    "converted",
    "in_rows",
    "merged",
    "shape_in_rows",
]
