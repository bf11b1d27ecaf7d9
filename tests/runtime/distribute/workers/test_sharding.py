"""Shares of datasets: every row is read once, by files, by rows, or by all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.workers.sharding import worker_dataset

Policy = tf.data.experimental.AutoShardPolicy


def with_policy(dataset: Any, policy: Any) -> Any:
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = policy
    return dataset.with_options(options)


def read(dataset: Any, size: int) -> list[list[Any]]:
    return [
        [
            each.tolist()
            for each in worker_dataset(dataset, size, rank).as_numpy_iterator()
        ]
        for rank in range(size)
    ]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = []
    for number in range(3):
        path = tmp_path / f"{number}.records"
        with tf.io.TFRecordWriter(str(path)) as writer:
            for row in range(4):
                writer.write(b"%d" % (10 * number + row))
        paths.append(str(path))
    return paths


def numbers(names: Any) -> Any:
    return tf.data.TFRecordDataset(names).map(
        lambda text: tf.strings.to_number(text, tf.int32)
    )


def test_by_data_each_process_has_its_rows_of_each_batch() -> None:
    dataset = tf.data.Dataset.range(11).map(lambda x: x * 10).batch(8).prefetch(1)
    assert read(dataset, 2) == [
        [[0, 10, 20, 30], [80, 90, 100]],
        [[40, 50, 60, 70], []],
    ]
    assert read(tf.data.Dataset.range(7).batch(7), 3) == [
        [[0, 1, 2]],
        [[3, 4]],
        [[5, 6]],
    ]


def test_batches_of_unknown_size_are_divided_as_they_come() -> None:
    dataset = tf.data.Dataset.range(3).flat_map(
        lambda n: tf.data.Dataset.from_tensors(tf.range(n + 3))
    )
    assert read(dataset, 2) == [[[0, 1], [0, 1], [0, 1, 2]], [[2], [2, 3], [3, 4]]]


def test_by_file_each_process_reads_its_files(files: list[str]) -> None:
    names = tf.data.Dataset.from_tensor_slices(files)
    by_function = names.interleave(
        lambda name: numbers(name), cycle_length=1, block_length=1
    )
    for dataset in (numbers(files), by_function):
        for policy in (Policy.AUTO, Policy.FILE):
            assert read(with_policy(dataset.batch(4), policy), 2) == [
                [[0, 1], [2, 3], [20, 21], [22, 23]],
                [[10, 11], [12, 13]],
            ]


def test_files_are_divided_before_they_are_shuffled(files: list[str]) -> None:
    names = tf.data.Dataset.from_tensor_slices(files).shuffle(3)
    found = read(names.flat_map(numbers).batch(3), 3)
    rows = [sorted(row for batch in each for row in batch) for each in found]
    assert rows == [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]


def test_too_few_files(files: list[str]) -> None:
    dataset = numbers(files).batch(8)
    by_rows = read(with_policy(dataset, Policy.DATA), 4)
    assert read(with_policy(dataset, Policy.AUTO), 4) == by_rows
    assert by_rows[0] == [[0, 1], [20, 21]]
    with pytest.raises(ValueError, match=r"at least as many files as workers \(4\)"):
        worker_dataset(with_policy(dataset, Policy.FILE), 4, 0)


def test_off_gives_every_row_to_each() -> None:
    dataset = with_policy(tf.data.Dataset.range(4).batch(4), Policy.OFF)
    assert read(dataset, 2) == [[[0, 1], [2, 3]]] * 2


def test_by_hint_each_process_has_its_share_where_the_pipeline_says() -> None:
    hint = tf.data.experimental.SHARD_HINT
    numbers = tf.data.Dataset.range(12).shard(hint, hint).map(lambda x: x * 10)
    assert numbers.cardinality().numpy() < 0
    with pytest.raises(tf.errors.FailedPreconditionError, match="SHARD_HINT"):
        list(numbers)
    dataset = with_policy(numbers.batch(4), Policy.HINT)
    parts = [
        [each.numpy().tolist() for each in worker_dataset(dataset, 2, rank)]
        for rank in range(2)
    ]
    assert parts[0] == [[0, 20], [40, 60], [80, 100]]
    assert parts[1] == [[10, 30], [50, 70], [90, 110]]


def test_one_process_has_all_elements_of_a_hint(four_cpus: list[str]) -> None:
    hint = tf.data.experimental.SHARD_HINT
    nested = tf.data.Dataset.range(4).shard(hint, hint).shard(hint, hint).batch(4)
    dataset = with_policy(nested, Policy.HINT)
    for strategy in (
        tf.distribute.MultiWorkerMirroredStrategy(),
        tf.distribute.MirroredStrategy(four_cpus[:2]),
    ):
        (found,) = strategy.experimental_distribute_dataset(dataset)
        parts = strategy.experimental_local_results(found)
        assert [n for each in parts for n in each.numpy()] == [0, 1, 2, 3]


def test_by_hint_without_a_hint_each_reads_all() -> None:
    dataset = with_policy(tf.data.Dataset.range(4).batch(4), Policy.HINT)
    for rank in range(2):
        found = [each.numpy().tolist() for each in worker_dataset(dataset, 2, rank)]
        assert found == [[0, 1], [2, 3]]
