"""Jacobians: a row for each element of the target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def test_jacobian_has_the_shapes_of_target_and_source() -> None:
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stack([x[0] * x[1], x[2] * x[2]])
    found = tape.jacobian(y, x)
    assert found.numpy().tolist() == [[2.0, 1.0, 0.0], [0.0, 0.0, 6.0]]
    with pytest.raises(RuntimeError, match="only be used to compute one set"):
        tape.jacobian(y, x)


def test_batch_jacobian_pairs_the_rows() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    found = tape.batch_jacobian(y, x)
    assert found.numpy().tolist() == [
        [[2.0, 0.0], [0.0, 4.0]],
        [[6.0, 0.0], [0.0, 8.0]],
    ]


def test_jacobian_in_a_function() -> None:
    @traced
    def hessian(x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x[0] * x[0] * x[1]
            d = inner.gradient(y, x)
        return outer.jacobian(d, x)

    found = hessian(tf.constant([3.0, 5.0]))
    assert found.numpy().tolist() == [[10.0, 6.0], [6.0, 0.0]]


def test_batch_jacobian_needs_rows_in_the_target() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x, axis=1)
    with pytest.raises(ValueError, match=r"Shape \(2,\) must have rank at least 2"):
        tape.batch_jacobian(y, x)


@pytest.mark.parametrize("choice", ["none", "zero"])
def test_batch_jacobian_by_what_is_not_connected_is_zero(choice: str) -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    found = tape.batch_jacobian(y, tf.ones([2, 3]), unconnected_gradients=choice)
    assert found.numpy().tolist() == np.zeros((2, 2, 3)).tolist()
