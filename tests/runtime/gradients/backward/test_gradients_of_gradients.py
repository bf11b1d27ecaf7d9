"""Second derivatives and missing ones, of ops that differences alone do not try."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RNG = np.random.default_rng(11)


def normalized(x: Any, scale: Any, offset: Any, mean: Any, variance: Any) -> Any:
    """Batch normalization written out, along the last axis."""
    inverse = tf.math.rsqrt(variance + 1e-3) * scale
    return (x - mean) * inverse + offset


def spelled_out(x: Any, scale: Any, offset: Any, training: bool) -> Any:
    axes = list(range(x.shape.rank - 1))
    mean, variance = tf.constant([0.1, -0.2]), tf.constant([0.8, 1.3])
    if training:
        mean = tf.reduce_mean(x, axes)
        variance = tf.reduce_mean(tf.square(x - mean), axes)
    return normalized(x, scale, offset, mean, variance)


def fused(x: Any, scale: Any, offset: Any, training: bool, layout: str) -> Any:
    rank = x.shape.rank
    to_front = [0, rank - 1, *range(1, rank - 1)]
    is_last = layout.endswith("C")
    given = x if is_last else tf.transpose(x, to_front)
    y = tf.raw_ops.FusedBatchNormV3(
        x=given,
        scale=scale,
        offset=offset,
        mean=[0.1, -0.2],
        variance=[0.8, 1.3],
        epsilon=1e-3,
        is_training=training,
        data_format=layout,
    )[0]
    return y if is_last else tf.transpose(y, [0, *range(2, rank), 1])


def curvatures(function: Any, arguments: list[Any]) -> list[Any]:
    """The gradient of a weighted sum of the gradients of a weighted sum."""
    rng = np.random.default_rng(2)
    with tf.GradientTape() as outer:
        outer.watch(arguments)
        with tf.GradientTape() as inner:
            inner.watch(arguments)
            y = function(*arguments)
            y = y * y * tf.constant(rng.normal(size=y.shape), tf.float32)
        total = tf.constant(0.0)
        for each in inner.gradient(y, arguments):
            weights = tf.constant(rng.normal(size=each.shape), tf.float32)
            total += tf.reduce_sum(each * weights)
    return [each.numpy() for each in outer.gradient(total, arguments)]


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW", "NDHWC", "NCDHW"])
def test_batch_normalization_twice(training: bool, layout: str) -> None:
    sizes = [2, 3, 4, 2] if len(layout) == 4 else [2, 3, 2, 2, 2]
    x = tf.constant(RNG.normal(size=sizes), tf.float32)
    scale, offset = tf.constant([1.5, -0.7]), tf.constant([0.2, 0.3])
    found = curvatures(lambda *a: fused(*a, training, layout), [x, scale, offset])
    expected = curvatures(lambda *a: spelled_out(*a, training), [x, scale, offset])
    for mine, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, other, rtol=2e-4, atol=2e-4)


def test_batch_normalization_of_half_floats_twice() -> None:
    x = tf.constant(RNG.normal(size=[2, 2, 2, 2]), tf.float16)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.raw_ops.FusedBatchNormV3(
                x=x,
                scale=[1.0, 2.0],
                offset=[0.0, 0.0],
                mean=np.zeros(0, np.float32),
                variance=np.zeros(0, np.float32),
            )[0]
            y = y * y * y
        slope = inner.gradient(y, x)
    assert outer.gradient(slope, x).dtype is tf.float16


def test_volume_of_maxima_twice() -> None:
    x = tf.constant(RNG.normal(size=[1, 4, 4, 4, 1]), tf.float32)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.nn.max_pool3d(x, 2, 2, "VALID") ** 3
        slope = inner.gradient(y, x)
    blocks = x.numpy().reshape(2, 2, 2, 2, 2, 2).transpose(0, 2, 4, 1, 3, 5)
    largest = blocks.reshape(8, 8).max(1)
    assert np.sort(slope.numpy()[slope.numpy() > 0]) == pytest.approx(
        np.sort(3 * largest**2)
    )
    second = outer.gradient(slope, x).numpy()
    assert np.sort(second[second != 0]) == pytest.approx(np.sort(6 * largest))


ALPHA = [0.3, 2.0, 7.5]


@pytest.mark.parametrize(
    "draw",
    [
        lambda alpha: tf.random.gamma([5], alpha, dtype=tf.float64),
        lambda alpha: tf.random.stateless_gamma(
            [5, 3], [1, 2], alpha, dtype=tf.float64
        ),
        lambda alpha: tf.raw_ops.StatelessRandomGammaV2(
            shape=[5, 3], seed=[1, 2], alpha=alpha
        ),
    ],
    ids=["stateful", "stateless", "earlier"],
)
def test_gamma_variates_move_with_their_parameter(draw: Any) -> None:
    """Their quantile stays: P(alpha, x) does not change along the gradient."""
    alpha = tf.constant(ALPHA, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(alpha)
        x = draw(alpha)
    slope = tape.gradient(x, alpha)
    assert slope.shape == alpha.shape
    with tf.GradientTape() as tape:
        tape.watch([alpha, x])
        quantile = tf.math.igamma(tf.broadcast_to(alpha, x.shape), x)
    by_x = tape.gradient(quantile, x)
    step = 1e-5
    higher = tf.math.igamma(tf.broadcast_to(alpha + step, x.shape), x)
    lower = tf.math.igamma(tf.broadcast_to(alpha - step, x.shape), x)
    moved = -(higher - lower) / (2 * step) / by_x
    np.testing.assert_allclose(slope, tf.reduce_sum(moved, 0), rtol=1e-5)


# --- numerics


@pytest.mark.parametrize("size", [1e3, 1e30])
def test_cross_entropy_of_large_logits(size: float) -> None:
    logits = tf.constant([[size, 0.0, -size]])
    with tf.GradientTape() as tape:
        tape.watch(logits)
        loss = tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0, 0.0]], logits)
    assert float(loss[0]) == pytest.approx(size)
    assert tape.gradient(loss, logits).numpy().tolist() == [[1.0, -1.0, 0.0]]


def derivative(f: Any, x: Any, order: int) -> Any:
    if order == 0:
        return f(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = derivative(f, x, order - 1)
    return tape.gradient(y, x)


@pytest.mark.parametrize("name", ["relu", "relu6", "leaky_relu"])
def test_second_derivative_of_pieces_of_lines_is_zero(name: str) -> None:
    x = tf.constant([-1.0, 0.0, 2.0])
    assert derivative(getattr(tf.nn, name), x, 2).numpy().tolist() == [0.0, 0.0, 0.0]


def test_hessian_of_running_logsumexp_forwards_over_backwards() -> None:
    """What comes back depends on the tensor too, and has both signs."""
    x = tf.constant([0.5, -1.0, 2.0])
    u = tf.constant([1.0, -0.5, 0.25])

    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.math.cumulative_logsumexp(x) * x
        return tape.gradient(y, x)

    with tf.autodiff.ForwardAccumulator(x, u) as accumulator:
        found = slope(x)
    step = 1e-3
    expected = (slope(x + step * u) - slope(x - step * u)) / (2 * step)
    np.testing.assert_allclose(accumulator.jvp(found), expected, rtol=1e-2, atol=1e-3)
