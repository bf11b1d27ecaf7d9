"""Factory methods of ragged tensors: from splits, lengths, row ids and others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.ragged.rows import (
    cast,
    count_up,
    index_tensor,
    known,
    number,
    size_of,
    splits_of,
    splits_of_row_numbers,
)
from runtime.ragged.staged_checks import check_row_numbers_later, check_splits_later
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from typing_extensions import Self

_INVALID = "Arguments to {} do not form a valid RaggedTensor"


def refuse(what: str, method: str) -> InvalidArgumentError:
    """Creates the error of an invalid row partition."""
    return InvalidArgumentError(None, None, f"{_INVALID.format(method)}: {what}")


def ragged_values(values: TensorLike, name: str = "values") -> Any:
    """The values to divide into rows, as a tensor or ragged tensor.

    Raises:
      ValueError: for a scalar.
    """
    tensor: Any = convert_to_tensor(values, name=name)
    if tensor.shape.rank == 0:
        raise ValueError(
            f"values must have at least one axis, got shape {tensor.shape}."
        )
    return tensor


def _agreed(splits: Any, values: Any) -> tuple[Any, Any]:
    """Splits in the dtype of nested values' splits: int64 if they differ."""
    if not isinstance(values, CompositeTensor):
        return splits, values
    inner: Any = values
    if inner.row_splits.dtype is splits.dtype:
        return splits, inner
    return cast(splits, dtypes.int64), inner.with_row_splits_dtype(dtypes.int64)


class RaggedFactories:
    """Class methods that make ragged tensors; ``validate=False`` trusts the caller."""

    @classmethod
    def _make(cls, values: Any, splits: Any, uniform: Any = None) -> Self:
        raise NotImplementedError(f"{cls.__name__} does not define _make.")

    @classmethod
    def from_row_splits(
        cls,
        values: TensorLike,
        row_splits: TensorLike,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """A ragged tensor from row splits: the row starts, and the last row's end.

        >>> tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 2, 3])
        <tf.RaggedTensor [[3, 1], [], [4]]>

        Raises:
          ValueError: for splits that are no vector of integers.
          InvalidArgumentError: for splits that do not ascend from 0 to the number of
            values.
        """
        with op_scope(name, "RaggedFromRowSplits"):
            splits = index_tensor(row_splits, "row_splits")
            found: Self = cls._checked(values, splits, "from_row_splits", validate)
            return found

    @classmethod
    def _checked(
        cls, values: Any, splits: Any, method: str, validate: bool, uniform: Any = None
    ) -> Any:
        splits, tensor = _agreed(splits, ragged_values(values))
        _require_vector(splits)
        array = known(splits)
        if validate and array is not None:
            _check_splits(array, tensor.shape[0] if tensor.shape.rank else None, method)
        elif validate:
            check_splits_later(splits, _row_count(tensor, splits.dtype), method)
        return cls._make(tensor, splits, uniform)

    @classmethod
    def from_row_lengths(
        cls,
        values: TensorLike,
        row_lengths: TensorLike,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """A ragged tensor from row lengths.

        >>> tf.RaggedTensor.from_row_lengths([3, 1, 4], [2, 0, 1])
        <tf.RaggedTensor [[3, 1], [], [4]]>

        Raises:
          InvalidArgumentError: for lengths that are negative or do not add up.
        """
        with op_scope(name, "RaggedFromRowLengths"):
            lengths = index_tensor(row_lengths, "row_lengths")
            _require_vector(lengths)
            array = known(lengths)
            if validate and array is not None and (array < 0).any():
                raise refuse(f"row lengths {array.tolist()}", "from_row_lengths")
            found: Self = cls._checked(
                values, splits_of(lengths), "from_row_lengths", validate
            )
            return found

    @classmethod
    def from_row_limits(
        cls,
        values: TensorLike,
        row_limits: TensorLike,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """A ragged tensor from the end of each row.

        >>> tf.RaggedTensor.from_row_limits([3, 1, 4], [2, 2, 3])
        <tf.RaggedTensor [[3, 1], [], [4]]>

        Raises:
          InvalidArgumentError: for limits that do not ascend to the number of values.
        """
        with op_scope(name, "RaggedFromRowLimits"):
            limits = index_tensor(row_limits, "row_limits")
            zero = apply_op("ExpandDims", [number(0, limits.dtype), 0])
            splits = apply_op("ConcatV2", [[zero, limits], 0])
            found: Self = cls._checked(values, splits, "from_row_limits", validate)
            return found

    @classmethod
    def from_row_starts(
        cls,
        values: TensorLike,
        row_starts: TensorLike,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """A ragged tensor from the start of each row; the last row ends at the end.

        >>> tf.RaggedTensor.from_row_starts([3, 1, 4], [0, 2, 2])
        <tf.RaggedTensor [[3, 1], [], [4]]>

        Raises:
          InvalidArgumentError: for starts that do not ascend from 0.
        """
        with op_scope(name, "RaggedFromRowStarts"):
            tensor = ragged_values(values)
            starts = index_tensor(row_starts, "row_starts")
            end = _row_count(tensor, starts.dtype)
            splits = apply_op(
                "ConcatV2", [[starts, apply_op("ExpandDims", [end, 0])], 0]
            )
            found: Self = cls._checked(tensor, splits, "from_row_starts", validate)
            return found

    @classmethod
    def from_value_rowids(
        cls,
        values: TensorLike,
        value_rowids: TensorLike,
        nrows: TensorLike | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """A ragged tensor from the row id of each value.

        >>> tf.RaggedTensor.from_value_rowids([3, 1, 4], [0, 0, 2], nrows=4)
        <tf.RaggedTensor [[3, 1], [], [4], []]>

        Raises:
          ValueError: if ``nrows`` is negative, or too small.
          InvalidArgumentError: for numbers that fall, or are not one a value.
        """
        with op_scope(name, "RaggedFromValueRowIds"):
            rows = index_tensor(value_rowids, "value_rowids")
            _require_vector(rows)
            array = known(rows)
            if nrows is None:
                count = _next_row(rows, array)
            else:
                count = cast(index_tensor(nrows, "nrows"), rows.dtype)
            if validate and array is not None:
                _check_row_numbers(array, known(count), ragged_values(values).shape[0])
            elif validate:
                total = _row_count(ragged_values(values), rows.dtype)
                check_row_numbers_later(rows, count, total)
            splits = splits_of_row_numbers(rows, count)
            is_left = validate and array is not None
            found: Self = cls._checked(values, splits, "from_value_rowids", is_left)
            return found

    @classmethod
    def from_uniform_row_length(
        cls,
        values: TensorLike,
        uniform_row_length: TensorLike,
        nrows: TensorLike | None = None,
        validate: bool = True,
        name: str | None = None,
    ) -> Self:
        """Rows of equal length; ``nrows`` is required if the length is 0.

        >>> tf.RaggedTensor.from_uniform_row_length([3, 1, 4, 1], 2)
        <tf.RaggedTensor [[3, 1],
         [4, 1]]>

        Raises:
          ValueError: if the length does not divide the number of values.
        """
        with op_scope(name, "RaggedFromUniformRowLength"):
            tensor = ragged_values(values)
            length = index_tensor(uniform_row_length, "uniform_row_length")
            total = _row_count(tensor, length.dtype)
            size, count = known(length), known(total)
            if nrows is not None:
                rows = cast(index_tensor(nrows, "nrows"), length.dtype)
            elif size is not None and count is not None:
                rows = number(int(count) // int(size) if size else 0, length.dtype)
            else:
                rows = apply_op("FloorDiv", [total, length])
            if validate and size is not None and count is not None:
                _check_uniform(int(size), known(rows), int(count))
            splits = count_up(rows + 1) * length
            uniform = None if size is None else int(size)
            found: Self = cls._checked(
                tensor, splits, "from_uniform_row_length", False, uniform
            )
            return found

    @classmethod
    def from_nested_row_splits(
        cls,
        flat_values: TensorLike,
        nested_row_splits: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """Several ragged axes from their row splits, outermost first.

        >>> tf.RaggedTensor.from_nested_row_splits([3, 1, 4], [[0, 2], [0, 0, 3]])
        <tf.RaggedTensor [[[], [3, 1, 4]]]>

        Raises:
          TypeError: if the splits are no list.
          InvalidArgumentError: as for ``from_row_splits``.
        """
        found: Self = cls._nested(
            cls.from_row_splits, flat_values, nested_row_splits, validate
        )
        return found

    @classmethod
    def from_nested_row_lengths(
        cls,
        flat_values: TensorLike,
        nested_row_lengths: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """Several ragged axes from their row lengths, outermost first.

        >>> tf.RaggedTensor.from_nested_row_lengths([3, 1, 4], [[2], [0, 3]])
        <tf.RaggedTensor [[[], [3, 1, 4]]]>

        Raises:
          TypeError: if the lengths are no list.
          InvalidArgumentError: as for ``from_row_lengths``.
        """
        found: Self = cls._nested(
            cls.from_row_lengths, flat_values, nested_row_lengths, validate
        )
        return found

    @classmethod
    def _nested(cls, factory: Any, values: Any, levels: Any, validate: bool) -> Any:
        if not isinstance(levels, (list, tuple)):
            raise TypeError(f"A list of tensors was expected, not {levels!r}.")
        result = values
        for each in reversed(levels):
            result = factory(result, each, validate=validate)
        return result

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Sequence[Any],
        nested_nrows: Sequence[Any] | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Self:
        """Several ragged axes from row ids, outermost first.

        >>> tf.RaggedTensor.from_nested_value_rowids([3, 1], [[0, 0], [1, 1]])
        <tf.RaggedTensor [[[], [3, 1]]]>

        Raises:
          TypeError: if the row numbers are no list.
          ValueError: if ``nested_nrows`` has another length.
        """
        if not isinstance(nested_value_rowids, (list, tuple)):
            raise TypeError(
                f"A list of tensors was expected, not {nested_value_rowids!r}."
            )
        counts = list(nested_nrows or [None] * len(nested_value_rowids))
        if len(counts) != len(nested_value_rowids):
            raise ValueError("nested_nrows must be as long as nested_value_rowids.")
        result = flat_values
        for rows, count in zip(reversed(nested_value_rowids), reversed(counts)):
            result = cls.from_value_rowids(result, rows, count, validate=validate)
        found: Self = result
        return found


def _require_vector(partition: Any) -> None:
    if partition.shape.rank not in (None, 1):
        raise ValueError(f"Shape {partition.shape} must have rank 1")


def _row_count(values: Any, dtype: Any) -> Tensor:
    if isinstance(values, CompositeTensor):
        inner: Any = values
        result: Tensor = inner.nrows(out_type=dtype)
        return result
    return size_of(values, 0, dtype)


def _next_row(rows: Any, array: Any) -> Tensor:
    if array is not None:
        return number(int(array[-1]) + 1 if len(array) else 0, rows.dtype)
    # of no rows the largest is the least number that there is
    result: Tensor = apply_op("Maximum", [apply_op("Max", [rows, 0]), -1]) + 1
    return result


def _check_splits(splits: Any, value_count: int | None, method: str) -> None:
    if not len(splits) or splits[0] != 0:
        raise refuse(f"zero: row splits {splits.tolist()} must start with 0", method)
    if (np.diff(splits) < 0).any():
        raise refuse(f"monotonic: row splits {splits.tolist()} must not fall", method)
    if value_count is not None and splits[-1] != value_count:
        raise refuse(
            f"the rows end at {splits[-1]}, but there are {value_count} values", method
        )


def _check_row_numbers(rows: Any, count: Any, value_count: int | None) -> None:
    method = "from_value_rowids"
    if (np.diff(rows) < 0).any() or (len(rows) and rows[0] < 0):
        raise refuse(f"row numbers {rows.tolist()} must ascend from 0", method)
    if count is not None and count < 0:
        raise ValueError(f"Expected nrows >= 0; got {count}")
    if count is not None and len(rows) and rows[-1] >= count:
        raise ValueError(
            f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}, "
            f"value_rowids[-1]={rows[-1]}"
        )
    if value_count is not None and len(rows) != value_count:
        raise refuse(f"{len(rows)} row numbers for {value_count} values", method)


def _check_uniform(length: int, rows: Any, total: int) -> None:
    if length < 0:
        raise ValueError(f"uniform_row_length={length} must be nonnegative.")
    if rows is not None and length * int(rows) != total:
        raise ValueError(
            f"uniform_row_length={length} times nrows={int(rows)} must equal "
            f"nvals={total}"
        )
