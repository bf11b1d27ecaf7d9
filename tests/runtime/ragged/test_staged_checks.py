"""Row partitions of a trace, checked when the graph runs."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

ANY = tf.TensorSpec([None], tf.int64)
R = tf.RaggedTensor


def traced(function: Any, *parts: Any) -> Any:
    run = tf.function(function, input_signature=[ANY] * len(parts))
    return run(*(tf.constant(each, tf.int64) for each in parts)).to_list()


def test_valid_partitions_pass() -> None:
    assert traced(R.from_row_splits, [1, 2], [0, 0, 2]) == [[], [1, 2]]
    assert traced(R.from_value_rowids, [1, 2], [0, 2]) == [[1], [], [2]]


@pytest.mark.parametrize(
    ("splits", "told"),
    [
        ([1, 2], "zero"),
        ([0, 2, 1, 2], "monotonic"),
        ([0, 1], "the last split is not the number of values"),
    ],
)
def test_splits_ascend_from_zero_to_the_number_of_values(
    splits: Any, told: str
) -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match=f"(?s)from_row_splits do not form a valid RaggedTensor.*{told}",
    ):
        traced(R.from_row_splits, [1, 2], splits)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([1, 0], "monotonic"),
        ([-1, 0], "negative row number"),
        ([0, 3], "is not below nrows"),
        ([0], "not one row number for each value"),
    ],
)
def test_row_numbers_ascend_below_their_count(rows: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        traced(lambda v, r: R.from_value_rowids(v, r, nrows=3), [1, 2], rows)
