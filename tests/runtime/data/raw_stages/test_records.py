"""A dataset written as records by an op."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf

Dataset = tf.data.Dataset


def test_a_dataset_is_written_as_records(tmp_path: Path) -> None:
    path = str(tmp_path / "records")
    words = Dataset.from_tensor_slices(["a", "bb"])._variant_tensor
    write = tf.raw_ops.DatasetToTFRecord
    write(input_dataset=words, filename=path, compression_type="")
    found = [x.numpy() for x in tf.data.TFRecordDataset(path)]
    assert found == [b"a", b"bb"]
    numbers = Dataset.range(2)._variant_tensor
    with pytest.raises(tf.errors.InvalidArgumentError, match="only supports DT_STRING"):
        write(input_dataset=numbers, filename=path, compression_type="")
