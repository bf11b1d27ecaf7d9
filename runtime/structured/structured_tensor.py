"""`tf.experimental.StructuredTensor`: records of tensors, in rows of any rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, Union

from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.extension_types.batching import BatchableExtensionType
from runtime.ragged.dynamic_shapes import DynamicRaggedShape
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.row_partitions import RowPartition
from runtime.structured.factories import FieldValue, StructuredFactories
from runtime.structured.python_values import as_python
from runtime.structured.rows import (
    common_shape,
    converted,
    in_rows,
    merged,
    shape_in_rows,
)
from runtime.structured.stacking import StructuredEncoder
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor

Path: TypeAlias = Union[str, "Sequence[str]"]
"""The name of a field, or the names on the way to one."""

Key: TypeAlias = Any
"""Indices and slices of rows, then the name of a field, then those of its own axes."""

PythonValue: TypeAlias = Any
"""A dict, or nested lists of dicts."""


class StructuredTensor(StructuredFactories, BatchableExtensionType):
    """Records: tensors by their names, whose first axes are those of the records.

    A record without rows has rank 0; the fields of records with rows begin with the
    same rows, which may be ragged.

    >>> rows = tf.experimental.StructuredTensor.from_pyval(
    ...     [{"a": 1, "b": [1, 2]}, {"a": 2, "b": [3]}])
    >>> rows
    <StructuredTensor(
        fields={
            "a": tf.Tensor([1 2], shape=(2,), dtype=int32),
            "b": <tf.RaggedTensor [[1, 2], [3]]>},
        shape=(2,))>
    >>> rows[1, "b"].numpy(), rows[0].to_pyval()["b"]
    (array([3], dtype=int32), [1, 2])

    It passes through functions, loops and datasets.
    """

    __batch_encoder__ = StructuredEncoder()

    _fields: Mapping[str, Tensor | RaggedTensor | StructuredTensor]
    _ragged_shape: DynamicRaggedShape

    def __init__(
        self, fields: Mapping[str, FieldValue], ragged_shape: DynamicRaggedShape
    ) -> None:
        self._fields = dict(fields)
        self._ragged_shape = ragged_shape

    # --- what it is

    @property
    def rank(self) -> int:
        """The number of axes of the records."""
        return self._ragged_shape.rank or 0

    @property
    def shape(self) -> Shape:
        """The shape of the records, as far as it is known."""
        lengths = self._ragged_shape.static_lengths(ragged_lengths=False)
        return Shape([each if isinstance(each, int) else None for each in lengths])

    @property
    def row_partitions(self) -> tuple[RowPartition, ...]:
        """How the rows are divided: one partition less than there are axes."""
        if self.rank < 2:
            return ()
        return in_rows(self._ragged_shape)

    def nrows(self) -> Tensor | None:
        """The number of rows; None for a single record."""
        if self.rank == 0:
            return None
        count: Tensor = self._ragged_shape[0]
        return count

    def field_names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(self._fields)

    def field_value(self, field_name: Path) -> FieldValue:
        """A field, or one of a field within, by the names on the way.

        Raises:
          KeyError: for a name that there is not.
        """
        names = [field_name] if isinstance(field_name, str) else list(field_name)
        found: Any = self
        for name in names:
            if name not in found._fields:
                raise KeyError(name)
            found = found._fields[name]
        return found

    def to_pyval(self) -> PythonValue:
        """Dicts of Python's values, in lists for rows.

        Raises:
          ValueError: in a graph.
        """
        fields = {
            name: value.to_pyval()
            if isinstance(value, StructuredTensor)
            else as_python(value)
            for name, value in self._fields.items()
        }
        return shape_in_rows(fields, self._ragged_shape, self.rank)

    # --- changes

    def with_updates(
        self,
        updates: Mapping[Any, FieldValue | Callable[[FieldValue], FieldValue] | None],
        validate: bool = False,
    ) -> StructuredTensor:
        """Records with other fields.

        Args:
          updates: by the name, or the names on the way, of a field: its new value, a
            function of the one it has, or None to leave it out.

        Raises:
          KeyError: for a field to be changed or left out that there is not.
          ValueError: for values whose rows differ.
        """
        fields = dict(self._fields)
        within: dict[str, dict[Any, Any]] = {}
        for path, value in updates.items():
            name, *rest = [path] if isinstance(path, str) else list(path)
            if rest:
                within.setdefault(name, {})[tuple(rest)] = value
            elif value is None:
                del fields[name]
            else:
                fields[name] = value(fields[name]) if callable(value) else value
        for name, inner in within.items():
            outer: Any = fields[name]
            fields[name] = outer.with_updates(inner, validate)
        try:
            values = {name: converted(value) for name, value in fields.items()}
            common_shape(
                values, self.shape, self.nrows(), self.row_partitions, validate
            )
        except (ValueError, TypeError) as error:
            raise ValueError("`StructuredTensor.with_updates` failed") from error
        return StructuredTensor(values, self._ragged_shape)

    def promote(self, source_path: Sequence[str], new_name: str) -> StructuredTensor:
        """A field of a field's records, as a field beside that field.

        Its rows are joined to those of the records that get it.

        >>> texts = tf.experimental.StructuredTensor.from_pyval(
        ...     {"docs": [{"tokens": [1, 2]}, {"tokens": [3]}]})
        >>> texts.promote(("docs", "tokens"), "tokens")["tokens"].numpy()
        array([1, 2, 3], dtype=int32)

        Raises:
          ValueError: for a path of one name, or a new name that is no string.
          KeyError: for a name that there is not.
        """
        if not isinstance(new_name, str):
            raise ValueError("new_name is not a string")
        if len(source_path) < 2:
            raise ValueError("source_path must have length at least two")
        *before, parent, _ = source_path
        grandparent: Any = self.field_value(before)
        field: Any = self.field_value(source_path)
        inner: Any = grandparent.field_value(parent)
        if inner.rank > grandparent.rank and _rank_of(field) > inner.rank:
            field = merged(field, grandparent.rank, inner.rank)
        return self.with_updates({(*before, new_name): field})

    def merge_dims(self, outer_axis: int, inner_axis: int) -> StructuredTensor:
        """Records whose axes from one to another are one axis.

        Raises:
          ValueError: for axes that the records do not have.
        """
        outer = outer_axis + self.rank if outer_axis < 0 else outer_axis
        inner = inner_axis + self.rank if inner_axis < 0 else inner_axis
        if not 0 <= outer <= inner < max(1, self.rank):
            raise ValueError(
                f"Expected outer_axis ({outer_axis}) to be less than or equal to "
                f"inner_axis ({inner_axis}), both axes of the records"
            )
        fields = {
            name: merged(value, outer, inner) for name, value in self._fields.items()
        }
        if fields:
            rank = self.rank - (inner - outer)
            return StructuredTensor.from_fields_and_rank(fields, rank)
        whole = self._ragged_shape.in_rows(range_of(self._ragged_shape))
        shape = DynamicRaggedShape.from_tensor(merged(whole, outer, inner))
        return StructuredTensor.from_shape(shape)

    def partition_outer_dimension(
        self, row_partition: RowPartition
    ) -> StructuredTensor:
        """Records whose rows are divided once more.

        Raises:
          ValueError: for a single record.
          TypeError: for what is no partition.
        """
        if not isinstance(row_partition, RowPartition):
            raise TypeError("row_partition must be a RowPartition.")
        if self.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        fields = {
            name: value.partition_outer_dimension(row_partition)
            if isinstance(value, StructuredTensor)
            else row_partition.rows_of(value)
            for name, value in self._fields.items()
        }
        partitions = [row_partition, *self.row_partitions]
        sizes = Shape([None] * (self.rank + 1))
        found = common_shape({}, sizes, None, partitions, validate=False)
        return StructuredTensor(fields, found)

    def with_shape_dtype(self, dtype: DTypeLike) -> StructuredTensor:
        """Records whose rows are counted in int32 or int64."""
        fields = {
            name: value.with_shape_dtype(dtype)
            if isinstance(value, StructuredTensor)
            else value.with_row_splits_dtype(dtype)
            if isinstance(value, RaggedTensor)
            else value
            for name, value in self._fields.items()
        }
        return StructuredTensor(fields, self._ragged_shape.with_dtype(dtype))

    # --- indices and text

    def __getitem__(self, key: Key) -> FieldValue:
        keys = tuple(key) if isinstance(key, (list, tuple)) else (key,)
        if not keys:
            return self
        return self._field_at(keys) if self.rank == 0 else self._rows_at(keys)

    def _field_at(self, keys: tuple[Any, ...]) -> Any:
        first, rest = keys[0], keys[1:]
        if isinstance(first, slice) and first == slice(None):
            fields = {name: _item(value, rest) for name, value in self._fields.items()}
            return StructuredTensor.from_fields(fields, self.shape)
        if not isinstance(first, str):
            raise ValueError(
                "Key for indexing a StructuredTensor must be a string or a full slice "
                "(':')"
            )
        return _item(self._fields[first], rest)

    def _rows_at(self, keys: tuple[Any, ...]) -> Any:
        rank = self.rank
        if len(keys) > rank:
            if not isinstance(keys[rank], str):
                raise ValueError("Key for indexing a StructuredTensor must be a string")
            return _item(self._fields[keys[rank]], keys[:rank] + keys[rank + 1 :])
        fields = {name: _item(value, keys) for name, value in self._fields.items()}
        kept = rank - sum(not isinstance(each, slice) for each in keys)
        if fields:
            return StructuredTensor.from_fields_and_rank(fields, kept)
        whole = self._ragged_shape.in_rows(range_of(self._ragged_shape))
        return StructuredTensor.from_shape(DynamicRaggedShape.from_tensor(whole[keys]))

    def __repr__(self) -> str:
        shown = ",\n        ".join(
            f'"{name}": ' + str(value).replace("\n", "\n            ")
            for name, value in sorted(self._fields.items())
        )
        return (
            f"<StructuredTensor(\n    fields={{\n        {shown}}},\n"
            f"    shape={self.shape})>"
        )

    __str__ = __repr__


def range_of(shape: DynamicRaggedShape) -> Any:
    """Numbers for the values of a ragged shape, in their order."""
    sizes = shape.inner_shape
    count = apply_op("Prod", [sizes, 0])
    zero, one = apply_op("ZerosLike", [count]), apply_op("OnesLike", [count])
    return apply_op("Reshape", [apply_op("Range", [zero, count, one]), sizes])


def _item(value: Any, keys: tuple[Any, ...]) -> Any:
    return value[keys] if keys else value


def _rank_of(value: Any) -> int:
    if isinstance(value, StructuredTensor):
        return value.rank
    return value.shape.rank or 0


setattr(StructuredTensor, "FieldName", Path)  # noqa: B010  # it is no field

__all__ = ["StructuredTensor"]
