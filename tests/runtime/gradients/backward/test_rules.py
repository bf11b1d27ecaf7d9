"""Gradient rules of ops, and ops that have none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.apply import apply_op


def bincount(x: Any) -> Any:
    return tf.raw_ops.Bincount(arr=[0, 1, 1], size=2, weights=x)


def shuffled(x: Any) -> Any:
    return tf.raw_ops.StatelessShuffle(
        value=x,
        key=np.array([1], np.uint64),
        counter=np.array([1, 2], np.uint64),
        alg=1,
    )


def without_some(x: Any) -> Any:
    return tf.raw_ops.ListDiff(x=x, y=x[:1])[0]


def drawn(x: Any) -> Any:
    return tf.random.poisson([2], x)


@pytest.mark.parametrize(
    ("function", "op"),
    [
        (bincount, "Bincount"),
        (shuffled, "StatelessShuffle"),
        (without_some, "ListDiff"),
        (drawn, "RandomPoissonV2"),
    ],
)
@pytest.mark.parametrize("staged", [False, True])
def test_op_without_a_rule_is_named(function: Any, op: str, staged: bool) -> None:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    called = tf.function(slope) if staged else slope
    with pytest.raises(LookupError, match=f"no entry for: {op}$"):
        called(tf.constant([1.0, 2.0, 3.0]))


def test_gradient_that_nobody_wrote() -> None:
    values = tf.constant([1.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        y = apply_op(
            "SparseDenseCwiseAdd",
            [
                tf.constant([[0]], tf.int64),
                values,
                tf.constant([2], tf.int64),
                tf.constant([1.0, 2.0]),
            ],
        )
    with pytest.raises(NotImplementedError, match="SparseDenseCwiseAdd"):
        tape.gradient(y, values)


def slope_of(function: Any, *values: Any) -> list[Any]:
    tensors = [tf.constant(each) for each in values]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        y = function(*tensors)
    found = tape.gradient(y, tensors)
    return [None if each is None else each.numpy().tolist() for each in found]


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (lambda x: tf.clip_by_norm(x, 1.0), ([0.0, 0.0],), [[1.0, 1.0]]),
        (lambda x: tf.norm(x), ([0.0, 0.0],), [[np.nan, np.nan]]),
        (lambda x: tf.pow(x, 0.0), (0.0,), [np.nan]),
        (lambda x: tf.pow(x, 2.0), (0.0,), [0.0]),
        (lambda x, y: tf.pow(x, y), (0.0, 2.0), [0.0, 0.0]),
        (lambda x: tf.where(x > 0.0, x, tf.sqrt(x)), (-1.0,), [np.nan]),
        (lambda x: tf.where(x < 0.0, x, tf.sqrt(x)), (-1.0,), [1.0]),
        (lambda x: tf.where(x < 0.0, x, tf.math.log(x)), (-1.0,), [1.0]),
        (lambda x: tf.where(x < 1.0, x, tf.math.rsqrt(x)), (0.0,), [1.0]),
        (lambda x: tf.where(x < 1.0, x, 1.0 / x), (0.0,), [np.nan]),
        (lambda x: tf.where(x < 1.0, x, tf.norm([x])), (0.0,), [1.0]),
        (lambda x: tf.sqrt(x), (0.0,), [np.inf]),
        (lambda x: tf.math.divide_no_nan(1.0, x), (0.0,), [0.0]),
        (lambda x: tf.math.xlogy(x, x), (0.0,), [0.0]),
        (lambda x: tf.nn.relu(x), (0.0,), [0.0]),
        (lambda x: tf.abs(x), (0.0,), [0.0]),
        (lambda x: tf.maximum(x, 0.0), (0.0,), [1.0]),
    ],
)
def test_slopes_at_the_edge(function: Any, values: Any, expected: Any) -> None:
    found = slope_of(function, *values)
    np.testing.assert_array_equal(found, expected)
