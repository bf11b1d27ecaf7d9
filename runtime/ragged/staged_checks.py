"""Checks of row partitions when a graph runs."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.ragged.rows import cast, number
from runtime.tensors.tensor import Tensor

_INVALID = "Arguments to {} do not form a valid RaggedTensor: {}"


def check_splits_later(splits: Any, value_count: Any, method: str) -> None:
    """Adds the asserts that splits ascend from 0 to the number of values."""
    starts = apply_op("Equal", [splits[0], number(0, splits.dtype)])
    _check(starts, "zero", splits, method)
    _check_ascending(splits, "monotonic", method)
    ends = apply_op("Equal", [splits[-1], cast(value_count, splits.dtype)])
    _check(ends, "the last split is not the number of values", splits, method)


def check_row_numbers_later(rows: Any, row_count: Any, value_count: Any) -> None:
    """Adds assertions that row ids ascend below the row count, one id per value."""
    method = "from_value_rowids"
    _check_ascending(rows, "monotonic", method)
    is_low = apply_op("GreaterEqual", [rows, number(0, rows.dtype)])
    is_high = apply_op("Less", [rows, cast(row_count, rows.dtype)])
    _check(_all(is_low), "negative row number", rows, method)
    _check(_all(is_high), "a row number is not below nrows", rows, method)
    size = apply_op("Size", [rows], {"out_type": rows.dtype})
    fits = apply_op("Equal", [size, cast(value_count, rows.dtype)])
    _check(fits, "not one row number for each value", rows, method)


def _check_ascending(numbers: Any, what: str, method: str) -> None:
    ascends = apply_op("LessEqual", [numbers[:-1], numbers[1:]])
    _check(_all(ascends), what, numbers, method)


def _all(conditions: Any) -> Tensor:
    return apply_single("All", [conditions, 0])


def _check(condition: Any, what: str, values: Any, method: str) -> None:
    data = [_INVALID.format(method, what), values]
    apply_op("Assert", [condition, data])
