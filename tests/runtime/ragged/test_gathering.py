"""tf.gather of a tensor's rows at ragged positions, along other axes than the first."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.parametrize("axis", [1, -1])
def test_positions_along_the_second_axis(axis: int) -> None:
    x = tf.constant([[1, 2, 3], [4, 5, 6]])
    found = tf.gather(x, tf.ragged.constant([[2], [0, 1]]), axis=axis)
    assert found.to_list() == [[[3], [1, 2]], [[6], [4, 5]]]


def test_positions_along_the_third_axis_some_rows_empty() -> None:
    x = tf.reshape(tf.range(12), [2, 2, 3])
    found = tf.gather(x, tf.ragged.constant([[2], [], [0, 1]]), axis=2)
    assert found.to_list() == [
        [[[2], [], [0, 1]], [[5], [], [3, 4]]],
        [[[8], [], [6, 7]], [[11], [], [9, 10]]],
    ]


def test_in_a_function_of_unknown_sizes() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, None, 2])])
    def pick(x: tf.Tensor) -> tf.RaggedTensor:
        return tf.gather(x, tf.ragged.constant([[1], [0, 1]]), axis=1)

    found = pick([[[1.0, 2.0], [3.0, 4.0]]])
    assert found.to_list() == [[[[3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]]]]
