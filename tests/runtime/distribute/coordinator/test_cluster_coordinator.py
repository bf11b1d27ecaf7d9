"""Functions that workers take from one queue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from tests.runtime.distribute.processes import LONG

coordinators = tf.distribute.coordinator


def strategy_of(workers: int) -> Any:
    cluster = tf.train.ClusterSpec(
        {"worker": [f"w{number}:1" for number in range(workers)], "ps": ["p:1"]}
    )
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    return tf.distribute.experimental.ParameterServerStrategy(resolver)


@pytest.fixture
def coordinator() -> Iterator[Any]:
    made = coordinators.ClusterCoordinator(strategy_of(3))
    yield made
    made._queue.close()


def test_each_function_is_applied_once(coordinator: Any) -> None:
    with coordinator.strategy.scope():
        v = tf.Variable(0)

    @tf.function
    def add(x: Any) -> Any:
        v.assign_add(x)
        return x * 2

    found = [coordinator.schedule(add, args=(tf.constant(n),)) for n in range(300)]
    coordinator.join()
    assert coordinator.done()
    assert v.numpy() == sum(range(300))
    assert coordinator.fetch(found[:3]) == [0, 2, 4]
    assert found[7].fetch() == 14
    assert found[7].get().dtype == tf.int32


def test_functions_of_a_loaded_model_are_applied_once(
    coordinator: Any, tmp_path: Path
) -> None:
    model = tf.Module()
    model.w = tf.Variable([1.0, 2.0])
    model.step = tf.function(lambda: model.w.assign_add([1.0, 1.0]), input_signature=[])
    tf.saved_model.save(model, str(tmp_path))
    with coordinator.strategy.scope():
        loaded = tf.saved_model.load(str(tmp_path))
    for _ in range(20):
        coordinator.schedule(loaded.step)
    coordinator.join()
    assert loaded.w.numpy().tolist() == [21.0, 22.0]
    assert model.w.numpy().tolist() == [1.0, 2.0]


def test_training_with_one_worker_is_that_of_one_device() -> None:
    def descend(v: Any) -> None:
        with tf.GradientTape() as tape:
            loss = (v - 3.0) ** 2
        v.assign_sub(0.1 * tape.gradient(loss, v))

    alone = tf.Variable(0.0)
    for _ in range(20):
        descend(alone)
    coordinator = coordinators.ClusterCoordinator(strategy_of(1))
    with coordinator.strategy.scope():
        v = tf.Variable(0.0)
    step = tf.function(lambda: coordinator.strategy.run(descend, args=(v,)))
    for _ in range(20):
        coordinator.schedule(step)
    coordinator.join()
    coordinator._queue.close()
    assert v.numpy() == alone.numpy()


def test_workers_run_at_the_same_time_and_know_their_numbers(coordinator: Any) -> None:
    together = threading.Barrier(3, timeout=LONG)

    def meet() -> int:
        together.wait()
        return 0

    @tf.function
    def number() -> Any:
        with tf.control_dependencies([tf.py_function(meet, [], tf.int32)]):
            return tf.identity(coordinators.experimental_get_current_worker_index())

    found = [coordinator.schedule(number) for _ in range(3)]
    assert sorted(coordinator.fetch(found)) == [0, 1, 2]
    with pytest.raises(RuntimeError, match="can be called only in a function"):
        coordinators.experimental_get_current_worker_index()


def test_each_worker_has_its_dataset(coordinator: Any) -> None:
    strategy = coordinator.strategy

    def dataset_fn(context: Any) -> Any:
        first = 100 * context.input_pipeline_id
        return tf.data.Dataset.range(first, first + 100)

    dataset = coordinator.create_per_worker_dataset(
        lambda: strategy.distribute_datasets_from_function(dataset_fn)
    )
    iterator = iter(dataset)

    @tf.function
    def step(iterator: Any) -> Any:
        return next(iterator)

    found = [coordinator.schedule(step, args=(iterator,)) for _ in range(30)]
    values = sorted(int(each) for each in coordinator.fetch(found))
    assert len(set(values)) == 30
    for worker in range(3):
        mine = [each % 100 for each in values if each // 100 == worker]
        assert mine == list(range(len(mine)))


def test_a_function_whose_worker_is_lost_runs_again(coordinator: Any) -> None:
    lost = [tf.errors.UnavailableError(None, None, "/job:worker/task:1 is gone")]
    with coordinator.strategy.scope():
        v = tf.Variable(0)

    @tf.function
    def step() -> Any:
        if lost:
            raise lost.pop()
        v.assign_add(1)

    coordinator.schedule(step)
    coordinator.join()
    assert not lost
    assert v.numpy() == 1


def test_the_first_error_is_raised_once_and_cancels_what_waits() -> None:
    coordinator = coordinators.ClusterCoordinator(strategy_of(1))
    go = threading.Event()

    def wait() -> int:
        assert go.wait(LONG)
        raise ZeroDivisionError("no")

    failing = tf.function(lambda: tf.py_function(wait, [], tf.int32))
    fine = tf.function(lambda: tf.constant(1))
    first = coordinator.schedule(failing)
    second = coordinator.schedule(fine)
    go.set()
    with pytest.raises(Exception, match="no") as raised:
        coordinator.join()
    with pytest.raises(type(raised.value), match="no"):
        first.fetch()
    with pytest.raises(tf.errors.CancelledError, match="was not run"):
        second.fetch()
    assert coordinator.schedule(fine).fetch() == 1
    coordinator.join()
    coordinator._queue.close()


def test_what_is_refused(coordinator: Any) -> None:
    with pytest.raises(TypeError, match=r"only accepts a `tf\.function`"):
        coordinator.schedule(lambda: 1)
    with pytest.raises(ValueError, match="ParameterServerStrategy"):
        coordinators.ClusterCoordinator(tf.distribute.get_strategy())
    assert coordinators.ClusterCoordinator(coordinator.strategy) is coordinator
    cluster = tf.train.ClusterSpec({"worker": ["a:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    with pytest.raises(ValueError, match="a task of the job 'ps'"):
        tf.distribute.ParameterServerStrategy(resolver)
