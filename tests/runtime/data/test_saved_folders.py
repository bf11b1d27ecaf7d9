"""Folders that `save` and `snapshot` write: TensorFlow's format, read both ways."""

from __future__ import annotations

import base64
import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset
RECORDED = json.loads((Path(__file__).parent / "saved_folders.json").read_text())


@pytest.fixture(scope="module")
def written_by_tensorflow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tensorflow")
    for name, content in RECORDED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(base64.b64decode(content))
    return folder


def elements(dataset: Any) -> list[Any]:
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


ONE = [{"a": 1, "b": b"x"}, {"a": 2, "b": b"y"}, {"a": 3, "b": b"z"}]
SNAPPY = [(b"x" * 40, 7)] * 6
FOLDERS = {
    "none": (None, ONE),
    "gzip": ("GZIP", ONE),
    "snappy": ("SNAPPY", SNAPPY),
    "again": (None, [0, 1, 2, 3, 4]),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_folders_of_tensorflow_are_read(written_by_tensorflow: Path, name: str) -> None:
    """Uncompressed and compressed; of several runs the last one."""
    compression, expected = FOLDERS[name]
    path = str(written_by_tensorflow / name)
    found = Dataset.load(path, compression=compression)
    assert list(found.as_numpy_iterator()) == expected
    assert int(found.cardinality()) == len(expected)
    assert repr(found).startswith("<_LoadDataset element_spec=")


def test_shards_of_tensorflow_are_read(written_by_tensorflow: Path) -> None:
    """By a function too, which is given the dataset of shards."""
    path = str(written_by_tensorflow / "shard")
    assert sorted(elements(Dataset.load(path))) == list(range(7))
    one_by_one = Dataset.load(path, reader_func=lambda d: d.flat_map(lambda x: x))
    assert elements(one_by_one) == [0, 2, 4, 6, 1, 3, 5]


def test_a_wrong_compression_or_spec_is_said(written_by_tensorflow: Path) -> None:
    gzip = str(written_by_tensorflow / "gzip")
    with pytest.raises(tf.errors.DataLossError, match="corrupted record at 0"):
        elements(Dataset.load(gzip))
    with pytest.raises(tf.errors.DataLossError):
        elements(Dataset.load(str(written_by_tensorflow / "none"), compression="GZIP"))
    other = tf.TensorSpec([], tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="mismatch"):
        Dataset.load(str(written_by_tensorflow / "shard"), element_spec=other)
    with pytest.raises(tf.errors.NotFoundError, match="element_spec file not found"):
        Dataset.load(str(written_by_tensorflow / "nothing"))


@pytest.mark.parametrize("compression", [None, "GZIP", "SNAPPY"])
def test_what_is_saved_is_loaded(tmp_path: Path, compression: Any) -> None:
    """Records larger than a block of Snappy, too."""
    rows = np.arange(3 * 50_000, dtype=np.float32).reshape(3, 50_000)
    given = Dataset.from_tensor_slices({"row": rows, "name": ["a", "", "ccc"]})
    path = str(tmp_path / "saved")
    given.save(path, compression=compression, shard_func=lambda x: np.int64(5))
    assert [each.name for each in Path(path).glob("*/*.shard")] == ["00000005.shard"]
    found = Dataset.load(path, compression=compression)
    assert found.element_spec == given.element_spec
    for one, two in zip(found, given, strict=True):
        assert one["name"] == two["name"]
        np.testing.assert_array_equal(one["row"], two["row"])


def test_files_have_the_bytes_of_tensorflow(tmp_path: Path) -> None:
    """A record for each number, in two shards; the spec of the elements."""
    path = tmp_path / "saved"
    Dataset.range(7).save(str(path), shard_func=lambda x: x % 2)
    for name, content in RECORDED.items():
        folder, _, rest = name.partition("/")
        if folder != "shard" or rest == "snapshot.metadata":
            continue
        pattern = rest if rest.endswith(".pb") else "*/" + rest.partition("/")[2]
        (found,) = path.glob(pattern)
        assert found.read_bytes() == base64.b64decode(content)


@pytest.mark.parametrize("shard_func", [lambda x: "a", lambda x: tf.constant(0)])
def test_a_shard_is_a_scalar_int64(tmp_path: Path, shard_func: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="scalar int64"):
        Dataset.range(5).save(str(tmp_path / "saved"), shard_func=shard_func)


def test_a_save_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = str(tmp_path / "saved")
    Dataset.range(3).save(path)
    failing = Dataset.range(3).map(lambda x: 6 // (x - 2))
    with pytest.raises(tf.errors.InvalidArgumentError):
        failing.save(path)
    assert elements(Dataset.load(path)) == [0, 1, 2]
    assert not list(tmp_path.rglob("*.partial"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("dataset_spec.pb", b"\x8a\x02\x04\x12\x00\x18\x32"),
        ("dataset_spec.pb", b"\xff"),
        ("snapshot.metadata", b"\x12\x03../\xc0\x3e\x01"),
        ("snapshot.metadata", b"\xff"),
    ],
    ids=["dtype", "spec", "run", "metadata"],
)
def test_a_damaged_folder_is_data_loss(
    tmp_path: Path, name: str, content: bytes
) -> None:
    """No dtype has the number 50; a run is a number, not a path."""
    Dataset.range(3).save(str(tmp_path))
    (tmp_path / name).write_bytes(content)
    with pytest.raises(tf.errors.DataLossError, match=f"{name} is damaged"):
        Dataset.load(str(tmp_path))


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


KILLED = """
import os, signal, sys
import runtime as tf

def write(x):
    if int(x) == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return x

numbers = tf.data.Dataset.range(9).map(lambda x: tf.py_function(write, [x], tf.int64))
numbers = numbers.map(lambda x: tf.ensure_shape(x, []))
how, path = sys.argv[1:]
if how == "save":
    numbers.save(path)
elif how == "snapshot":
    list(numbers.snapshot(path))
else:
    list(numbers.cache(os.path.join(path, "kept")))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("how", ["save", "snapshot", "cache"])
def test_a_write_that_is_killed_is_found_incomplete(tmp_path: Path, how: str) -> None:
    """And made anew."""
    command = [sys.executable, "-c", KILLED, how, str(tmp_path)]
    done = subprocess.run(command, timeout=300, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert any(tmp_path.rglob("*")), "nothing was begun"
    if how == "save":
        with pytest.raises(tf.errors.NotFoundError, match="incomplete"):
            Dataset.load(str(tmp_path))
        Dataset.range(3).save(str(tmp_path))
        assert elements(Dataset.load(str(tmp_path))) == [0, 1, 2]
        return
    source, calls = counted()
    name = str(tmp_path) if how == "snapshot" else os.path.join(tmp_path, "kept")
    kept = source.snapshot(name) if how == "snapshot" else source.cache(name)
    assert elements(kept) == elements(kept) == list(range(7))
    assert calls == list(range(7))


# --- chunks that several processes write


def test_chunks_are_listed_and_read(
    written_by_tensorflow: Path, tmp_path: Path
) -> None:
    """Each is a file of elements; a file says that all are there."""
    (tmp_path / "chunks").mkdir()
    for place, name in enumerate(k for k in RECORDED if k.startswith("shard/1")):
        content = base64.b64decode(RECORDED[name])
        (tmp_path / "chunks" / f"chunk_{place}").write_bytes(content)
    (tmp_path / "DONE").touch()
    kinds = {"output_types": [tf.string], "output_shapes": [[]]}
    listed = tf.raw_ops.ListSnapshotChunksDataset(snapshot_path=str(tmp_path), **kinds)
    names = tf.data.experimental.from_variant(listed, tf.TensorSpec([], tf.string))
    spec = tf.TensorSpec([], tf.int64)

    def read(name: Any) -> Any:
        chunk = tf.raw_ops.SnapshotChunkDataset(
            chunk_file=name, output_types=[tf.int64], output_shapes=[[]]
        )
        return tf.data.experimental.from_variant(chunk, spec)

    assert sorted(elements(names.flat_map(read))) == list(range(7))
    (tmp_path / "ERROR").touch()
    with pytest.raises(tf.errors.InternalError, match="failed"):
        list(names)
