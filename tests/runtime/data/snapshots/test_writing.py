"""Snapshots: elements written in the first epoch, and read in later ones."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset


def elements(dataset: Any) -> list[Any]:
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


# --- snapshots


def counted() -> tuple[Any, list[int]]:
    calls: list[int] = []

    def noted(x: Any) -> Any:
        calls.append(int(x))
        return x

    made = Dataset.range(7).map(lambda x: tf.py_function(noted, [x], tf.int64))
    return made.map(lambda x: tf.ensure_shape(x, [])), calls


@pytest.mark.parametrize("compression", ["AUTO", "GZIP", None])
def test_a_snapshot_is_read_in_later_epochs(tmp_path: Path, compression: Any) -> None:
    source, calls = counted()
    kept = source.snapshot(str(tmp_path), compression=compression)
    assert repr(kept).startswith("<_MapDataset element_spec=")
    assert elements(kept) == elements(kept) == list(range(7))
    assert calls == list(range(7))


def test_a_snapshot_has_shards_and_a_reader(tmp_path: Path) -> None:
    """The order of the second epoch is that of TensorFlow, recorded."""
    kept = Dataset.range(7).snapshot(
        str(tmp_path),
        shard_func=lambda x: x % 3,
        reader_func=lambda d: d.shuffle(9, seed=1).flat_map(lambda x: x),
    )
    assert repr(kept).startswith("<_SnapshotDataset element_spec=")
    assert elements(kept) == list(range(7))
    assert elements(kept) == [1, 4, 2, 5, 0, 3, 6]
    with pytest.raises(TypeError, match="Invalid `shard_func`"):
        Dataset.range(7).snapshot(str(tmp_path), shard_func=lambda x: "a")


def test_a_snapshot_that_was_read_in_part_is_made_anew(tmp_path: Path) -> None:
    source, calls = counted()
    kept = source.snapshot(str(tmp_path))
    iterator = iter(kept)
    for _ in range(3):
        next(iterator)
    del iterator
    gc.collect()
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]
    assert elements(kept) == list(range(7))
    assert len(calls) == 10


def test_other_pipelines_have_other_snapshots(tmp_path: Path) -> None:
    path = str(tmp_path)
    assert elements(Dataset.range(3).snapshot(path)) == [0, 1, 2]
    assert elements(Dataset.range(4).snapshot(path)) == [0, 1, 2, 3]
    assert elements(Dataset.range(3).snapshot(path)) == [0, 1, 2]


@pytest.mark.parametrize("epoch", [0, 1])
@pytest.mark.parametrize("place", [0, 2, 6])
def test_iterators_of_snapshots_and_folders_are_saved(
    tmp_path: Path, epoch: int, place: int
) -> None:
    """While the snapshot is written, and while it is read."""
    path = str(tmp_path / "saved")
    Dataset.range(7).save(path, shard_func=lambda x: x % 2)
    for dataset in (
        Dataset.range(7).snapshot(str(tmp_path / "kept")),
        Dataset.load(path),
    ):
        for _ in range(epoch):
            assert sorted(elements(dataset)) == list(range(7))
        expected = elements(dataset) if epoch else list(range(7))
        iterator = iter(dataset)
        for _ in range(place):
            next(iterator)
        state = iterator._serialize_to_tensors()
        again = iter(dataset)
        again._restore_from_tensors(state)
        found = [int(x) for x in again]
        assert found == expected[place:] or sorted(found) == sorted(expected[place:])
