"""Splits, lengths and row numbers, and the way between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.ragged.rows import (
    count_up,
    index_tensor,
    known,
    lengths_of,
    row_numbers,
    size_of,
    spans,
    splits_of,
    splits_of_row_numbers,
    take,
)


@pytest.mark.parametrize("lengths", [[2, 0, 3], [0, 0], []])
@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_lengths_splits_and_row_numbers_say_the_same(lengths: Any, dtype: Any) -> None:
    splits = splits_of(tf.constant(lengths, dtype))
    assert splits.numpy().tolist() == [0, *np.cumsum(lengths).astype(int).tolist()]
    assert lengths_of(splits).numpy().tolist() == lengths
    rows = row_numbers(splits)
    assert rows.numpy().tolist() == np.repeat(range(len(lengths)), lengths).tolist()
    again = splits_of_row_numbers(rows, tf.constant(len(lengths), dtype))
    assert again.numpy().tolist() == splits.numpy().tolist()
    assert splits.dtype == rows.dtype == again.dtype == dtype


def test_positions() -> None:
    assert count_up(tf.constant(3)).numpy().tolist() == [0, 1, 2]
    starts, lengths = tf.constant([5, 0, 2]), tf.constant([2, 0, 3])
    assert spans(starts, lengths).numpy().tolist() == [5, 6, 2, 3, 4]
    assert take(tf.constant([7, 8, 9]), [2, 0]).numpy().tolist() == [9, 7]


def test_sizes_are_constants_where_they_are_known() -> None:
    found = size_of(tf.zeros([2, 3]), 1, tf.int32)
    assert (int(found), found.dtype) == (3, tf.int32)
    dynamic = tf.function(
        lambda x: size_of(x), input_signature=[tf.TensorSpec([None], tf.int32)]
    )
    assert int(dynamic(tf.range(5))) == 5


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ([1, 2], "int64"),
        ([], "int64"),
        (np.int32([1]), "int32"),
        (np.int16([1]), "int64"),
        (tf.constant([1]), "int32"),
        ([tf.constant(1), 2], "int64"),
    ],
)
def test_the_dtype_of_splits(value: Any, dtype: str) -> None:
    assert index_tensor(value, "splits").dtype.name == dtype


@pytest.mark.parametrize("value", [[1.5], ["a"], tf.constant([1], tf.int16)])
def test_splits_are_integers_of_32_or_64_bits(value: Any) -> None:
    with pytest.raises(ValueError, match="row_splits must have dtype int32 or int64"):
        index_tensor(value, "row_splits")


def test_what_is_known_now() -> None:
    assert known(tf.constant([1, 2])).tolist() == [1, 2]
    assert known([3]).tolist() == [3]
    seen: list[Any] = []
    tf.function(lambda x: seen.append(known(x)) or x)(tf.constant(1))
    assert seen == [None]
