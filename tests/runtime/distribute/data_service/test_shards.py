"""The parts of a pipeline that workers compute."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
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


def test_by_hint_the_parts_are_where_the_pipeline_says(two: Service) -> None:
    hint = tf.data.experimental.SHARD_HINT
    dataset = tf.data.Dataset.range(6).shard(hint, hint).map(lambda x: x * x)
    found = dataset.apply(
        tf.data.experimental.service.distribute(
            tf.data.experimental.service.ShardingPolicy.HINT, two.target
        )
    )
    assert sorted(int(each) for each in found) == [0, 1, 4, 9, 16, 25]
