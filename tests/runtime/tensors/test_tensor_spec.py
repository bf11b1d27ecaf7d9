"""The shape of a spec under the private name that Keras 2 sets."""

from __future__ import annotations

import copy

import runtime as tf


def test_the_shape_of_a_copy_is_set_as_keras_does() -> None:
    """Keras 2 opens the batch dimension of what it saves by the private name."""
    spec = tf.TensorSpec([1, 4], tf.float32, "x")
    opened = copy.deepcopy(spec)
    opened._shape = tf.TensorShape([None, 4])
    assert opened == tf.TensorSpec([None, 4], tf.float32, "x")
    assert opened.shape == opened._shape
    assert opened.shape.as_list() == [None, 4]
    assert spec.shape.as_list() == [1, 4]
    assert spec.is_compatible_with(tf.zeros([1, 4]))
    assert opened.is_compatible_with(tf.zeros([7, 4]))
