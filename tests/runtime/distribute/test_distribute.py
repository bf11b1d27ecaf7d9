"""tf.distribute for one device: what TensorFlow answers, asked of it once."""

from __future__ import annotations

import pytest

import runtime as tf

default = tf.distribute.get_strategy()


def test_without_a_strategy_there_is_the_default_replica() -> None:
    assert default.num_replicas_in_sync == 1
    assert not tf.distribute.has_strategy()
    assert not tf.distribute.in_cross_replica_context()
    context = tf.distribute.get_replica_context()
    assert context.replica_id_in_sync_group == 0
    assert context.strategy is default
    with default.scope() as entered:
        assert entered is default
        assert not tf.distribute.in_cross_replica_context()


def test_run_reduce_and_results() -> None:
    assert int(default.run(lambda x: x + 1, (tf.constant(1),))) == 2
    ones = tf.constant([1.0, 2.0])
    assert default.reduce("SUM", ones, axis=None) is ones
    assert float(default.reduce(tf.distribute.ReduceOp.MEAN, ones, axis=0)) == 1.5
    assert default.experimental_local_results(3) == (3,)
    with pytest.raises(ValueError, match="'FOO' is not a valid ReduceOp"):
        default.reduce("foo", ones, axis=None)
    with pytest.raises(RuntimeError, match="worker_devices"):
        _ = default.extended.worker_devices


def test_a_strategy_of_one_device() -> None:
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with strategy.scope():
        assert tf.distribute.has_strategy()
        assert tf.distribute.get_strategy() is strategy
        assert tf.distribute.in_cross_replica_context()
        assert tf.distribute.get_replica_context() is None
        with pytest.raises(RuntimeError, match="Must not nest"), default.scope():
            pass
        inside = strategy.run(tf.distribute.in_cross_replica_context)
        assert inside is False
    assert not tf.distribute.has_strategy()


def test_contexts_hold_inside_functions() -> None:
    strategy = tf.distribute.MirroredStrategy()

    @tf.function
    def step(x: tf.Tensor) -> tf.Tensor:
        context = tf.distribute.get_replica_context()
        return context.all_reduce("sum", x) * context.num_replicas_in_sync

    assert int(strategy.run(step, args=(tf.constant(4),))) == 4


def test_merge_call_and_update_are_across_replicas() -> None:
    context = tf.distribute.get_replica_context()
    asked = context.merge_call(
        lambda strategy, x: (tf.distribute.in_cross_replica_context(), x), args=(3,)
    )
    assert asked == (True, 3)
    v = tf.Variable(1.0)
    default.extended.update(v, lambda each, x: each.assign_add(x), args=(2.0,))
    assert float(v) == 3.0


def test_a_strategy_can_be_set_for_the_rest_of_the_program() -> None:
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    tf.distribute.experimental_set_strategy(strategy)
    try:
        assert tf.distribute.get_strategy() is strategy
    finally:
        tf.distribute.experimental_set_strategy(None)
    assert not tf.distribute.has_strategy()


def test_what_needs_more_devices_says_so() -> None:
    with pytest.raises(ValueError, match="unique"):
        tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:0"])
    with pytest.raises(NotImplementedError, match="TPUStrategy"):
        tf.distribute.TPUStrategy()


def test_input_contexts() -> None:
    context = tf.distribute.InputContext(2, 1, 4)
    assert context.get_per_replica_batch_size(8) == 2
    with pytest.raises(ValueError, match="7 is not divisible"):
        context.get_per_replica_batch_size(7)
    made = default.distribute_datasets_from_function(str)
    assert made == "tf.distribute.InputContext(input pipeline id 0, total: 1)"


def test_reduce_op_of_an_aggregation() -> None:
    reduction = tf.distribute.ReduceOp
    way = reduction.from_variable_aggregation(tf.VariableAggregation.MEAN)
    assert way is reduction.MEAN
