"""Workers of the data service: their errors, and their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
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
