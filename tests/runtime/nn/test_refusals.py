"""Arguments that functions of neural networks refuse, and what they say."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

IMAGE = tf.ones([1, 4, 4, 2])
KERNEL = tf.ones([2, 2, 2, 3])


@pytest.mark.parametrize("stride", [0, -1])
def test_strides_are_positive(stride: int) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Stride must be > 0"):
        tf.nn.conv2d(IMAGE, KERNEL, stride, "SAME")


def test_depths_must_fit() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="evenly divisible"):
        tf.nn.conv2d(tf.ones([1, 4, 4, 3]), KERNEL, 1, "SAME")


def test_batches_are_not_strided() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="batch and depth"):
        tf.nn.conv2d(IMAGE, KERNEL, [2, 1, 1, 1], "SAME")


def test_paddings_are_named() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="padding"):
        tf.nn.max_pool2d(IMAGE, 2, 2, "NONE")


def test_labels_are_classes() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="outside the valid range"):
        tf.nn.sparse_softmax_cross_entropy_with_logits([3], [[0.0, 1.0]])


def test_labels_have_a_rank_less_than_logits() -> None:
    with pytest.raises(ValueError, match=r"must equal `logits.shape.rank - 1`"):
        tf.nn.sparse_softmax_cross_entropy_with_logits([[1]], [[0.0, 1.0]])


@pytest.mark.parametrize("rate", [1, -0.5])
def test_dropout_keeps_a_share(rate: float) -> None:
    with pytest.raises(ValueError, match="in the range"):
        tf.nn.dropout([1.0], rate)


def test_dropout_needs_floats() -> None:
    with pytest.raises(ValueError, match="floating point"):
        tf.nn.dropout([1, 2], 0.5)


def test_sequences_need_time_for_their_labels() -> None:
    labels = tf.sparse.from_dense([[1, 1]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Not enough time"):
        tf.nn.ctc_loss(labels, tf.zeros([2, 1, 3]), None, [2], blank_index=0)


@pytest.mark.parametrize("axis", [3.5, -1.5, "a"])
@pytest.mark.parametrize("function", [tf.nn.softmax, tf.nn.log_softmax])
def test_an_axis_of_a_softmax_is_an_integer(function: Any, axis: Any) -> None:
    with pytest.raises(TypeError, match="axis must be an integer"):
        function(tf.ones([2, 3]), axis=axis)


def test_an_axis_may_be_a_truth_as_in_python() -> None:
    assert tf.nn.softmax(tf.ones([2, 3, 1]), axis=True).numpy().sum() == 2.0
