"""Averages over the batches of all replicas; what is compared is TensorFlow's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

LOSSES = [1.0, 2.0, 3.0]


@pytest.fixture(params=[False, True], ids=["eager", "traced"])
def in_two_replicas(request: Any, two_cpus: Any) -> Any:
    """Calls a function in two replicas; what each of them gets."""
    strategy = tf.distribute.MirroredStrategy(two_cpus)

    def results(function: Any) -> list[Any]:
        def run() -> Any:
            return strategy.run(function)

        found = (tf.function(run) if request.param else run)()
        return [each.numpy() for each in strategy.experimental_local_results(found)]

    return results


@pytest.fixture
def two_cpus(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    from runtime.devices.logical_devices import _Settings

    monkeypatch.setattr(_Settings, "is_in_use", False)
    one = tf.config.LogicalDeviceConfiguration()
    monkeypatch.setattr(_Settings, "configuration", [one] * 2)
    return ["CPU:0", "CPU:1"]


def test_the_batch_is_that_of_all_replicas(in_two_replicas: Any) -> None:
    average, scaled = tf.nn.compute_average_loss, tf.nn.scale_regularization_loss
    assert in_two_replicas(lambda: average(LOSSES)) == [1.0, 1.0]
    weights = [1.0, 0.0, 2.0]
    found = in_two_replicas(lambda: average(LOSSES, sample_weight=weights))
    np.testing.assert_allclose(found, [7 / 6] * 2, rtol=1e-6)
    assert in_two_replicas(lambda: average(LOSSES, global_batch_size=4)) == [1.5, 1.5]
    assert in_two_replicas(lambda: scaled(LOSSES)) == [3.0, 3.0]
    halves = in_two_replicas(lambda: scaled([1, 2]))
    assert [(each.dtype.name, each) for each in halves] == [("float64", 1.5)] * 2


def test_across_replicas_only_a_given_size_is_known() -> None:
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        assert tf.nn.compute_average_loss(LOSSES, global_batch_size=3).numpy() == 2.0
        for function in (tf.nn.compute_average_loss, tf.nn.scale_regularization_loss):
            name = function.__name__
            with pytest.raises(
                RuntimeError, match=f"`{name}` in cross replica context"
            ):
                function(LOSSES)


@pytest.mark.parametrize(
    ("losses", "weights", "expected"),
    [
        (np.ones([2, 1], np.float32), [1.0, 3.0], 2.0),
        (np.ones(2, np.float32), [[1.0], [3.0]], 2.0),
        (np.ones([2, 3], np.float32), [1.0, 3.0], 6.0),
        (np.ones([2, 3], np.float32), 2.0, 6.0),
        (np.ones(2, np.float32), [1, 3], 2.0),
        (np.int32([1, 2, 3]), [1.0, 0.5, 0.0], 2 / 3),
        (np.ones(3, np.float16), [1.0, 0.5, 0.0], 0.5),
    ],
)
def test_weights_may_lack_the_last_axis(
    losses: Any, weights: Any, expected: float
) -> None:
    found = tf.nn.compute_average_loss(losses, sample_weight=weights)
    assert found.numpy() == pytest.approx(expected)
    is_integer = losses.dtype.kind == "i"
    assert found.dtype is (tf.float64 if is_integer else tf.as_dtype(losses.dtype))


def test_an_empty_batch_has_no_loss() -> None:
    assert tf.nn.compute_average_loss(np.zeros(0, np.float32)).numpy() == 0.0
    assert tf.nn.compute_average_loss(LOSSES, global_batch_size=0).numpy() == 0.0


def test_a_loss_of_unknown_rank_is_summed_over_all_axes() -> None:
    average = tf.function(
        tf.nn.compute_average_loss, input_signature=[tf.TensorSpec(None)]
    )
    assert average(tf.ones([2, 3])).numpy() == 3.0


@pytest.mark.parametrize(
    ("losses", "size", "kind", "message"),
    [
        (2.0, 1, ValueError, "at least rank 1"),
        (LOSSES, 4.0, TypeError, "global_batch_size must be an integer"),
        (LOSSES, [4], ValueError, "global_batch_size must be scalar"),
        (LOSSES, -1, tf.errors.InvalidArgumentError, "must be non-negative"),
    ],
)
def test_what_is_refused(losses: Any, size: Any, kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message):
        tf.nn.compute_average_loss(losses, global_batch_size=size)
