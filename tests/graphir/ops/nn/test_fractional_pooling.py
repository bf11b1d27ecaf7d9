"""Gradients of pooling by a factor that is no whole number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def pooled_with_gradient(pool: Any, overlapping: bool) -> tuple[Any, ...]:
    x = tf.constant(np.random.default_rng(0).normal(size=(1, 7, 6, 2)), tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        output, rows, columns = pool(
            x, [1.0, 1.5, 1.4, 1.0], overlapping=overlapping, seed=3
        )
    return x, output, rows.numpy(), columns.numpy(), tape.gradient(output, x)


@pytest.mark.parametrize("overlapping", [False, True])
def test_largest_elements_take_the_gradient(overlapping: bool) -> None:
    x, output, _, _, gradient = pooled_with_gradient(
        tf.nn.fractional_max_pool, overlapping
    )
    assert float(tf.reduce_sum(gradient)) == output.numpy().size
    found = set(x.numpy()[gradient.numpy() > 0].tolist())
    assert found == set(output.numpy().ravel().tolist())


@pytest.mark.parametrize("overlapping", [False, True])
def test_elements_share_the_gradient_of_their_mean(overlapping: bool) -> None:
    x, output, rows, columns, gradient = pooled_with_gradient(
        tf.nn.fractional_avg_pool, overlapping
    )
    expected = np.zeros(x.shape, np.float32)
    for top, bottom in zip(rows[:-1], rows[1:] + overlapping):
        for left, right in zip(columns[:-1], columns[1:] + overlapping):
            part = expected[:, top:bottom, left:right]
            part += 1 / (part.shape[1] * part.shape[2])
    np.testing.assert_allclose(gradient.numpy(), expected, rtol=1e-5)
    total = output.numpy().size
    np.testing.assert_allclose(gradient.numpy().sum(), total, rtol=1e-5)


def test_boundaries_outside_of_the_image_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="boundaries"):
        tf.raw_ops.FractionalAvgPoolGrad(
            orig_input_tensor_shape=[1, 2, 2, 1],
            out_backprop=tf.zeros([1, 1, 1, 1]),
            row_pooling_sequence=[0, 9],
            col_pooling_sequence=[0, 2],
        )
