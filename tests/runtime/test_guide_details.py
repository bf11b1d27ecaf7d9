"""Single lines of the guides that stand in no other test."""

from __future__ import annotations

import logging
import re
from typing import Any

import numpy as np
import pytest

import runtime as tf


def test_pixels_are_scaled_in_place_of_integers() -> None:
    image: Any = np.arange(12, dtype=np.uint8).reshape(2, 2, 3) * 23
    pixels: Any = tf.cast(image, tf.float32)
    pixels /= 255
    assert pixels.dtype is tf.float32
    np.testing.assert_array_equal(pixels.numpy(), image.astype(np.float32) / 255)


def test_text_is_no_number_for_cast() -> None:
    expected = "Cast string to int32 is not supported"
    with pytest.raises(tf.errors.UnimplementedError, match=expected):
        tf.cast(tf.constant("1"), tf.int32)


def test_curves_are_plotted() -> None:
    """What a plotting library does with what it is given: arrays, sizes, columns."""
    x = tf.linspace(-10.0, 10.0, 201)
    losses = [np.float32(2.0), tf.constant(1.5)]
    for given, size in ((x, 201), (tf.Variable(x), 201), (losses, 2)):
        curve = np.atleast_1d(np.asarray(given, float))
        assert (curve.shape, curve.dtype, curve.ndim) == ((size,), np.float64, 1)
    assert np.ma.asarray(x).shape == (201,)
    assert (np.isfinite(x).all(), np.nanmin(x), len(x)) == (True, -10.0, 201)
    np.testing.assert_array_equal(x[:, None].numpy(), x.numpy()[:, None])


def test_copies_to_devices_are_deprecated(caplog: pytest.LogCaptureFixture) -> None:
    tensor: Any = tf.ones([2])
    with caplog.at_level(logging.WARNING, "tensorflow"):
        np.testing.assert_array_equal(tensor.cpu().numpy(), [1, 1])
    with pytest.raises(RuntimeError, match="GPU:0 unknown device."):
        tensor.gpu()


def test_bound_of_a_loop_is_a_size() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def total(x):
        result = tf.zeros([])
        for row in tf.range(tf.shape(x)[0]):
            result += x[row, 0]
        return result

    assert [float(total(tf.ones([n, 2]))) for n in (0, 3)] == [0.0, 3.0]


def test_order_within_a_printed_graph() -> None:
    @tf.function
    def f(x):
        if x > 0:
            tf.print(x)
        return x * 2

    texts = [
        str(each.graph.as_graph_def())
        for each in (f.get_concrete_function(tf.constant(i)) for i in (1, 2))
    ]
    assert texts[0] == texts[1]
    parts = re.findall(r"^(\w+) \{", texts[0], re.MULTILINE)
    assert list(dict.fromkeys(parts)) == ["node", "library", "versions"]
    for node in re.split(r"^node ", texts[0], flags=re.MULTILINE)[1:]:
        keys = re.findall(r'^  attr \{\n    key: "(\w+)"', node, re.MULTILINE)
        assert keys == sorted(keys, reverse=True)


def residual_block(x: Any, filters: Any) -> Any:
    for kernel in filters:
        y = tf.nn.conv2d(x, kernel, 1, "SAME")
        mean, variance = tf.nn.moments(y, [0, 1, 2])
        x += tf.nn.relu(tf.nn.batch_normalization(y, mean, variance, None, None, 1e-5))
    return tf.reduce_mean(tf.nn.max_pool2d(x, 2, 2, "VALID"), [1, 2])


def test_deep_model_is_equal_eagerly_and_in_a_graph() -> None:
    rng = np.random.default_rng(0)
    filters = [
        tf.Variable(rng.normal(size=[3, 3, 4, 4]) * 0.2, dtype=tf.float32)
        for _ in range(25)
    ]
    x = tf.constant(rng.normal(size=[2, 8, 8, 4]), tf.float32)

    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            result = residual_block(x, filters)
        return result, tape.gradient(result, filters)

    result, slopes = step(x)
    staged, staged_slopes = tf.function(step)(x)
    np.testing.assert_allclose(staged.numpy(), result.numpy(), rtol=2e-4, atol=1e-5)
    for one, other in zip(staged_slopes, slopes):
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=2e-2, atol=2e-3)
