"""Pipelines that the workers of a service compute, over TCP in one process."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

import runtime as tf

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


def test_a_service_without_address_and_an_unknown_compression_are_refused() -> None:
    service = tf.data.experimental.service
    with pytest.raises(ValueError, match="must not be empty"):
        service.distribute("parallel_epochs", "")
    with pytest.raises(ValueError, match="Invalid `compression` argument: X"):
        service.distribute("parallel_epochs", "grpc://a:1", compression="X")
