"""Features put together of the tensors of several keys."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

io = tf.io
R = io.RaggedFeature


def example(**values: list[int]) -> bytes:
    features = {
        name: tf.train.Feature(int64_list=tf.train.Int64List(value=each))
        for name, each in values.items()
    }
    made = tf.train.Example(features=tf.train.Features(feature=features))
    return made.SerializeToString()


PARTITIONS: dict[str, tuple[Any, list[int]]] = {
    "lengths": (R.RowLengths("p"), [2, 0, 1]),
    "splits": (R.RowSplits("p"), [0, 2, 2, 3]),
    "starts": (R.RowStarts("p"), [0, 2, 2]),
    "limits": (R.RowLimits("p"), [2, 2, 3]),
    "row numbers": (R.ValueRowIds("p"), [0, 0, 2]),
}


@pytest.mark.parametrize("name", PARTITIONS)
def test_values_in_rows_by_any_description(name: str) -> None:
    partition, numbers = PARTITIONS[name]
    feature = {"r": R(tf.int64, "v", [partition])}
    one = example(v=[1, 2, 3], p=numbers)
    assert io.parse_single_example(one, feature)["r"].to_list() == [[1, 2], [], [3]]
    batch = io.parse_example([one, one], feature)["r"]
    assert batch.to_list() == [[[1, 2], [], [3]]] * 2


def test_rows_of_one_length() -> None:
    feature = {"r": R(tf.int64, "v", [R.UniformRowLength(2)])}
    one = example(v=[1, 2, 3, 4])
    found = io.parse_single_example(one, feature)["r"]
    assert found.numpy().tolist() == [[1, 2], [3, 4]]
    assert io.parse_example([one], feature)["r"].to_list() == [[[1, 2], [3, 4]]]


def test_places_of_sparse_values() -> None:
    feature = {"s": io.SparseFeature(["i", "j"], "v", tf.int64, [2, 3])}
    one = example(i=[1, 0], j=[2, 0], v=[5, 6])
    found = io.parse_single_example(one, feature)["s"]
    assert tf.sparse.to_dense(found).numpy().tolist() == [[6, 0, 0], [0, 0, 5]]
    batch = io.parse_example([one, example()], feature)["s"]
    assert batch.dense_shape.numpy().tolist() == [2, 2, 3]
    wrong = {"s": io.SparseFeature(["i", "j"], "v", tf.int64, [2])}
    with pytest.raises(ValueError, match="2 features of indices, but 1 sizes"):
        io.parse_example([one], wrong)
