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


def test_too_little_time_has_the_loss_and_slopes_of_tensorflow() -> None:
    """Recorded from TensorFlow 2.21."""
    x = tf.constant([[[0.0, -1, -2]]] * 4)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = loss([1, 1, 2], 3, x)
    np.testing.assert_allclose(value, [707.1767], rtol=1e-6)
    slopes = [
        [-0.09864599, 0.08727147, 0.01136917],
        [-0.11520970, 0.10625887, 0.00895635],
        [-0.12446308, 0.12913400, -0.00469118],
        [0, 0, 0],
    ]
    found = tape.gradient(value, x)
    np.testing.assert_allclose(found[:, 0], slopes, atol=2e-5)


def long_scores(time: int) -> Any:
    return 2 * np.sin(np.arange(time * 2 * 12) ** 1.1).reshape(time, 2, 12)


def long_labels(count: int) -> Any:
    return np.random.default_rng(0).integers(1, 12, (2, count)).astype(np.int32)


@tf.function(
    input_signature=[
        tf.TensorSpec([None, 2, 12], tf.float64),
        tf.TensorSpec([2, None], tf.int32),
        tf.TensorSpec([2], tf.int32),
        tf.TensorSpec([2], tf.int32),
    ]
)
def losses_and_slopes(x: Any, rows: Any, counts: Any, lengths: Any) -> Any:
    """Those of dense labels, those of sparse ones."""
    places = tf.where(tf.sequence_mask(counts, tf.shape(rows)[1]))
    sizes = tf.shape(rows, tf.int64)
    sparse = tf.SparseTensor(places, tf.gather_nd(rows, places), sizes)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        first = tf.nn.ctc_loss(rows, x, counts, lengths)
        second = tf.nn.ctc_loss(sparse, x, None, lengths, blank_index=0)
    return first, tape.gradient(first, x), second, tape.gradient(second, x)


@pytest.mark.parametrize("time", [50, 300, 1000, 2000])
def test_a_long_time_has_the_losses_and_slopes_of_sparse_labels(time: int) -> None:
    # the kernel of sparse labels takes its time for each label and step
    count = min(time // 5, 20_000 // time)
    rows, counts, lengths = long_labels(count), [count, 7], [time, time - 9]
    dense, slopes, sparse, others = losses_and_slopes(
        long_scores(time), rows, counts, lengths
    )
    assert dense[0] > 1.5 * time
    np.testing.assert_allclose(dense, sparse, rtol=1e-9)
    np.testing.assert_allclose(slopes, others, atol=1e-9)
    np.testing.assert_allclose(tf.reduce_sum(slopes, -1), 0 * slopes[..., 0], atol=1e-9)


@pytest.mark.parametrize("dtype", [tf.float32, tf.float16, tf.bfloat16])
def test_digits_of_a_long_sum(dtype: Any) -> None:
    """Recorded from TensorFlow 2.21, which takes float32 alone."""
    x = tf.cast(long_scores(700), dtype)
    call = tf.function(tf.nn.ctc_loss)
    found = call(long_labels(50), x, [50, 30], [700, 650])
    assert found.dtype is dtype
    digits = {tf.float32: 1e-6, tf.float16: 1e-3, tf.bfloat16: 8e-3}[dtype]
    expected = [1724.109619140625, 1716.15185546875]
    np.testing.assert_allclose(tf.cast(found, tf.float32), expected, rtol=digits)


def test_unlikely_labels_with_enough_time_have_their_own_loss() -> None:
    """TensorFlow gives its floor, 706.9, as if there were too little time."""
    scores = np.broadcast_to([0.0, -60, -60], [40, 1, 3])
    rows = np.array([[1, 2] * 10], np.int32)
    places = [[0, place] for place in range(20)]
    sparse = tf.SparseTensor(places, rows[0], [1, 20])
    expected = tf.nn.ctc_loss(sparse, scores, None, [40], blank_index=0)
    found = tf.nn.ctc_loss(rows, scores, [20], [40])
    assert found[0] > 1100
    np.testing.assert_allclose(found, expected)


def test_classes_without_probability() -> None:
    scores = tf.constant([[[-np.inf, 0.0, 1.0]]] * 3)
    with tf.GradientTape() as tape:
        tape.watch(scores)
        value = loss([1, 2], 3, scores)
    # 1, 2, 2 and 1, 1, 2
    one, two = np.exp([0, 1]) / np.exp([0, 1]).sum()
    np.testing.assert_allclose(
        value, [-np.log(one * two * two + one * one * two)], rtol=1e-6
    )
    slopes = tape.gradient(value, scores).numpy()
    np.testing.assert_allclose(slopes[0, 0], [0, one - 1, two], atol=1e-6)
    assert loss([1, 2], 3, tf.constant([[[0.0, 0, -np.inf]]] * 3)).numpy() == [np.inf]


def test_a_length_beyond_the_time_is_the_time() -> None:
    """TensorFlow's sequence mask cuts it off."""
    x = tf.constant(SCORES)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        long, whole = loss([1, 2], 9, x), loss([1, 2], 4, x)
    np.testing.assert_array_equal(long, whole)
    np.testing.assert_array_equal(tape.gradient(long, x), tape.gradient(whole, x))


def test_second_differences() -> None:
    x = tf.constant(SCORES)

    def slopes(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = loss([1, 2], 4, x)
        return tape.gradient(value, x)

    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(slopes(x) * SCORES)
    step = 1e-5 * np.random.default_rng(1).normal(size=SCORES.shape)
    after, before = slopes(x + step), slopes(x - step)
    change = tf.reduce_sum((after - before) * SCORES)
    found = np.sum(tape.gradient(total, x).numpy() * 2 * step)
    np.testing.assert_allclose(change, found, rtol=1e-4)


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


@pytest.mark.parametrize("sizes", [[None, None, 3], [None] * 3, None, [4, 1, None]])
@pytest.mark.parametrize("blank", [0, -1])
def test_constant_labels_and_scores_of_open_sizes(sizes: Any, blank: int) -> None:
    function = tf.function(
        lambda x: loss([1], 4, x, blank),
        input_signature=[tf.TensorSpec(sizes, tf.float64)],
    )
    expected = by_alignments([1], 4, blank % CLASSES)
    np.testing.assert_allclose(function(SCORES), [expected])


def losses_of_one_row(scores: Any) -> Any:
    return tf.nn.ctc_loss([[1, 2]], scores, [2], [4])


@pytest.mark.parametrize(
    "call",
    [
        losses_of_one_row,
        tf.function(losses_of_one_row, [tf.TensorSpec([None, None, 3], tf.float64)]),
    ],
)
def test_labels_of_another_batch_are_refused(call: Any) -> None:
    """Two rows of scores with labels for one gave the first row's loss."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not compatible"):
        call(np.concatenate([SCORES, SCORES], 1))
