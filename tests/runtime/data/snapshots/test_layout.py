"""Folders of saved elements: shards, files, and the metadata that comes last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.wire import messages
from runtime.data.snapshots.layout import (
    METADATA,
    FolderWriter,
    files_of,
    read_metadata,
    shards_of,
)


def writer(folder: Path) -> FolderWriter:
    return FolderWriter(str(folder), [dtypes.int64], "", "12")


def test_a_finished_run_has_its_shards_in_order(tmp_path: Path) -> None:
    made = writer(tmp_path)
    for number, shard in enumerate([1, 0, 1]):
        made.write((np.int64(number),), shard)
    assert read_metadata(str(tmp_path)) is None
    made.finish()
    found: Any = read_metadata(str(tmp_path))
    assert (found.num_elements, found.graph_hash, found.finalized) == (3, "12", True)
    assert list(found.dtype) == [dtypes.int64.number]
    shards = shards_of(str(tmp_path), found.run_id)
    assert [Path(each).name for each in shards] == ["00000000.shard", "00000001.shard"]
    assert [Path(each).name for each in files_of(shards[0])] == ["00000000.snapshot"]
    assert files_of(__file__) == [__file__]


def test_a_run_that_is_given_up_leaves_no_file(tmp_path: Path) -> None:
    made = writer(tmp_path)
    made.write((np.int64(1),))
    made.give_up()
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []
    assert shards_of(str(tmp_path), "absent") == []


def test_incomplete_and_damaged_metadata(tmp_path: Path) -> None:
    assert read_metadata(str(tmp_path)) is None
    path = tmp_path / METADATA
    kind = messages.get("SnapshotMetadataRecord")
    path.write_bytes(kind(run_id="1").SerializeToString())
    assert read_metadata(str(tmp_path)) is None
    path.write_bytes(kind(run_id="../x", finalized=True).SerializeToString())
    with pytest.raises(tf.errors.DataLossError, match="it names no run"):
        read_metadata(str(tmp_path))
    path.write_bytes(b"\xff\xff")
    with pytest.raises(tf.errors.DataLossError, match="is damaged"):
        read_metadata(str(tmp_path))
