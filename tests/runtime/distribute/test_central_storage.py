"""Replicas whose variables are stored in one place."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


@pytest.fixture
def strategy(four_cpus: list[str]) -> Any:
    return tf.distribute.experimental.CentralStorageStrategy(four_cpus[:2], "CPU:0")


def test_a_variable_is_one_value_in_its_place(strategy: Any) -> None:
    with strategy.scope():
        variable = tf.Variable(1.0, aggregation=tf.VariableAggregation.MEAN)
    extended = strategy.extended
    assert len(extended.worker_devices) == 2
    (place,) = extended.parameter_devices
    assert place.endswith("CPU:0")

    def step() -> Any:
        number = tf.distribute.get_replica_context().replica_id_in_sync_group
        variable.assign_add(tf.cast(number, tf.float32) * 4.0)
        return variable.read_value()

    values = strategy.run(step)
    assert [float(each) for each in strategy.experimental_local_results(values)] == [
        3.0,
        3.0,
    ]
    assert float(variable) == 3.0


def test_without_aggregation_a_replica_may_not_assign(strategy: Any) -> None:
    with strategy.scope():
        variable = tf.Variable(1.0)
    with pytest.raises(ValueError, match="must specify an aggregation method"):
        strategy.run(lambda: variable.assign(2.0))
