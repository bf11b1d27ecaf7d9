"""Pipelines that the workers of a service compute, over TCP in one process."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from tests.runtime.distribute.processes import results

service = tf.data.experimental.service


class Service:
    """A dispatcher and its workers."""

    def __init__(self, workers: int) -> None:
        self.dispatcher = service.DispatchServer()
        self.address = self.dispatcher.target.split("://")[1]
        self.target = self.dispatcher.target
        self.workers = [self.add() for _ in range(workers)]

    def add(self) -> Any:
        return service.WorkerServer(service.WorkerConfig(self.address))

    def stop(self) -> None:
        for each in (*self.workers, self.dispatcher):
            each._stop()


@pytest.fixture
def two() -> Iterator[Service]:
    made = Service(2)
    yield made
    made.stop()


def numbers(dataset: Any) -> list[int]:
    return sorted(int(each) for each in dataset.as_numpy_iterator())


def test_by_off_each_worker_gives_all(two: Service) -> None:
    dataset = tf.data.Dataset.range(40).map(lambda x: x * 2)
    spread = dataset.apply(service.distribute("parallel_epochs", two.target))
    assert spread.element_spec == dataset.element_spec
    assert numbers(spread) == sorted([*range(0, 80, 2)] * 2)
    assert two.dispatcher._num_workers() == 2


def test_by_dynamic_each_element_comes_once_in_every_epoch(two: Service) -> None:
    dataset = tf.data.Dataset.range(50).repeat(2)
    spread = dataset.apply(
        service.distribute(service.ShardingPolicy.DYNAMIC, two.target)
    )
    for _ in range(2):
        assert numbers(spread) == sorted([*range(50)] * 2)


def test_by_data_and_file_the_parts_are_fixed(two: Service, tmp_path: Path) -> None:
    by_data = tf.data.Dataset.range(9).apply(
        service.distribute(service.ShardingPolicy.DATA, two.target)
    )
    assert numbers(by_data) == [*range(9)]
    paths = []
    for name in "abc":
        path = tmp_path / name
        path.write_text(f"{name}1\n{name}2\n")
        paths.append(str(path))
    lines = tf.data.TextLineDataset(paths)
    for policy in (service.ShardingPolicy.FILE, service.ShardingPolicy.FILE_OR_DATA):
        by_file = lines.apply(service.distribute(policy, two.target))
        found = sorted(each.decode() for each in by_file.as_numpy_iterator())
        assert found == ["a1", "a2", "b1", "b2", "c1", "c2"]


def test_readers_of_one_job_share_its_elements(two: Service) -> None:
    dataset = tf.data.Dataset.range(200)
    spread = service.distribute("parallel_epochs", two.target, job_name="shared")
    first, second = (iter(dataset.apply(spread)) for _ in range(2))
    found = [int(next(first)), int(next(second))]
    found += [int(each) for each in first] + [int(each) for each in second]
    assert sorted(found) == sorted([*range(200)] * 2)


def test_registered_datasets_are_found_by_their_ids(two: Service) -> None:
    dataset = tf.data.Dataset.from_tensor_slices(
        {"x": [[1.0], [2.0]], "name": ["a", "b"]}
    )
    made = service.register_dataset(two.target, dataset)
    found = service.from_dataset_id("distributed_epoch", two.target, made)
    assert found.element_spec == dataset.element_spec
    rows = sorted(found.as_numpy_iterator(), key=lambda each: each["name"])
    assert [(each["name"], each["x"].tolist()) for each in rows] == [
        (b"a", [1.0]),
        (b"b", [2.0]),
    ]
    named = service.register_dataset(two.target, dataset, dataset_id="mine")
    assert named.numpy() == b"mine"
    with pytest.raises(tf.errors.NotFoundError, match="'other' not found"):
        service.from_dataset_id("parallel_epochs", two.target, "other")


def test_batches_after_the_service_and_in_a_function(two: Service) -> None:
    dataset = tf.data.Dataset.range(10).batch(2)
    spread = dataset.apply(service.distribute("distributed_epoch", two.target))

    @tf.function
    def total(data: Any) -> Any:
        found = tf.constant(0, tf.int64)
        for each in data:
            found += tf.reduce_sum(each)
        return found

    assert total(spread.prefetch(2)).numpy() == 45


def test_errors_of_a_worker_reach_the_reader(two: Service) -> None:
    def divide(x: Any) -> Any:
        return tf.strings.to_number(tf.where(x < 2, "1", "text"))

    bad = tf.data.Dataset.range(3).map(divide)
    spread = bad.apply(service.distribute("parallel_epochs", two.target))
    with pytest.raises(tf.errors.OpError, match="The worker at localhost"):
        numbers(spread)


def test_a_worker_that_is_gone_is_named() -> None:
    made = Service(1)
    endless = tf.data.Dataset.range(10).repeat()
    spread = iter(endless.apply(service.distribute("parallel_epochs", made.target)))
    next(spread)
    made.stop()
    with pytest.raises(tf.errors.OpError, match="worker at localhost:.* is gone"):
        deque(spread, maxlen=0)


def test_what_is_refused(two: Service) -> None:
    with pytest.raises(ValueError, match="`processing_mode` should be"):
        service.distribute("some", two.target)
    with pytest.raises(NotImplementedError, match="coordinated reads"):
        service.distribute("parallel_epochs", two.target, consumer_index=0)
    with pytest.raises(NotImplementedError, match="CrossTrainerCache"):
        service.CrossTrainerCache("me")
    with pytest.raises(NotImplementedError, match="fault_tolerant_mode"):
        service.DispatcherConfig(fault_tolerant_mode=True)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = f"localhost:{silent.getsockname()[1]}"
    with pytest.raises(tf.errors.UnavailableError, match="No dispatcher answers"):
        service.WorkerServer(service.WorkerConfig(nobody))


@pytest.mark.slow
def test_workers_in_other_processes(two: Service) -> None:
    code = """
import runtime as tf
service = tf.data.experimental.service
worker = service.WorkerServer(service.WorkerConfig(given["dispatcher"]))
dataset = tf.data.Dataset.range(30).apply(
    service.distribute("distributed_epoch", "grpc://" + given["dispatcher"])
)
result = sorted(int(each) for each in dataset)
"""
    (found,) = results(code, [{"dispatcher": two.address}])
    assert found == [*range(30)]
