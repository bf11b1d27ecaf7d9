"""Python lists where an op takes one tensor, while tracing."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf


def test_an_empty_list_is_an_empty_tensor() -> None:
    tile = tf.function(lambda x: tf.tile(x, []))
    assert tile(tf.constant(3)).numpy() == 3


def test_a_list_of_tensors_is_stacked() -> None:
    def tile(x: Any) -> Any:
        return tf.raw_ops.Tile(input=x, multiples=[tf.constant(1), tf.size(x)])

    x = tf.constant([[1, 2]])
    np.testing.assert_array_equal(tf.function(tile)(x), tile(x))
