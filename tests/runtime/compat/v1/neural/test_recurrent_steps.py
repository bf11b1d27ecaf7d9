"""What recurrent networks have in common: cells, states, lengths."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.compat.v1.neural.recurrent_steps import check_cell, chosen, zeros_of

v1 = tf.compat.v1


def test_what_is_missing_of_a_cell_is_told() -> None:
    class Cell:
        output_size = 1

    with pytest.raises(TypeError, match="'state_size' property is missing, either"):
        check_cell("cell", Cell())  # type: ignore[arg-type]


def test_values_without_a_batch_are_not_chosen() -> None:
    which = tf.constant([True, False])
    old, new = (
        (tf.constant([1, 2]), tf.constant(5)),
        (tf.constant([3, 4]), tf.constant(6)),
    )
    rows, count = chosen(which, old, new)
    assert rows.numpy().tolist() == [1, 4]
    assert count.numpy() == 6


def test_zeros_have_the_structure_of_sizes() -> None:
    pair = zeros_of((2, tf.TensorShape([3, 1])), 4, tf.float32)
    assert [each.shape.as_list() for each in pair] == [[4, 2], [4, 3, 1]]
