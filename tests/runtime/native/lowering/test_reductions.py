"""Reductions and what contains some: normalizations, cross entropies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def normal(*shape: int, dtype: Any = np.float32) -> Any:
    generator = np.random.default_rng(sum(shape))
    return tf.constant(generator.normal(size=shape).astype(dtype))


def both(function: Any, *arguments: Any) -> tuple[Any, Any, str]:
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*arguments), default(*arguments), native.jit_report()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("labels", [tf.int32, tf.int64])
def test_cross_entropies_and_their_gradients(dtype: Any, labels: Any) -> None:
    def losses(x: Any, classes: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            sparse = tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x)
            dense = tf.nn.softmax_cross_entropy_with_logits(
                tf.one_hot(classes, 5, dtype=x.dtype), x
            )
            total = tf.reduce_sum(sparse) + tf.reduce_mean(dense)
        return sparse, dense, tape.gradient(total, x)

    x = normal(9, 5, dtype=dtype) * 30
    classes = tf.cast(tf.range(9) % 5, labels)
    found, expected, report = both(losses, x, classes)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=2e-6, atol=2e-6)
    assert "SparseSoftmaxCrossEntropyWithLogits" in report.partition("default exec")[0]


def test_a_label_that_is_no_class_is_an_error_with_the_labels() -> None:
    def loss(x: Any, classes: Any) -> Any:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x) * 2

    native = tf.function(loss, jit_compile=True)
    x = normal(3, 5)
    native(x, tf.constant([0, 1, 4]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="label value of 5"):
        native(x, tf.constant([0, 5, 4]))


def test_infinite_and_undefined_logits() -> None:
    def loss(x: Any, classes: Any) -> Any:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x) * 2

    x = tf.constant(
        [[0, -np.inf, 1], [np.inf, 0, 1], [np.nan, 0, 1], [1e38, -1e38, 0]],
        tf.float32,
    )
    found, expected, _ = both(loss, x, tf.constant([1, 0, 1, 1]))
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6)
