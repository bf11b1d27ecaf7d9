"""Collectives of replicas, eagerly and in graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

REDUCE = tf.distribute.ReduceOp


@pytest.fixture(params=[False, True], ids=["eager", "traced"])
def run(request: Any, four_cpus: list[str]) -> Any:
    """Runs a function of a number in two replicas; the results of both."""
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])

    def results(function: Any) -> list[Any]:
        def step() -> Any:
            replica = tf.distribute.get_replica_context()
            return function(
                replica, tf.cast(replica.replica_id_in_sync_group, tf.int32)
            )

        def whole() -> Any:
            return strategy.run(step)

        found = (tf.function(whole) if request.param else whole)()
        values = strategy.experimental_local_results(found)
        return [each.numpy().tolist() for each in values]

    return results


def test_sums_and_means(run: Any) -> None:
    def both(replica: Any, n: Any) -> Any:
        x = tf.cast(n, tf.float32) + 1.0
        total = replica.all_reduce(REDUCE.SUM, x)
        return total * 10.0 + replica.all_reduce(REDUCE.MEAN, x)

    assert run(both) == [31.5, 31.5]


def test_means_of_integers_are_quotients(run: Any) -> None:
    assert run(lambda r, n: r.all_reduce(REDUCE.MEAN, n)) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("axis", "expected"), [(0, [[0, 0], [1, 1]]), (1, [[0, 0, 1, 1]])]
)
def test_values_are_joined_along_an_axis(run: Any, axis: int, expected: Any) -> None:
    found = run(lambda r, n: r.all_gather(tf.fill([1, 2], n), axis))
    assert found == [expected, expected]


def test_slices_are_joined(run: Any) -> None:
    def slices(replica: Any, n: Any) -> Any:
        given = tf.IndexedSlices(tf.fill([1, 1], 1.0), tf.reshape(n, [1]), [3, 1])
        found = replica.all_reduce(REDUCE.SUM, given)
        return tf.concat([found.values[:, 0], tf.cast(found.indices, tf.float32)], 0)

    assert run(slices) == [[1, 1, 0, 1]] * 2


def test_a_part_has_the_gradient_of_all_replicas(run: Any) -> None:
    def gradient(replica: Any, n: Any) -> Any:
        x = tf.cast(n, tf.float32) + tf.ones([1])
        with tf.GradientTape() as tape:
            tape.watch(x)
            joined = replica.all_gather(x, 0)
            loss = tf.reduce_sum(joined * np.float32([3.0, 5.0]))
        return tape.gradient(loss, x)

    assert run(gradient) == [[6.0], [10.0]]


def test_an_axis_that_is_not_there(run: Any) -> None:
    with pytest.raises(ValueError, match="axis 2 is not one of a tensor of rank 1"):
        run(lambda r, n: r.all_gather(tf.fill([1], n), 2))
