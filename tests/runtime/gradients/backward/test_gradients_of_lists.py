"""Gradients through ops on lists of tensors."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


@pytest.mark.parametrize(
    ("concat", "more"),
    [
        (tf.raw_ops.TensorListConcat, {}),
        (tf.raw_ops.TensorListConcatV2, {"leading_dims": tf.zeros([0], tf.int64)}),
    ],
)
def test_the_gradient_of_joined_lists_goes_to_their_elements(
    concat: Any, more: Any
) -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        handle = tf.raw_ops.TensorListFromTensor(tensor=x, element_shape=[2])
        joined, _ = concat(
            input_handle=handle, element_dtype=tf.float32, element_shape=[2], **more
        )
        total = tf.reduce_sum(joined * [1.0, 2.0, 3.0, 4.0])
    assert tape.gradient(total, x).numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
