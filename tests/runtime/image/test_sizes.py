"""Sizes of images, known now or when the graph runs."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.image.sizes import (
    as_given,
    at_least,
    at_least_3d,
    at_most,
    number_of,
    one_or_many,
    require,
    sizes_of,
)


def test_conditions_are_checked_now_or_later() -> None:
    require(True, "told")
    require(tf.constant(True), "told")
    with pytest.raises(ValueError, match="told"):
        require(False, "told")
    with pytest.raises(tf.errors.InvalidArgumentError, match="told"):
        tf.function(lambda x: (require(x > 1, "told"), x)[1])(tf.constant(1))


@pytest.mark.parametrize("shape", [[2, 3, 1], [5, 2, 3, 1]])
def test_one_image_gets_a_batch_axis_and_loses_it(shape: list[int]) -> None:
    images, was_one = one_or_many(tf.zeros(shape))
    assert (images.shape.rank, was_one) == (4, len(shape) == 3)
    assert as_given(images, was_one).shape == shape
    with pytest.raises(ValueError, match="must have either 3 or 4 dimensions"):
        one_or_many(tf.zeros([2, 2]))


def test_images_have_three_axes_with_something_in_them() -> None:
    assert at_least_3d([[[1.0]]]).shape == [1, 1, 1]
    with pytest.raises(ValueError, match="must be at least three-dimensional"):
        at_least_3d([[1.0]])
    with pytest.raises(ValueError, match="inner 3 dims of 'image.shape' must be > 0"):
        at_least_3d(tf.zeros([1, 2, 0, 3]))


def test_sizes_are_numbers_where_they_are_known() -> None:
    assert sizes_of(tf.zeros([2, 3])) == [2, 3]
    seen: list[Any] = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def traced(x: Any) -> Any:
        seen.extend(sizes_of(x))
        return seen[0]

    assert int(traced(tf.zeros([5, 3]))) == 5
    assert seen[1] == 3


@pytest.mark.parametrize(("value", "low", "high"), [(2, 3, 2), (7, 7, 3)])
def test_limits_of_numbers_and_tensors(value: int, low: int, high: int) -> None:
    assert (at_least(value, 3), at_most(value, 3)) == (low, high)
    tensor = tf.constant(value)
    assert (int(at_least(tensor, 3)), int(at_most(3, tensor))) == (low, high)


def test_numbers_of_tensors() -> None:
    assert number_of(tf.constant(2.5)) == 2.5
    assert number_of(3) == 3
    row = tf.constant([1])
    assert number_of(row) is row
