"""Neural networks with the arguments of TensorFlow 1, against those of 2."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

V1 = tf.compat.v1.nn
RNG = np.random.default_rng(2)
IMAGES = RNG.random((1, 4, 4, 2), np.float32)
FILTERS = RNG.random((2, 2, 2, 3), np.float32)
LOGITS = RNG.random((3, 4), np.float32)


def same(first: Any, second: Any) -> None:
    np.testing.assert_array_equal(np.asarray(first), np.asarray(second))


@pytest.mark.parametrize("name", ["max_pool", "avg_pool"])
def test_pools_take_their_images_under_two_names(name: str) -> None:
    expected = getattr(tf.nn, name)(IMAGES, 2, 2, "VALID")
    for given in ({"value": IMAGES}, {"value": None, "input": IMAGES}):
        same(getattr(V1, name)(**given, ksize=2, strides=2, padding="VALID"), expected)


def test_convolutions_take_their_filters_under_two_names() -> None:
    expected = tf.nn.conv2d(IMAGES, FILTERS, 1, "SAME")
    same(V1.conv2d(IMAGES, FILTERS, 1, "SAME"), expected)
    same(V1.conv2d(IMAGES, filters=FILTERS, strides=1, padding="SAME"), expected)
    wide = tf.nn.convolution(IMAGES, FILTERS, padding="VALID", dilations=2)
    same(V1.convolution(IMAGES, FILTERS, "VALID", dilation_rate=2), wide)
    back = tf.nn.conv2d_transpose(expected, FILTERS, [1, 4, 4, 2], 1)
    same(V1.conv2d_transpose(expected, FILTERS, [1, 4, 4, 2], 1), back)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_an_axis_may_be_called_dim(name: str) -> None:
    expected = getattr(tf.nn, name)(LOGITS, 0)
    same(getattr(V1, name)(LOGITS, 0), expected)
    same(getattr(V1, name)(LOGITS, dim=0), expected)
    same(getattr(V1, name)(LOGITS), getattr(tf.nn, name)(LOGITS))


def test_what_is_dropped_is_said_in_one_of_two_ways() -> None:
    same(V1.dropout(LOGITS, rate=0.0), LOGITS)
    same(V1.dropout(LOGITS, keep_prob=1.0), LOGITS)
    for given in ({}, {"rate": 0.5, "keep_prob": 0.5}):
        with pytest.raises(ValueError, match="Give one of `rate` and `keep_prob`"):
            V1.dropout(LOGITS, **given)


def test_moments_keep_axes_under_two_names() -> None:
    for given in ({"keep_dims": True}, {"keepdims": True}):
        mean, variance = V1.moments(LOGITS, [0], **given)
        np.testing.assert_allclose(mean, LOGITS.mean(0, keepdims=True), rtol=1e-6)
        np.testing.assert_allclose(variance, LOGITS.var(0, keepdims=True), rtol=1e-5)
    assert V1.moments(LOGITS, [0])[0].shape == [4]


def test_losses() -> None:
    labels = np.float32(np.eye(4)[:3])
    same(
        V1.softmax_cross_entropy_with_logits_v2(labels, LOGITS),
        tf.nn.softmax_cross_entropy_with_logits(labels, LOGITS),
    )
    same(
        V1.sparse_softmax_cross_entropy_with_logits(labels=[0, 1, 2], logits=LOGITS),
        tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1, 2], LOGITS),
    )
    same(
        V1.sigmoid_cross_entropy_with_logits(labels=labels, logits=LOGITS),
        tf.nn.sigmoid_cross_entropy_with_logits(labels, LOGITS),
    )


def test_a_decoder_whose_answers_are_wrong_is_refused() -> None:
    inputs = RNG.random((3, 1, 4), np.float32)
    with pytest.raises(NotImplementedError, match="give merge_repeated=False"):
        V1.ctc_beam_search_decoder(inputs, [3])
    (decoded,), _ = V1.ctc_beam_search_decoder(inputs, [3], merge_repeated=False)
    assert decoded.dense_shape.numpy()[0] == 1
