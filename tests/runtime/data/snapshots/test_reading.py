"""Folders of saved elements are read: TensorFlow's, whole, by shards and in chunks."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset


RECORDED = json.loads((Path(__file__).parents[1] / "saved_folders.json").read_text())


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
