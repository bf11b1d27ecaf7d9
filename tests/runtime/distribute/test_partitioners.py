"""Shards of variables, compared with TensorFlow's recorded answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

partitioners = tf.distribute.experimental.partitioners
KINDS = {
    "fixed": partitioners.FixedShardsPartitioner,
    "min": partitioners.MinSizePartitioner,
    "max": partitioners.MaxSizePartitioner,
}
RECORDED = json.loads((Path(__file__).parent / "cases/partitions.json").read_text())


def test_counts_are_tensorflows() -> None:
    for kind, arguments, shape, dtype, axis, expected in RECORDED:
        found = KINDS[kind](*arguments)(tf.TensorShape(shape), tf.as_dtype(dtype), axis)
        assert found == expected, (kind, arguments, shape, dtype, axis)


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        ("min", (0,), "`min_shard_bytes` must be positive. Received: 0"),
        ("min", (2, 0), "`max_shards` must be positive. Received: 0"),
        ("max", (-1,), "`max_shard_bytes` must be positive. Received -1"),
    ],
)
def test_arguments_are_positive(
    kind: str, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        KINDS[kind](*arguments)


def test_shapes_are_known_and_have_the_axis() -> None:
    partition = partitioners.MaxSizePartitioner(3)
    with pytest.raises(ValueError, match="not fully defined"):
        partition(tf.TensorShape([None, 10]), tf.float32)
    with pytest.raises(ValueError, match="along axis 1 when shape is only"):
        partition(tf.TensorShape([10]), tf.float32, 1)
    assert partition(tf.TensorShape([0, 4]), tf.float32) == [1, 1]
