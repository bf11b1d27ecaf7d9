"""Functions that workers take from one queue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.coordinator import (
    parameter_servers,
    remote_storage,
    worker_links,
)
from runtime.distribute.coordinator.remote_storage import greeting
from tests.fuzz.faults import full_disk
from tests.runtime.distribute.processes import reserved_addresses
from tests.runtime.distribute.servers import local_cluster, resolver_of

coordinators = tf.distribute.coordinator


@contextmanager
def coordinator_of(workers: int, ps: int = 2) -> Iterator[Any]:
    with local_cluster(workers, ps) as resolver:
        strategy = tf.distribute.experimental.ParameterServerStrategy(resolver)
        made = coordinators.ClusterCoordinator(strategy)
        try:
            yield made
        finally:
            made._queue.close()


@pytest.fixture
def coordinator() -> Iterator[Any]:
    with coordinator_of(3) as made:
        yield made


def test_each_function_is_applied_once(coordinator: Any) -> None:
    with coordinator.strategy.scope():
        v = tf.Variable(0)

    @tf.function
    def add(x: Any) -> Any:
        v.assign_add(x)
        return x * 2

    found = [coordinator.schedule(add, args=(tf.constant(n),)) for n in range(60)]
    coordinator.join()
    assert coordinator.done()
    assert v.numpy() == sum(range(60))
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
    with coordinator_of(1) as coordinator:
        with coordinator.strategy.scope():
            v = tf.Variable(0.0)
        step = tf.function(lambda: coordinator.strategy.run(descend, args=(v,)))
        for _ in range(20):
            coordinator.schedule(step)
        coordinator.join()
        assert v.numpy() == alone.numpy()


def test_workers_know_their_numbers(coordinator: Any) -> None:
    @tf.function
    def number() -> Any:
        return coordinators.experimental_get_current_worker_index() * 10

    found = coordinator.fetch([coordinator.schedule(number) for _ in range(20)])
    assert set(map(int, found)) <= {0, 10, 20}
    with pytest.raises(RuntimeError, match="can be called only in a function"):
        coordinators.experimental_get_current_worker_index()


def test_variables_are_on_servers_in_turn(coordinator: Any) -> None:
    with coordinator.strategy.scope():
        made = [tf.Variable(float(number)) for number in range(4)]
        with coordinator.strategy.extended.colocate_vars_with(made[1]):
            made.append(tf.Variable(9.0))
    places = [each.device[len("/job:ps/replica:0/task:") :] for each in made]
    assert [each[0] for each in places] == ["0", "1", "0", "1", "1"]
    assert [each.numpy() for each in made] == [0.0, 1.0, 2.0, 3.0, 9.0]
    assert "numpy=3.0" in repr(made[3])
    made[3].assign(5.0).assign_sub(1.0)
    assert made[3].numpy() == 4.0
    with pytest.raises(tf.errors.InvalidArgumentError):
        made[3].assign_add([1.0, 2.0])


def test_rows_are_read_and_changed_where_they_are(coordinator: Any) -> None:
    with coordinator.strategy.scope():
        v = tf.Variable(np.arange(12.0).reshape(6, 2))

    @tf.function
    def step(rows: Any) -> Any:
        v.scatter_nd_add(rows[:, None], tf.ones([2, 2], tf.float64))
        v.scatter_sub(tf.IndexedSlices(tf.ones([1, 2], tf.float64), [5]))
        return tf.gather(v, rows), v[1]

    found, row = coordinator.schedule(step, args=(tf.constant([0, 4]),)).fetch()
    assert found.tolist() == [[1.0, 2.0], [9.0, 10.0]]
    assert row.tolist() == [2.0, 3.0]
    assert v.numpy()[5].tolist() == [9.0, 10.0]


def test_a_generator_on_a_server_gives_each_number_once(coordinator: Any) -> None:
    alone = tf.random.Generator.from_seed(7)
    wanted = sorted(float(alone.normal([])) for _ in range(6))
    with coordinator.strategy.scope():
        generator = tf.random.Generator.from_seed(7)
    step = tf.function(lambda: generator.normal([]))
    found = coordinator.fetch([coordinator.schedule(step) for _ in range(6)])
    assert sorted(map(float, found)) == wanted


def test_a_result_is_an_argument_of_another_function(coordinator: Any) -> None:
    @tf.function
    def double(x: Any) -> Any:
        return {"twice": x["twice"] * 2}

    value: Any = {"twice": tf.constant(1.0)}
    for _ in range(5):
        value = coordinator.schedule(double, args=(value,))
    assert value.fetch() == {"twice": 32.0}


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


@pytest.mark.parametrize("losses", [1, 7])
def test_a_closure_whose_worker_is_lost_after_it_makes_no_change_twice(
    losses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, call = [losses], worker_links.WorkerLink._call

    def call_and_fall(self: Any, method: str, data: bytes, **body: Any) -> Any:
        found = call(self, method, data, **body)
        if method == "run" and left[0]:
            left[0] -= 1
            raise worker_links.WorkerLostError("It is gone.")
        return found

    monkeypatch.setattr(worker_links.WorkerLink, "_call", call_and_fall)
    with coordinator_of(2) as coordinator:
        with coordinator.strategy.scope():
            applied, total = tf.Variable(tf.zeros([20], tf.int32)), tf.Variable(0)

        @tf.function
        def step(number: Any) -> Any:
            applied.scatter_nd_add([[number]], [1])
            total.assign_add(1)
            return number

        found = [coordinator.schedule(step, args=(tf.constant(n),)) for n in range(20)]
        coordinator.join()
        assert left == [0]
        assert applied.numpy().tolist() == [1] * 20
        assert total.numpy() == 20
        assert list(map(int, coordinator.fetch(found))) == list(range(20))


def test_a_full_disk_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coordinator and servers write to no file, also where a worker is lost."""
    left, call = [1], worker_links.WorkerLink._call

    def call_once_in_vain(self: Any, method: str, data: bytes, **body: Any) -> Any:
        if method == "run" and left[0]:
            left[0] -= 1
            raise worker_links.WorkerLostError("It is gone.")
        return call(self, method, data, **body)

    monkeypatch.setattr(worker_links.WorkerLink, "_call", call_once_in_vain)
    with full_disk(0), coordinator_of(2) as coordinator:
        with coordinator.strategy.scope():
            total = tf.Variable(0)
        add = tf.function(lambda n: total.assign_add(n))
        for number in range(20):
            coordinator.schedule(add, args=(tf.constant(number),))
        coordinator.join()
        assert left == [0]
        assert total.numpy() == sum(range(20))


def test_the_first_error_is_raised_once_and_cancels_what_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both, call = Event(), worker_links.WorkerLink._call

    def call_once_both_wait(self: Any, method: str, data: bytes, **body: Any) -> Any:
        # `schedule` too raises the error of what was scheduled before.
        assert method != "run" or both.wait(60)
        return call(self, method, data, **body)

    monkeypatch.setattr(worker_links.WorkerLink, "_call", call_once_both_wait)
    with coordinator_of(1) as coordinator:
        fails = tf.function(lambda x: tf.debugging.assert_less(x, 1, "too many"))
        takes = tf.function(lambda x: x)
        first = coordinator.schedule(fails, args=(tf.constant(2),))
        second = coordinator.schedule(takes, args=(first,))
        both.set()
        with pytest.raises(tf.errors.InvalidArgumentError, match="too many"):
            coordinator.join()
        with pytest.raises(tf.errors.InvalidArgumentError, match="too many"):
            first.fetch()
        with pytest.raises(tf.errors.CancelledError, match="was not run"):
            second.fetch()
        assert coordinator.schedule(takes, args=(tf.constant(1),)).fetch() == 1
        coordinator.join()


def test_the_end_of_a_dataset_is_an_error_of_its_kind(coordinator: Any) -> None:
    per_worker = coordinator.create_per_worker_dataset(tf.data.Dataset.range(1))
    step = tf.function(lambda iterator: next(iterator))
    for _ in range(5):
        coordinator.schedule(step, args=(iter(per_worker),))
    coordinator.join()
    iterator = iter(per_worker)

    def four_times() -> None:
        for _ in range(4):
            coordinator.schedule(step, args=(iterator,))
        coordinator.join()

    with pytest.raises(tf.errors.OutOfRangeError):
        four_times()


def test_what_only_the_coordinator_has_is_refused(coordinator: Any) -> None:
    outside = tf.Variable(1, name="outside")
    coordinator.schedule(tf.function(lambda: outside + 1))
    with pytest.raises(tf.errors.FailedPreconditionError, match="'outside'.*scope"):
        coordinator.join()
    calls = tf.function(lambda: tf.py_function(lambda: 0, [], tf.int32))
    with pytest.raises(tf.errors.UnimplementedError, match="made of ops alone"):
        coordinator.schedule(calls)


def test_what_is_refused(coordinator: Any) -> None:
    with pytest.raises(TypeError, match=r"only accepts a `tf\.function`"):
        coordinator.schedule(lambda: 1)
    with pytest.raises(ValueError, match="ParameterServerStrategy"):
        coordinators.ClusterCoordinator(tf.distribute.get_strategy())
    assert coordinators.ClusterCoordinator(coordinator.strategy) is coordinator
    with pytest.raises(ValueError, match="a task of the job 'ps'"):
        tf.distribute.ParameterServerStrategy(resolver_of({"worker": ["a:1"]}))


def test_servers_that_are_missing_or_begin_anew_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parameter_servers, "JOIN_SECONDS", 0.01)
    with reserved_addresses(1) as (address,):
        resolver = resolver_of({"worker": [address], "ps": [address]})
        with pytest.raises(tf.errors.DeadlineExceededError, match="/job:ps.*task:0"):
            tf.distribute.ParameterServerStrategy(resolver)
    with local_cluster(1) as resolver:
        strategy = tf.distribute.ParameterServerStrategy(resolver)
        with strategy.scope():
            v = tf.Variable(1)
        monkeypatch.setattr(parameter_servers, "_SESSION", "another program")
        tf.distribute.ParameterServerStrategy(resolver)
        with pytest.raises(tf.errors.FailedPreconditionError, match="checkpoint"):
            v.numpy()
    with pytest.raises(tf.errors.UnavailableError, match="/job:ps/replica:0/task:0"):
        v.numpy()


def test_processes_of_another_version_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with local_cluster(1) as resolver:
        strategy = tf.distribute.ParameterServerStrategy(resolver)
        monkeypatch.setattr(
            remote_storage, "greeting", lambda: {**greeting(), "version": "0.1"}
        )
        coordinator = coordinators.ClusterCoordinator(strategy)
        with pytest.raises(tf.errors.FailedPreconditionError, match=r"version.*0\.1"):
            coordinator.schedule(tf.function(lambda: 1)).fetch()
        coordinator._queue.close()


def test_a_server_says_what_it_is() -> None:
    server = tf.distribute.Server({"ps": ["localhost:0"], "worker": ["a:1"]}, "ps")
    assert server.target.startswith("grpc://localhost:")
    assert server.server_def.job_name == "ps"
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot listen"):
        tf.distribute.Server({"ps": [server.target.removeprefix("grpc://")]})
    with pytest.raises(ValueError, match="task_index is 3; the cluster has 0"):
        tf.distribute.Server({"ps": ["a:1"]}, "ps", 3)
    with pytest.raises(ValueError, match="job_name is None; the cluster has"):
        tf.distribute.Server({"ps": ["a:1"], "worker": ["b:1"]})
    server._stop()
