"""Axes of ragged tensors merged, added, removed, repeated, reversed."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

NESTED = [[[1, 2], [3]], [], [[4]]]
RAGGED = tf.ragged.constant(NESTED)


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [
        (0, 1, [[1, 2], [3], [4]]),
        (1, 2, [[1, 2, 3], [], [4]]),
        (0, 2, [1, 2, 3, 4]),
        (0, -1, [1, 2, 3, 4]),
        (1, 1, NESTED),
    ],
)
def test_merged_axes(outer: int, inner: int, expected: Any) -> None:
    found = RAGGED.merge_dims(outer, inner)
    values = found.to_list() if hasattr(found, "to_list") else found.numpy().tolist()
    assert values == expected


def test_dense_axes_are_merged_too() -> None:
    values = tf.reshape(tf.range(12), [3, 2, 2])
    ragged = tf.RaggedTensor.from_row_splits(values, [0, 1, 3])
    assert ragged.merge_dims(1, 2).to_list() == [
        [[0, 1], [2, 3]],
        [[4, 5], [6, 7], [8, 9], [10, 11]],
    ]
    with pytest.raises(ValueError, match=r"outer_axis \(2\) to be less than"):
        ragged.merge_dims(2, 1)


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        (0, [[[1], [2, 3]]]),
        (1, [[[1]], [[2, 3]]]),
        (2, [[[1]], [[2], [3]]]),
        (-1, [[[1]], [[2], [3]]]),
    ],
)
def test_an_axis_is_added_and_removed_again(axis: int, expected: Any) -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    wider = tf.expand_dims(ragged, axis)
    assert wider.to_list() == expected
    assert tf.squeeze(wider, [axis]).to_list() == [[1], [2, 3]]


def test_what_cannot_be_squeezed() -> None:
    uniform = tf.RaggedTensor.from_uniform_row_length(tf.range(4), 2)
    with pytest.raises(ValueError, match="its size is not 1"):
        tf.squeeze(uniform, [1])
    with pytest.raises(ValueError, match="must have an axis argument"):
        tf.squeeze(RAGGED)
    with pytest.raises(ValueError, match="axis=5 out of bounds: expected -4<=axis<4"):
        tf.expand_dims(RAGGED, 5)


@pytest.mark.parametrize(
    ("multiples", "expected"),
    [
        ([2, 1], [[1], [2, 3], [1], [2, 3]]),
        ([1, 2], [[1, 1], [2, 3, 2, 3]]),
        ([1, 0], [[], []]),
        ([0, 1], []),
    ],
)
def test_tiles(multiples: Any, expected: Any) -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    assert tf.tile(ragged, multiples).to_list() == expected
    with pytest.raises(ValueError, match="one entry for each of the 2 axes"):
        tf.tile(ragged, [1])


def test_orders_are_reversed() -> None:
    assert tf.reverse(RAGGED, [0]).to_list() == NESTED[::-1]
    assert tf.reverse(RAGGED, [1]).to_list() == [[[3], [1, 2]], [], [[4]]]
    assert tf.reverse(RAGGED, [2]).to_list() == [[[2, 1], [3]], [], [[4]]]
    assert tf.reverse(RAGGED, [0, -1]).to_list() == [[[4]], [], [[2, 1], [3]]]
