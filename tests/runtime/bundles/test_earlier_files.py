"""Checkpoints of version 1: tensors by slices, and damaged files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.bundles.bundle_writer import SavedTensor
from runtime.bundles.earlier_files import EarlierReader, earlier_files, write_earlier

KINDS = ["float32", "float64", "int32", "int64", "bool", "complex64", "uint8"]


def written(path: Path, *tensors: SavedTensor) -> EarlierReader:
    write_earlier(str(path), tensors)
    return EarlierReader(str(path))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_tensors_come_back(tmp_path: Path, name: str, shape: Any) -> None:
    dtype = dtypes.as_dtype(name)
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype.numpy_dtype)
    reader = written(tmp_path / "model", SavedTensor("v", dtype, array))
    assert (list(reader), reader.shape("v"), reader.dtype("v")) == (["v"], shape, dtype)
    found = reader.read("v")
    assert found.dtype == array.dtype
    np.testing.assert_array_equal(found, array)


def test_slices_of_one_tensor_are_put_together(tmp_path: Path) -> None:
    whole = np.arange(12, dtype=np.float32).reshape(4, 3)
    parts = [
        SavedTensor("v", dtypes.float32, whole[:1], (4, 3), ((0, 1), (0, -1))),
        SavedTensor("v", dtypes.float32, whole[1:], (4, 3), ((1, 3), (0, -1))),
    ]
    np.testing.assert_array_equal(written(tmp_path / "a", *parts).read("v"), whole)
    with pytest.raises(tf.errors.DataLossError, match="slices of 'v' are not all of"):
        written(tmp_path / "b", parts[0]).read("v")
    halves = [
        SavedTensor("v", dtypes.float32, whole[:2], (4, 3), ((start, 2), (0, -1)))
        for start in (0, 1)
    ]
    with pytest.raises(tf.errors.DataLossError, match="'v' have elements in common"):
        written(tmp_path / "c", *halves).read("v")


def test_what_is_not_there(tmp_path: Path) -> None:
    assert earlier_files(str(tmp_path / "none")) == []
    with pytest.raises(tf.errors.NotFoundError, match="Failed to find any matching"):
        EarlierReader(str(tmp_path / "none"))
    reader = written(tmp_path / "m", SavedTensor("v", dtypes.int32, np.int32(1)))
    assert "v" in reader
    assert "w" not in reader
    with pytest.raises(tf.errors.NotFoundError, match="Key w not found in checkpoint"):
        reader.read("w")


def test_shards_are_found_by_their_common_prefix(tmp_path: Path) -> None:
    for number, key in enumerate("ab"):
        tensor = SavedTensor(key, dtypes.int32, np.int32(number))
        write_earlier(str(tmp_path / f"m-0000{number}-of-00002"), [tensor])
    reader = EarlierReader(str(tmp_path / "m"))
    assert {key: int(reader.read(key)) for key in reader} == {"a": 0, "b": 1}


def test_resources_have_no_place(tmp_path: Path) -> None:
    tensor = SavedTensor("r", dtypes.resource, np.empty((), object))
    with pytest.raises(tf.errors.UnimplementedError, match="dtype resource has no pla"):
        write_earlier(str(tmp_path / "m"), [tensor])
    assert list(tmp_path.iterdir()) == []
