"""tf.hessians, compared with the Jacobian of the gradient."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def by_tapes(function: Any, x: Any) -> Any:
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = function(x)
        slope = inner.gradient(y, x)
    return outer.jacobian(slope, x)


@pytest.mark.parametrize("shape", [(), (3,), (2, 2)])
@pytest.mark.parametrize("is_known", [True, False])
def test_is_the_jacobian_of_the_gradient(shape: Any, is_known: bool) -> None:
    def function(x: Any) -> Any:
        return tf.reduce_sum(tf.exp(x) * x) * tf.reduce_sum(x)

    spec = tf.TensorSpec(shape if is_known else [None] * len(shape), tf.float64)
    staged = tf.function(
        lambda x: tf.hessians(function(x), x)[0], input_signature=[spec]
    )
    x = tf.constant(np.random.default_rng(1).normal(size=shape))
    np.testing.assert_allclose(staged(x).numpy(), by_tapes(function, x).numpy())


def test_several_targets_and_sources() -> None:
    @tf.function
    def curvatures(x, y):
        return tf.hessians([x**3, x * y * y], [x, y])

    found = curvatures(tf.constant(2.0), tf.constant(5.0))
    assert [float(each) for each in found] == [12.0, 4.0]


def test_source_without_a_second_derivative() -> None:
    @tf.function
    def linear(x):
        return tf.hessians(2.0 * x, x)

    @tf.function
    def unconnected(x):
        return tf.hessians(tf.constant(1.0), x)

    with pytest.raises(ValueError, match="None values not supported.*only linearly"):
        linear(tf.constant(1.0))
    with pytest.raises(ValueError, match="None values not supported.*not depend"):
        unconnected(tf.constant(1.0))


def test_needs_a_graph() -> None:
    with pytest.raises(RuntimeError, match="eager execution"):
        tf.hessians(tf.constant(1.0), tf.constant(1.0))
