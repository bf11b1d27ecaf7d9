"""What structured tensors are made of: fields, shapes, values of Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.ragged.dynamic_shapes import DynamicRaggedShape
from runtime.ragged.row_partitions import RowPartition
from runtime.structured.python_values import field_of_python, keys_of
from runtime.structured.rows import common_shape, converted
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self

FieldValue: TypeAlias = Any
"""A tensor, a ragged tensor, a structured tensor, or what becomes a tensor."""


class StructuredFactories:
    """The class methods that make structured tensors."""

    def __init__(
        self, fields: Mapping[str, FieldValue], ragged_shape: DynamicRaggedShape
    ) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not define __init__.")

    @classmethod
    def from_fields(
        cls,
        fields: Mapping[str, FieldValue],
        shape: ShapeLike | None = (),
        nrows: TensorLike | None = None,
        row_partitions: Sequence[RowPartition] | None = None,
        validate: bool = False,
    ) -> Self:
        """Records with these fields.

        Args:
          shape: the shape of the records; its rank must be known.
          nrows: the number of rows, if there are no fields.
          row_partitions: how ragged rows are divided, if no field says.
          validate: whether the rows of fields are compared when ops run.

        Raises:
          ValueError: for an unknown rank, or fields whose rows differ.
          TypeError: for a name that is no string.
        """
        known = as_shape(shape)
        if known.rank is None:
            raise ValueError("StructuredTensor's shape must have known rank.")
        values = {_name(key): converted(value) for key, value in fields.items()}
        found = common_shape(values, known, nrows, row_partitions, validate)
        return cls(values, found)

    @classmethod
    def from_fields_and_rank(
        cls,
        fields: Mapping[str, FieldValue],
        rank: int,
        validate: bool = False,
        dtype: DTypeLike | None = None,
    ) -> Self:
        """Records with these fields, of which the first ``rank`` axes are the rows.

        Raises:
          ValueError: without fields, or for a rank that they do not have.
        """
        if not fields:
            raise ValueError("Must provide at least one field")
        if rank < 0:
            raise ValueError("rank must be nonnegative")
        values = {_name(key): converted(value) for key, value in fields.items()}
        if any(
            each.shape.rank is not None and each.shape.rank < rank
            for each in values.values()
        ):
            raise ValueError("num_row_partitions must be less than rank")
        unknown = Shape([None] * rank)
        found = common_shape(values, unknown, None, None, validate)
        return cls(values, found if dtype is None else found.with_dtype(dtype))

    @classmethod
    def from_shape(cls, ragged_shape: DynamicRaggedShape) -> Self:
        """Records without fields."""
        return cls({}, ragged_shape)

    @classmethod
    def from_pyval(cls, pyval: FieldValue, typespec: object = None) -> FieldValue:
        """Records of dicts, in lists for rows; lists of other values become tensors.

        >>> tf.experimental.StructuredTensor.from_pyval({"a": {"b": [1, 2]}})
        <StructuredTensor(
            fields={
                "a": <StructuredTensor(
                        fields={
                            "b": tf.Tensor([1 2], shape=(2,), dtype=int32)},
                        shape=())>},
            shape=())>

        Raises:
          ValueError: for dicts beside other values, or at different depths; for a
            value that ``typespec`` does not allow.
          KeyError: for a name that only some of the dicts have.
        """
        found = _of_python(cls, pyval)
        if typespec is not None and not _fits(typespec, found):
            raise ValueError(f"{found!r} is not compatible with {typespec!r}.")
        return found


def _name(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"Unexpected type for key in `fields`: {key}")
    return key


def _fits(typespec: Any, value: Any) -> bool:
    return bool(typespec.is_compatible_with(value))


def _of_python(cls: Any, value: Any) -> Any:
    """Records of dicts; a tensor of other values."""
    if isinstance(value, Mapping):
        fields = {name: _of_python(cls, each) for name, each in value.items()}
        return cls.from_fields(fields)
    keys, depth = keys_of(value)
    if keys is None:
        return field_of_python(value)
    columns = {name: _column(value, name, depth) for name in keys}
    fields = {name: _of_python(cls, each) for name, each in columns.items()}
    return cls(fields, shape_of_lists(value, depth))


def _column(value: Any, name: str, depth: int) -> Any:
    if depth == 0:
        return value[name]
    return [_column(each, name, depth - 1) for each in value]


def shape_of_lists(value: Any, depth: int) -> DynamicRaggedShape:
    """The ragged shape of nested lists, as far as a depth."""
    counts: list[list[int]] = []
    level = [value]
    for _ in range(depth):
        counts.append([len(each) for each in level])
        level = [inner for each in level for inner in each]
    lengths: list[Any] = [counts[0][0], *counts[1:]]
    return DynamicRaggedShape.from_lengths(lengths, dtype=dtypes.int64)


__all__ = ["FieldValue", "StructuredFactories", "shape_of_lists"]
