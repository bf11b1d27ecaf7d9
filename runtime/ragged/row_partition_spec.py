"""RowPartitionSpec: the static part of a partition into rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import CompositeSpec


class RowPartitionSpec(CompositeSpec):
    """The static part of a row partition: numbers of rows and values, row length.

    >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
    >>> tf.type_spec_from_value(rows)
    RowPartitionSpec(nrows=3, nvals=3, uniform_row_length=None, dtype=tf.int64)

    Raises:
      ValueError: for a dtype other than int32 and int64.
    """

    def __init__(
        self,
        nrows: int | None = None,
        nvals: int | None = None,
        uniform_row_length: int | None = None,
        dtype: DTypeLike = dtypes.int64,
    ) -> None:
        self.nrows = nrows
        self.nvals = nvals
        self.uniform_row_length = uniform_row_length
        self.dtype = as_dtype(dtype)
        if self.dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError("dtype must be tf.int32 or tf.int64")

    value_type: Any = None
    """The class of the values, which names itself here."""

    @classmethod
    def from_value(cls, value: Any) -> RowPartitionSpec:
        """The spec of a partition."""
        return cls(
            value.static_nrows,
            value.static_nvals,
            value.static_uniform_row_length,
            value.dtype,
        )

    def with_dtype(self, dtype: DTypeLike) -> RowPartitionSpec:
        """The same with numbers of another dtype."""
        return RowPartitionSpec(self.nrows, self.nvals, self.uniform_row_length, dtype)

    def components(self) -> list[Any]:
        """The spec of the splits."""
        size = None if self.nrows is None else self.nrows + 1
        return [TensorSpec([size], self.dtype)]

    def component_names(self) -> tuple[Any, ...]:
        """The name of the component, row splits, and the static uniform row length."""
        return ("row_splits", self.uniform_row_length)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A row partition with these splits, or for specs its spec."""
        if isinstance(components[0], TensorSpec):
            return self.spec_of_components(components)
        return self.value_type.of_splits(components[0], self.uniform_row_length)

    def spec_of_components(self, types: Sequence[Any]) -> RowPartitionSpec:
        """The spec of row partitions whose splits have the trace types ``types``."""
        size = types[0].shape[0] if types[0].shape.rank else None
        rows = None if size is None else size - 1
        values = self.nvals if rows == self.nrows else None
        return RowPartitionSpec(rows, values, self.uniform_row_length, types[0].dtype)

    def _serialize(self) -> tuple[Any, ...]:
        sizes = self.nrows, self.nvals, self.uniform_row_length
        return (*(as_shape([size]) for size in sizes), self.dtype)

    @classmethod
    def _deserialize(cls, parts: Any) -> RowPartitionSpec:
        *sizes, dtype = parts
        rows, values, length = (Shape(size)[0] for size in sizes)
        return cls(rows, values, length, dtype)

    def __repr__(self) -> str:
        return (
            f"RowPartitionSpec(nrows={self.nrows}, nvals={self.nvals}, "
            f"uniform_row_length={self.uniform_row_length}, dtype={self.dtype!r})"
        )


__all__ = ["RowPartitionSpec"]
