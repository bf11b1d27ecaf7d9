"""Variables in shards: what programs of parameter servers do with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.coordinator.sharded_variables import ShardedVariable
from tests.runtime.distribute.servers import local_cluster

partitioners = tf.distribute.experimental.partitioners
VALUE = np.arange(10, dtype=np.float32).reshape(5, 2)


@pytest.fixture
def strategy_of() -> Iterator[Callable[[int], Any]]:
    """Makes strategies that divide variables into so many shards."""
    with local_cluster(workers=2, ps=2) as resolver:
        yield lambda shards: tf.distribute.ParameterServerStrategy(
            resolver, partitioners.FixedShardsPartitioner(shards)
        )


@pytest.fixture
def table(strategy_of: Any) -> Any:
    with strategy_of(2).scope():
        made = tf.Variable(VALUE, name="table")
    assert isinstance(made, ShardedVariable)
    return made


def test_rows_are_divided_the_first_shards_have_one_more(table: Any) -> None:
    assert [each.shape[0] for each in table.variables] == [3, 2]
    assert [each.name for each in table.variables] == [
        "table/part_0:0",
        "table/part_1:0",
    ]
    assert table.shape == (5, 2)
    assert np.array_equal(table.numpy(), VALUE)


def test_what_is_not_divided_stays_a_variable(strategy_of: Any) -> None:
    with strategy_of(2).scope():
        assert isinstance(tf.Variable(1.0), tf.Variable)
        assert isinstance(tf.Variable([1.0]), tf.Variable)
    strategy = strategy_of(2)
    strategy.extended._partitioner = lambda shape, dtype: [1, 2]
    with strategy.scope(), pytest.raises(ValueError, match="1 besides the first"):
        tf.Variable([[1.0, 2.0]])


def test_initializers_may_make_their_shard(strategy_of: Any) -> None:
    def initial(shard_info: Any) -> Any:
        first = shard_info.offset[0]
        return tf.constant(VALUE[first : first + shard_info.shape[0]])

    with strategy_of(3).scope():
        made = tf.Variable(initial, shape=[5, 2], dtype=tf.float32)
    assert [each.shape[0] for each in made.variables] == [2, 2, 1]
    assert np.array_equal(made.numpy(), VALUE)


@pytest.mark.parametrize(
    "key",
    [
        *(0, 4, -1, slice(1, 4), slice(3, 5), slice(None, None, 2), slice(4, 1)),
        *(slice(9), (slice(1, 4), 0), (slice(2, 5), slice(1, 2)), (2, 1), (..., 1)),
    ],
    ids=repr,
)
def test_subscripts_are_those_of_the_whole(table: Any, key: Any) -> None:
    assert np.array_equal(table[key].numpy(), VALUE[key])
    in_function = tf.function(lambda: table[key])
    assert np.array_equal(in_function().numpy(), VALUE[key])


def test_a_row_that_is_not_there_is_refused(table: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        table[5]


def test_it_is_an_operand_and_an_argument(table: Any) -> None:
    assert np.array_equal((table + 1.0).numpy(), VALUE + 1)
    assert np.array_equal(tf.matmul(table, tf.ones([2, 1])).numpy()[:, 0], VALUE.sum(1))
    total = tf.function(lambda x: tf.reduce_sum(x))
    assert total(table).numpy() == VALUE.sum()
    assert total(table).numpy() == VALUE.sum()
    assert "ShardedVariableSpec" in total.pretty_printed_concrete_signatures()


def test_changes_reach_the_rows_of_each_shard(table: Any) -> None:
    table.assign_add(tf.ones([5, 2]))
    table.scatter_sub(tf.IndexedSlices(tf.ones([3, 2]), tf.constant([0, 4, 4])))
    wanted = VALUE + 1
    wanted[0] -= 1
    wanted[4] -= 2
    assert np.array_equal(table.numpy(), wanted)
    with pytest.raises(ValueError, match=r"\(4, 2\)"):
        table.assign(tf.zeros([4, 2]))


@pytest.mark.parametrize("shards", [2, 3, 5])
def test_lookups_read_and_differentiate_rows_alone(
    strategy_of: Any, shards: int
) -> None:
    with strategy_of(shards).scope():
        table = tf.Variable(VALUE)

    @tf.function
    def gradients(ids: Any) -> Any:
        with tf.GradientTape() as tape:
            found = tf.nn.embedding_lookup(table, ids)
            loss = tf.reduce_sum(found**2)
        return found, tape.gradient(loss, table.variables)

    ids = [4, 0, 4, 2]
    found, parts = gradients(tf.constant(ids))
    assert np.array_equal(found.numpy(), VALUE[ids])
    assert all(isinstance(each, tf.IndexedSlices) for each in parts)
    whole = np.concatenate([tf.convert_to_tensor(each).numpy() for each in parts])
    wanted = np.zeros_like(VALUE)
    np.add.at(wanted, ids, 2 * VALUE[ids])
    assert np.array_equal(whole, wanted)


@pytest.mark.parametrize("shards", [1, 3])
def test_checkpoints_are_read_by_any_number_of_shards(
    table: Any, strategy_of: Any, shards: int, tmp_path: Path
) -> None:
    prefix = tf.train.Checkpoint(table=table).save(str(tmp_path / "x"))
    names = dict(tf.train.list_variables(prefix))
    assert names["table/.ATTRIBUTES/VARIABLE_VALUE"] == [5, 2]
    with strategy_of(shards).scope():
        other = tf.Variable(np.zeros_like(VALUE))
    tf.train.Checkpoint(table=other).restore(prefix).assert_consumed()
    assert np.array_equal(other.numpy(), VALUE)


def test_functions_of_a_saved_model_use_the_shards(table: Any, tmp_path: Path) -> None:
    module = tf.Module()
    module.table = table
    assert len(module.trainable_variables) == 2
    module.look_up = tf.function(
        lambda ids: tf.nn.embedding_lookup(module.table, ids),
        input_signature=[tf.TensorSpec([None], tf.int32)],
    )
    tf.saved_model.save(module, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert np.array_equal(loaded.look_up(tf.constant([3, 0])).numpy(), VALUE[[3, 0]])


def test_workers_update_shards_each_closure_once(table: Any, strategy_of: Any) -> None:
    strategy = strategy_of(2)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)

    @tf.function
    def step() -> None:
        for shard in table.variables:
            shard.assign_add(tf.ones_like(shard))

    for _ in range(40):
        coordinator.schedule(step)
    coordinator.join()
    assert np.array_equal(table.numpy(), VALUE + 40)
    coordinator._queue.close()


def test_shards_that_are_no_whole_are_refused() -> None:
    with pytest.raises(TypeError, match="non-empty list"):
        ShardedVariable([])
    with pytest.raises(ValueError, match="same dtype"):
        ShardedVariable([tf.Variable([1.0]), tf.Variable([1])])
    with pytest.raises(ValueError, match="same shapes"):
        ShardedVariable([tf.Variable([1.0]), tf.Variable([[1.0]])])
