"""The rows that fields have in common."""

from __future__ import annotations

import pytest

import runtime as tf
from graphir.shapes import Shape
from runtime.structured.rows import common_shape, merged


def test_rows_that_nothing_says_are_refused() -> None:
    with pytest.raises(ValueError, match="nrows or row_partitions must be given"):
        common_shape({}, Shape([None]), None, None, False)
    found = common_shape({}, Shape([None]), 3, None, False)
    assert int(found[0]) == 3


def test_ragged_rows_come_from_the_ragged_field() -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    fields = {"a": ragged, "b": ragged * 2}
    found = common_shape(fields, Shape([2, None]), None, None, False)
    assert found.num_row_partitions == 1


def test_axes_are_joined() -> None:
    x = tf.zeros([2, 3, 4, 5])
    assert merged(x, 1, 2).shape == [2, 12, 5]
    assert merged(x, 1, 1) is x
