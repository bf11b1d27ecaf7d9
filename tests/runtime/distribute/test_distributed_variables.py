"""Variables with a copy for each replica."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import runtime as tf

SUM, MEAN, FIRST, NONE = (
    getattr(tf.VariableAggregation, name)
    for name in ("SUM", "MEAN", "ONLY_FIRST_REPLICA", "NONE")
)
ON_READ = tf.VariableSynchronization.ON_READ


@pytest.fixture
def strategy(four_cpus: list[str]) -> Any:
    return tf.distribute.MirroredStrategy(four_cpus[:2])


def number() -> Any:
    replica = tf.distribute.get_replica_context()
    return tf.cast(replica.replica_id_in_sync_group, tf.float32) + 1.0


def made(strategy: Any, **arguments: Any) -> Any:
    with strategy.scope():
        return tf.Variable(10.0, **arguments)


@pytest.mark.parametrize(
    ("aggregation", "expected"), [(SUM, 3.0), (MEAN, 1.5), (FIRST, 1.0)]
)
@pytest.mark.parametrize("is_traced", [False, True])
def test_assigned_values_are_merged(
    strategy: Any, aggregation: Any, expected: float, is_traced: bool
) -> None:
    variable = made(strategy, aggregation=aggregation)

    def run() -> Any:
        strategy.run(lambda: variable.assign(number()))

    (tf.function(run) if is_traced else run)()
    assert [float(each) for each in variable.values] == [expected] * 2


def test_python_numbers_are_no_sum(strategy: Any) -> None:
    variable = made(strategy, aggregation=SUM)
    with pytest.raises(ValueError, match="A non-DistributedValues value 2.0 cannot be"):
        strategy.run(lambda: variable.assign(2.0))
    mean = made(strategy, aggregation=MEAN)
    strategy.run(lambda: mean.assign(2.0))
    assert float(mean) == 2.0


@pytest.mark.parametrize(
    ("aggregation", "expected"), [(SUM, 23.0), (MEAN, 11.5), (FIRST, 11.0)]
)
def test_copies_that_differ_are_merged_when_they_are_read(
    strategy: Any, aggregation: Any, expected: float
) -> None:
    variable = made(strategy, synchronization=ON_READ, aggregation=aggregation)
    strategy.run(lambda: variable.assign_add(number()))
    assert [float(each) for each in variable.values] == [11.0, 12.0]
    assert float(variable.read_value()) == expected
    assert float(variable.numpy()) == expected


def test_a_sum_is_assigned_in_shares(strategy: Any) -> None:
    variable = made(strategy, synchronization=ON_READ, aggregation=SUM)
    variable.assign(7.0)
    assert [float(each) for each in variable.values] == [3.5, 3.5]
    with pytest.raises(ValueError, match="does not support `assign_add` in cross-repl"):
        variable.assign_add(1.0)


def test_what_cannot_be_merged_cannot_be_read(strategy: Any) -> None:
    variable = made(strategy, synchronization=ON_READ, aggregation=NONE)
    with pytest.raises(ValueError, match="Could not convert from `tf.VariableAggregat"):
        variable.read_value()


def test_copies_of_a_variable(strategy: Any) -> None:
    variable = made(strategy)
    twin = copy.deepcopy(variable)
    variable.assign(1.0)
    assert (float(twin), len(twin.values)) == (10.0, 2)
    with pytest.raises(NotImplementedError, match="deepcopy it"):
        copy.copy(variable)


def test_across_replicas_all_copies_change(strategy: Any) -> None:
    variable = made(strategy)
    variable.assign_sub(4.0)
    assert [float(each) for each in variable.values] == [6.0, 6.0]
    assert variable.distribute_strategy is strategy
    assert len(variable.handles_meant()) == 2


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64, tf.bool, tf.complex64])
@pytest.mark.parametrize("synchronization", ["AUTO", "ON_READ"])
def test_numbers_without_a_mean_have_no_aggregation_of_one(
    strategy: Any, dtype: Any, synchronization: str
) -> None:
    options = {
        "aggregation": tf.VariableAggregation.MEAN,
        "synchronization": getattr(tf.VariableSynchronization, synchronization),
    }
    with (
        strategy.scope(),
        pytest.raises(ValueError, match="aggregation=MEAN"),
    ):
        tf.Variable(tf.zeros([], dtype), **options)
    with strategy.scope():
        tf.Variable(tf.zeros([], tf.float16), **options)
