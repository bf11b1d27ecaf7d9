"""CTC of dense labels against the sum over all alignments, and its gradient."""

from __future__ import annotations

from itertools import groupby, product
from typing import Any

import numpy as np
import pytest

import runtime as tf

CLASSES = 3
SCORES = np.random.default_rng(0).normal(size=(4, 1, CLASSES))


def loss(labels: list[int], time: int, scores: Any = SCORES, blank: int = 0) -> Any:
    rows = np.array([labels], np.int32).reshape(1, -1)
    return tf.nn.ctc_loss(rows, scores, [len(labels)], [time], blank_index=blank)


def by_alignments(labels: list[int], time: int, blank: int) -> float:
    """The sum over all sequences of classes that become the labels."""
    powers = np.exp(SCORES[:, 0])
    shares = powers / powers.sum(1, keepdims=True)
    total = 0.0
    for path in product(range(CLASSES), repeat=time):
        if [each for each, _ in groupby(path) if each != blank] == labels:
            total += np.prod([shares[t, each] for t, each in enumerate(path)])
    return float(-np.log(total))


@pytest.mark.parametrize("blank", range(CLASSES))
@pytest.mark.parametrize("mode", ["eager", "traced"])
def test_losses_are_sums_over_alignments(blank: int, mode: str) -> None:
    one, other = (each for each in range(CLASSES) if each != blank)
    for labels in ([], [one], [one, other], [one, one], [other, one, other]):
        call = tf.function(loss) if mode == "traced" else loss
        found = call(labels, 4, SCORES, blank).numpy()
        np.testing.assert_allclose(found, [by_alignments(labels, 4, blank)])


@pytest.mark.parametrize("time", [3, 4])
@pytest.mark.parametrize("labels", [[1, 2], [1, 1], [1, 2, 0], [0], [2, 1, 0]], ids=str)
def test_gradients_are_slopes(labels: list[int], time: int) -> None:
    x = tf.constant(SCORES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = loss(labels, time, x)
    found = tape.gradient(value, x).numpy()
    for seed in range(3):
        step = 1e-6 * np.random.default_rng(seed).normal(size=SCORES.shape)
        change = loss(labels, time, SCORES + step) - loss(labels, time, SCORES - step)
        np.testing.assert_allclose(change, [2 * np.sum(found * step)], rtol=1e-4)


def test_a_label_with_the_number_of_the_blank_is_a_label() -> None:
    """Keras pads with the blank and counts what is not; recorded from TensorFlow."""
    scores = (np.arange(24).reshape(2, 4, 3).astype("float32") - 12) / 100
    labels = np.array([[1, 2, 1, 0], [1, 2, 0, 2]], np.int32)
    found = tf.nn.ctc_loss(labels, scores, [3, 3], [4, 4], logits_time_major=False)
    np.testing.assert_allclose(found, [2.4429312, 2.4543595], rtol=1e-6)


@pytest.mark.parametrize(("labels", "time"), [([1, 1, 1], 4), ([1, 2, 1], 2)])
def test_too_little_time_is_a_large_loss_with_a_finite_gradient(
    labels: list[int], time: int
) -> None:
    x = tf.constant(SCORES, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = loss(labels, time, x)
    assert 700 < value.numpy()[0] < 715
    slopes = tape.gradient(value, x).numpy()
    assert np.isfinite(slopes).all()
    assert not slopes[time:].any()


def test_what_stands_beyond_the_labels_does_not_count() -> None:
    rows = np.array([[1, -1, 99]], np.int32)
    found = tf.nn.ctc_loss(rows, SCORES, [1], [4])
    np.testing.assert_allclose(found, loss([1], 4))
    with pytest.raises(tf.errors.InvalidArgumentError, match="3 is not in"):
        loss([3, 1], 4)


def test_sizes_that_no_trace_knows() -> None:
    spec = [tf.TensorSpec([None, None], tf.int32), tf.TensorSpec([None], tf.int32)]
    sizes = tf.TensorSpec([None, None, CLASSES], tf.float64)
    function = tf.function(
        lambda rows, counts, x: tf.nn.ctc_loss(rows, x, counts, counts + 2),
        input_signature=[*spec, sizes],
    )
    found = function([[1, 2]], [2], SCORES)
    np.testing.assert_allclose(found, loss([1, 2], 4))
