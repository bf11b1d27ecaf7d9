"""Calls of replicas: their results, order, effects, errors, and where they meet."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def replica() -> Any:
    return tf.distribute.get_replica_context()


def number() -> Any:
    return tf.cast(replica().replica_id_in_sync_group, tf.float32) + 1.0


@pytest.fixture
def pair(four_cpus: list[str]) -> Any:
    return tf.distribute.MirroredStrategy(four_cpus[:2])


def numbers(value: Any) -> list[float]:
    return [float(each) for each in value.values]


both_ways = pytest.mark.parametrize("run", [lambda f: f, tf.function])


@both_ways
def test_structures_are_regrouped(pair: Any, run: Any) -> None:
    def step() -> Any:
        return {"n": number(), "kept": "text", "pair": (number() * 10.0, None)}

    found = run(lambda: pair.run(step))()
    assert numbers(found["n"]) == [1.0, 2.0]
    assert numbers(found["pair"][0]) == [10.0, 20.0]
    assert (found["kept"], found["pair"][1]) == ("text", None)


@both_ways
def test_each_replica_gets_its_part_of_the_arguments(pair: Any, run: Any) -> None:
    parts = pair.experimental_distribute_values_from_function(
        lambda context: tf.constant(10.0 * (context.replica_id_in_sync_group + 1))
    )
    call = run(lambda x: pair.run(lambda y, *, z: y + z, (x,), {"z": 1.0}))
    assert numbers(call(parts)) == [11.0, 21.0]


@both_ways
def test_control_flow_of_a_replica_is_its_own(pair: Any, run: Any) -> None:
    def step() -> Any:
        n = number()
        if n > 1.5:
            return n * 100.0
        return n

    assert numbers(run(lambda: pair.run(step))()) == [1.0, 200.0]


@both_ways
def test_results_of_a_merge_are_those_of_the_replica(pair: Any, run: Any) -> None:
    def merged(strategy: Any, mine: Any, *, by: Any) -> Any:
        assert replica() is None
        total = strategy.reduce("SUM", mine, axis=None)
        return total * by

    def step() -> Any:
        return replica().merge_call(merged, (number(),), {"by": 10.0}) + number()

    assert numbers(run(lambda: pair.run(step))()) == [31.0, 32.0]


def test_a_merge_is_called_once_eagerly(pair: Any) -> None:
    calls: list[Any] = []

    def merged(strategy: Any, value: Any) -> Any:
        calls.append(numbers(value))
        return value

    found = pair.run(lambda: replica().merge_call(merged, (number(),)))
    assert calls == [[1.0, 2.0]]
    assert numbers(found) == [1.0, 2.0]


def test_a_replica_runs_on_its_device(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus)
    found = strategy.run(lambda: tf.identity(1.0).device.rpartition("/")[2])
    names = strategy.experimental_local_results(found)
    assert [each.rpartition(":")[2] for each in names] == ["0", "1", "2", "3"]


def test_an_error_in_a_graph_ends_all_replicas(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])

    @tf.function
    def step(limit: Any) -> Any:
        def in_replica() -> Any:
            with tf.control_dependencies([tf.debugging.assert_less(number(), limit)]):
                mine = number() + 0.0
            return replica().all_reduce("SUM", mine)

        return strategy.run(in_replica)

    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError, match="x < y"):
            step(2.0)
        assert [float(each) for each in step(3.0).values] == [3.0, 3.0]


def test_replicas_of_other_shapes_are_told(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])

    @tf.function
    def step() -> Any:
        return strategy.run(
            lambda: replica().all_reduce("SUM", tf.ones([tf.cast(number(), tf.int32)]))
        )

    with pytest.raises(tf.errors.InvalidArgumentError, match="same|all-reduce"):
        step()


def test_python_of_eager_replicas_runs_in_their_order(four_cpus: list[str]) -> None:
    strategy, seen = tf.distribute.MirroredStrategy(four_cpus), []

    def step() -> None:
        for part in range(3):
            seen.append((part, int(number()) - 1))
            replica().all_reduce("SUM", 1.0)

    strategy.run(step)
    assert seen == [(part, rank) for part in range(3) for rank in range(4)]


def test_what_replicas_share_changes_in_their_order(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus)
    shared = tf.Variable([0.0])

    @tf.function
    def step() -> Any:
        return strategy.run(lambda: shared.assign(10.0 * shared + number()) + 0.0)

    assert [each.numpy().tolist() for each in step().values] == [
        [1.0],
        [12.0],
        [123.0],
        [1234.0],
    ]


def test_an_interrupt_ends_all(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus)

    def step() -> Any:
        if int(number()) == 4:
            raise KeyboardInterrupt
        return replica().all_reduce("SUM", 1.0)

    with pytest.raises(KeyboardInterrupt):
        strategy.run(step)
    assert float(strategy.run(lambda: replica().all_reduce("SUM", 1.0)).values[0]) == 4


@both_ways
@pytest.mark.parametrize("aggregation", ["NONE", "SUM", "ONLY_FIRST_REPLICA"])
def test_an_error_after_an_assignment_leaves_equal_copies(
    pair: Any, run: Any, aggregation: str
) -> None:
    way = tf.VariableAggregation[aggregation]
    with pair.scope():
        v = tf.Variable(tf.ones([3]), aggregation=way)

    def step(failing: int) -> None:
        v.assign_add(tf.ones([3]))
        tf.debugging.assert_none_equal(replica().replica_id_in_sync_group, failing)

    for failing in range(2):
        call = run(lambda failing=failing: pair.run(step, args=(failing,)))
        with pytest.raises(tf.errors.InvalidArgumentError):
            call()
        first, second = (each.numpy().tolist() for each in v.values)
        assert first == second


def test_all_have_what_was_merged_before_one_fails(pair: Any) -> None:
    """As in TensorFlow: one replica assigns to all copies."""
    with pair.scope():
        v = tf.Variable(1.0, aggregation=tf.VariableAggregation.SUM)

    def step() -> None:
        v.assign_add(tf.constant(1.0))
        raise ValueError("after it")

    with pytest.raises(ValueError, match="after it"):
        pair.run(step)
    assert numbers(v) == [3.0, 3.0]
