"""Values of all replicas, as one replica of a graph has them."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.distribute.contexts import ReplicaContext
from runtime.distribute.merged_values import MergedValue, as_merged
from runtime.distribute.values import PerReplica


@pytest.fixture
def strategy(four_cpus: list[str]) -> Any:
    return tf.distribute.MirroredStrategy(four_cpus[:3])


def number() -> Any:
    replica = tf.distribute.get_replica_context()
    return tf.cast(replica.replica_id_in_sync_group, tf.float32) + 1.0


def test_tensors_of_a_structure_are_merged_and_nothing_else(strategy: Any) -> None:
    context = ReplicaContext(strategy, tf.constant(0))
    x, variable = tf.constant([1.0]), tf.Variable(1.0)
    rows = tf.IndexedSlices(x, tf.constant([0]), tf.constant([4]))
    known = PerReplica((x, x, x))
    found = as_merged(
        ({"x": x, "rows": rows}, [variable, "text", None], known), context
    )
    for merged, own in ((found[0]["x"], x), (found[0]["rows"], rows)):
        assert isinstance(merged, MergedValue)
        assert merged.own is own
        assert merged.value_of(2) is own
    assert found[1] == [variable, "text", None]
    assert found[2] is known


def test_reading_all_values_gathers_them_in_order(strategy: Any) -> None:
    def merged(strategy: Any, mine: Any) -> Any:
        assert isinstance(mine, MergedValue)
        assert mine.values is mine.values  # the replicas meet once
        return tf.stack(mine.values)

    @tf.function
    def step() -> Any:
        return strategy.run(
            lambda: tf.distribute.get_replica_context().merge_call(merged, (number(),))
        )

    # equal in all replicas, so it is one tensor
    assert step().numpy().tolist() == [1.0, 2.0, 3.0]


def test_slices_of_all_replicas_are_read(strategy: Any) -> None:
    def rows() -> Any:
        index = tf.cast(number(), tf.int32) - 1
        return tf.IndexedSlices(number()[None], index[None], tf.constant([3]))

    def merged(strategy: Any, mine: Any) -> Any:
        return tf.add_n([tf.convert_to_tensor(each) for each in mine.values])

    @tf.function
    def step() -> Any:
        return strategy.run(
            lambda: tf.distribute.get_replica_context().merge_call(merged, (rows(),))
        )

    # equal in all replicas, so it is one tensor
    assert step().numpy().tolist() == [1.0, 2.0, 3.0]
