"""Rows of gradients, added up by their indices."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

RAW = tf.raw_ops


def taken(kind: str, *gradients: Any, shape: Any = None) -> Any:
    """Indices, rows and shape of gradients that were added in a session."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        handle = RAW.SparseConditionalAccumulator(
            dtype=tf.float32, shape=tf.TensorShape(shape), reduction_type=kind
        )
        for indices, values in gradients:
            session.run(
                RAW.SparseAccumulatorApplyGradient(
                    handle=handle,
                    local_step=tf.constant(0, tf.int64),
                    gradient_indices=tf.constant(indices, tf.int64),
                    gradient_values=tf.constant(values, tf.float32),
                    gradient_shape=tf.constant([], tf.int64),
                    has_known_shape=False,
                )
            )
        take = RAW.SparseAccumulatorTakeGradient(
            handle=handle, num_required=1, dtype=tf.float32
        )
        return tuple(each.tolist() for each in session.run(take))


GRADIENTS = ([0, 2], [[1], [2]]), ([2, 3], [[4], [8]])


def test_each_row_is_averaged_over_the_gradients_that_had_it() -> None:
    found = taken("MEAN", *GRADIENTS, shape=[5, 1])
    assert found == ([0, 2, 3], [[1.0], [3.0], [8.0]], [5, 1])


def test_or_summed() -> None:
    found = taken("SUM", *GRADIENTS)
    assert found == ([0, 2, 3], [[1.0], [6.0], [8.0]], [-1, 1])


@pytest.mark.parametrize(
    ("gradient", "told"),
    [
        (([], []), "Empty indices"),
        (([0, 1], [[1.0]]), "Expected 2 non-empty input values, got 1"),
        (([0], [[1.0, 2.0]]), "expected shape dim 1 to be 1, got 2"),
        (([0], [1.0]), "expected shape rank at least 2, got 1"),
    ],
)
def test_rows_that_do_not_fit(gradient: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        taken("SUM", gradient, shape=[None, 1])
