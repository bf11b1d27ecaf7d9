"""RowPartition: the division of values into rows, without the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.row_partition_spec import RowPartitionSpec
from runtime.ragged.rows import cast, count_up, known, lengths_of, row_numbers, size_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


class RowComposition:
    """Components of a row partition and of its spec, for composite tensor functions."""

    @staticmethod
    def components(value: Any) -> list[Any]:
        """The splits."""
        return [value.row_splits()]

    @staticmethod
    def component_names(value: Any) -> tuple[Any, ...]:
        """The name of the component, row splits, and the static uniform row length."""
        return ("row_splits", value.static_uniform_row_length)

    @staticmethod
    def with_components(like: Any, parts: Sequence[Any]) -> Any:
        """A row partition with these splits."""
        return RowPartition.of_splits(parts[0], like.static_uniform_row_length)

    @staticmethod
    def spec_of_components(like: Any, types: Sequence[Any]) -> RowPartitionSpec:
        """The spec of row partitions whose splits have the trace types ``types``."""
        spec = like if isinstance(like, RowPartitionSpec) else like._type_spec
        return spec.spec_of_components(types)


class RowPartition:
    """A partition of values into rows.

    >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
    >>> rows
    tf.RowPartition(row_splits=[0 2 2 3])
    >>> rows.nvals().numpy(), rows.value_rowids().numpy().tolist()
    (np.int64(3), [0, 0, 2])
    """

    __slots__ = ("__weakref__", "_rows")
    __tf_components__ = True
    __tf_composition__ = RowComposition

    def __init__(self, rows: RaggedTensor) -> None:
        self._rows = rows

    @classmethod
    def of_splits(cls, row_splits: Any, length: int | None = None) -> RowPartition:
        """A row partition from checked splits and, if known, the uniform row length."""
        return cls(RaggedTensor._make(_counted(row_splits[-1]), row_splits, length))

    @property
    def _type_spec(self) -> RowPartitionSpec:
        return RowPartitionSpec.from_value(self)

    @classmethod
    def from_row_splits(
        cls,
        row_splits: TensorLike,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows from where each begins, and the end of the last."""
        splits = _numbers(row_splits, dtype, dtype_hint)
        return cls(
            RaggedTensor.from_row_splits(_counted(splits[-1]), splits, None, validate)
        )

    @classmethod
    def from_row_lengths(
        cls,
        row_lengths: TensorLike,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows by their lengths."""
        from runtime.math.reductions import reduce_sum

        lengths = _numbers(row_lengths, dtype, dtype_hint)
        values = _counted(reduce_sum(lengths))
        return cls(RaggedTensor.from_row_lengths(values, lengths, None, validate))

    @classmethod
    def from_row_starts(
        cls,
        row_starts: TensorLike,
        nvals: Any,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows from their starts, and the number of values."""
        starts = _numbers(row_starts, dtype, dtype_hint)
        return cls(
            RaggedTensor.from_row_starts(_counted(nvals), starts, None, validate)
        )

    @classmethod
    def from_row_limits(
        cls,
        row_limits: TensorLike,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows from where each ends."""
        limits = _numbers(row_limits, dtype, dtype_hint)
        values = _counted(limits[-1] if limits.shape[0] else 0)
        return cls(RaggedTensor.from_row_limits(values, limits, None, validate))

    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: TensorLike,
        nrows: TensorLike | None = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows from the row id of each value."""
        numbers = _numbers(value_rowids, dtype, dtype_hint)
        return cls(
            RaggedTensor.from_value_rowids(numbers, numbers, nrows, None, validate)
        )

    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: TensorLike,
        nvals: Any = None,
        nrows: TensorLike | None = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows of equal length, from the number of values or of rows.

        Raises:
          ValueError: if both ``nvals`` and ``nrows`` are missing.
        """
        length = _numbers(uniform_row_length, dtype, dtype_hint)
        if nvals is None:
            if nrows is None:
                raise ValueError("At least one of nvals and nrows must be given.")
            nvals = length * cast(convert_to_tensor(nrows), length.dtype)
        values = _counted(nvals)
        make = RaggedTensor.from_uniform_row_length
        return cls(make(values, length, nrows, validate))

    @property
    def dtype(self) -> DType:
        """int32 or int64, of all numbers of rows and places."""
        dtype: DType = self._rows.row_splits.dtype
        return dtype

    def row_splits(self) -> Tensor:
        """The start of each row, and the end of the last: [rows + 1]."""
        splits: Tensor = self._rows.row_splits
        return splits

    def row_lengths(self) -> Tensor:
        """The length of each row: [rows]."""
        lengths: Tensor = lengths_of(self._rows.row_splits)
        return lengths

    def row_starts(self) -> Tensor:
        """The start of each row: [rows]."""
        starts: Tensor = self.row_splits()[:-1]
        return starts

    def row_limits(self) -> Tensor:
        """The end of each row: [rows]."""
        ends: Tensor = self.row_splits()[1:]
        return ends

    def value_rowids(self) -> Tensor:
        """The number of the row of each value: [values]."""
        numbers: Tensor = row_numbers(self._rows.row_splits)
        return numbers

    def nrows(self) -> Tensor:
        """The number of rows, a scalar."""
        count: Tensor = size_of(self._rows.row_splits, 0, self.dtype) - 1
        return count

    def nvals(self) -> Tensor:
        """The number of values, a scalar."""
        count: Tensor = self.row_splits()[-1]
        return count

    def uniform_row_length(self) -> Tensor | None:
        """The length of every row; None if they differ or may differ."""
        length = self._rows.uniform_row_length
        if length is None:
            return None
        size: Tensor = cast(convert_to_tensor(length), self.dtype)
        return size

    def is_uniform(self) -> bool:
        """Whether all rows are known to be of one length."""
        return self._rows.uniform_row_length is not None

    def offsets_in_rows(self) -> Tensor:
        """The offset of each value in its row: [values].

        >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
        >>> rows.offsets_in_rows().numpy().tolist()
        [0, 1, 0]
        """
        starts = apply_op("GatherV2", [self.row_starts(), self.value_rowids(), 0])
        places: Tensor = cast(count_up(self.nvals()), self.dtype) - starts
        return places

    @property
    def static_nvals(self) -> int | None:
        """The number of values, if it is known."""
        found = known(self.nvals())
        return None if found is None else int(found)

    @property
    def static_nrows(self) -> int | None:
        """The number of rows, if it is known."""
        size: int | None = self._rows.row_splits.shape[0]
        return None if size is None else size - 1

    @property
    def static_uniform_row_length(self) -> int | None:
        """The length of every row, if that is known."""
        length = self.uniform_row_length()
        found = None if length is None else known(length)
        return None if found is None else int(found)

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """The same rows with numbers of another dtype."""
        return RowPartition(self._rows.with_row_splits_dtype(dtype))

    def rows_of(self, values: TensorLike) -> RaggedTensor:
        """A ragged tensor of the values in these rows."""
        rows: RaggedTensor = self._rows.with_values(values)
        return rows

    def __repr__(self) -> str:
        if self.is_uniform():
            length = self.static_uniform_row_length
            return (
                f"tf.RowPartition(nrows={self.static_nrows}, "
                f"uniform_row_length={length})"
            )
        splits = known(self._rows.row_splits)
        return f"tf.RowPartition(row_splits={'?' if splits is None else splits})"


def _numbers(value: Any, dtype: Any, dtype_hint: Any) -> Tensor:
    """int64, unless the value or the caller says int32; a hint counts after these."""
    if dtype is not None:
        result: Tensor = cast(convert_to_tensor(value), as_dtype(dtype))
        return result
    found = convert_to_tensor(value, None, dtype_hint or dtypes.int64)
    return found if found.dtype is dtypes.int32 else cast(found, dtypes.int64)


def _counted(count: Any) -> Tensor:
    """As many values as that: what they are does not count."""
    result: Tensor = count_up(convert_to_tensor(count))
    return result


RowPartitionSpec.value_type = RowPartition
