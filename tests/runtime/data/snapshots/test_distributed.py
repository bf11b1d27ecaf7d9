"""Folders of chunks: what is complete is read, what failed is told."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from graphir.dtypes import int64
from runtime.data.snapshots.distributed import (
    ChunkWriter,
    begin_folder,
    claim_folder,
    compression_of_chunks,
    end_folder,
)
from runtime.saved_model.structures import written_structure

Dataset = tf.data.Dataset
SPEC = written_structure(tf.TensorSpec([], tf.int64)).SerializeToString()
AS_TENSORFLOW_WRITES = (
    b'element_spec: "\\212\\002\\004\\022\\000\\030\\t"\ncompression: "SNAPPY"\n'
)


def write(folder: Path, stream: int, *chunks: list[int]) -> None:
    writer = ChunkWriter(str(folder), stream, [int64], "GZIP")
    for chunk in chunks:
        for value in chunk:
            writer.write((np.int64(value),))
        writer.finish()


def begin(folder: Path) -> None:
    claim_folder(str(folder))
    begin_folder(str(folder), SPEC, "GZIP")


def test_chunks_are_read_while_others_are_written(tmp_path: Path) -> None:
    """The end is where the file says so, not where there is no other chunk."""
    begin(tmp_path)
    write(tmp_path, 0, [1, 2], [3])
    assert {each.name for each in (tmp_path / "chunks").iterdir()} == {
        "chunk_0_0_2",
        "chunk_0_1_1",
    }
    iterator = iter(Dataset.load(str(tmp_path), reader_func=lambda d: d.flat_map(same)))
    assert [int(next(iterator)) for _ in range(3)] == [1, 2, 3]
    write(tmp_path, 1, [4])
    end_folder(str(tmp_path))
    assert [int(x) for x in iterator] == [4]
    assert sorted(int(x) for x in Dataset.load(str(tmp_path))) == [1, 2, 3, 4]


def same(chunk: object) -> object:
    return chunk


def test_a_failure_is_told_to_readers(tmp_path: Path) -> None:
    begin(tmp_path)
    end_folder(str(tmp_path), "the second worker is gone")
    with pytest.raises(tf.errors.InternalError, match="second worker is gone"):
        list(Dataset.load(str(tmp_path)))


def test_a_chunk_that_is_given_up_leaves_no_file(tmp_path: Path) -> None:
    begin(tmp_path)
    writer = ChunkWriter(str(tmp_path), 0, [int64], "")
    writer.write((np.int64(1),))
    writer.give_up()
    assert not list((tmp_path / "chunks").iterdir())
    assert not list((tmp_path / "uncommitted").iterdir())


def test_metadata_says_who_writes(tmp_path: Path) -> None:
    (tmp_path / "snapshot.metadata").write_bytes(AS_TENSORFLOW_WRITES)
    assert compression_of_chunks(str(tmp_path)) == "SNAPPY"
    begin(tmp_path / "begun")
    assert compression_of_chunks(str(tmp_path / "begun")) == "GZIP"
    Dataset.range(2).save(str(tmp_path / "saved"))
    assert compression_of_chunks(str(tmp_path / "saved")) is None
    with pytest.raises(FileNotFoundError):
        compression_of_chunks(str(tmp_path / "none"))


def test_a_folder_is_waited_for(tmp_path: Path) -> None:
    folder = str(tmp_path / "later")
    with pytest.raises(tf.errors.NotFoundError):
        Dataset.load(folder)
    saving = threading.Timer(0.05, lambda: Dataset.range(3).save(folder))
    saving.start()
    assert [int(x) for x in Dataset.load(folder, wait=True)] == [0, 1, 2]
    saving.join()


def test_one_of_several_claims_a_folder(tmp_path: Path) -> None:
    folder = str(tmp_path / "saved")
    together = threading.Barrier(4)
    claimed: list[bool] = []

    def claim() -> None:
        together.wait()
        try:
            claim_folder(folder)
            claimed.append(True)
        except FileExistsError:
            claimed.append(False)

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(claimed) == [False, False, False, True]


def test_a_folder_with_elements_of_one_process_is_not_claimed(tmp_path: Path) -> None:
    Dataset.range(3).save(str(tmp_path))
    with pytest.raises(FileExistsError):
        claim_folder(str(tmp_path))


def test_a_folder_that_cannot_be_begun_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "dataset_spec.pb").mkdir()
    claim_folder(str(tmp_path))
    with pytest.raises(IsADirectoryError):
        begin_folder(str(tmp_path), SPEC, "GZIP")
    claim_folder(str(tmp_path))
