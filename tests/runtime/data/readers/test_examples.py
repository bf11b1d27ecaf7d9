"""Batches of the features of examples in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

FEATURES = {
    "x": tf.io.FixedLenFeature([], tf.int64),
    "label": tf.io.FixedLenFeature([], tf.int64, -1),
}


@pytest.fixture
def path(tmp_path: Path) -> str:
    name = str(tmp_path / "examples")
    with tf.io.TFRecordWriter(name) as writer:
        for number in range(5):
            values = tf.train.Int64List(value=[number])
            feature = {"x": tf.train.Feature(int64_list=values)}
            features = tf.train.Features(feature=feature)
            writer.write(tf.train.Example(features=features).SerializeToString())
    return name


def batches(path: str, **arguments: Any) -> list[Any]:
    made = tf.data.experimental.make_batched_features_dataset(
        path, 2, FEATURES, **{"num_epochs": 1, "shuffle": False, **arguments}
    )
    return [tf.nest.map_structure(lambda x: x.numpy().tolist(), each) for each in made]


def test_each_batch_is_parsed(path: str) -> None:
    found = batches(path)
    assert [each["x"] for each in found] == [[0, 1], [2, 3], [4]]
    assert found[0]["label"] == [-1, -1]
    assert [each["x"] for each in batches(path, drop_final_batch=True)] == [
        [0, 1],
        [2, 3],
    ]


def test_a_label_is_a_part_of_its_own(path: str) -> None:
    assert batches(path, label_key="x")[0] == ({"label": [-1, -1]}, [0, 1])
    with pytest.raises(ValueError, match=r"\('y'\) must be one of the `features` keys"):
        batches(path, label_key="y")


def test_shuffled_epochs_have_every_example(path: str) -> None:
    found = batches(path, shuffle=True, shuffle_seed=3, num_epochs=2)
    assert sorted(x for each in found for x in each["x"]) == [
        x for x in range(5) for _ in range(2)
    ]
