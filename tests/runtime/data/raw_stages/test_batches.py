"""Sliding windows, and batches split for replicas, as TensorFlow has them."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


VECTORS = {"output_types": [tf.int64], "output_shapes": [[None]]}


def elements(variant: Any, *shape: Any) -> list[Any]:
    spec = tf.TensorSpec(shape, tf.int64)
    made = tf.data.experimental.from_variant(variant, spec)
    found = [x.numpy().tolist() for x in made]
    iterator = iter(made)
    for _ in found[:2]:
        next(iterator)
    again = iter(made)
    again._restore_from_tensors(iterator._serialize_to_tensors())
    assert [x.numpy().tolist() for x in again] == found[2:]
    return found


@pytest.mark.parametrize(
    ("size", "shift", "stride", "drops", "count", "expected"),
    [
        (3, 1, 1, True, 7, [[i, i + 1, i + 2] for i in range(5)]),
        (2, 3, 2, True, 2, [[0, 2], [3, 5]]),
        (2, 2, 2, False, 4, [[0, 2], [2, 4], [4, 6], [6]]),
        (9, 2, 1, True, 3, []),
        (3, 2, 1, False, 4, [[0, 1, 2], [2, 3, 4], [4, 5, 6], [6]]),
        (2, 5, 1, True, 1, [[0, 1], [5, 6]]),
    ],
)
def test_sliding_windows(
    size: int, shift: int, stride: int, drops: bool, count: int, expected: list[Any]
) -> None:
    made = tf.raw_ops.SlidingWindowDataset(
        input_dataset=Dataset.range(7)._variant_tensor,
        window_size=size,
        window_shift=shift,
        window_stride=stride,
        drop_remainder=drops,
        **VECTORS,
    )
    assert int(tf.raw_ops.DatasetCardinality(input_dataset=made)) == count
    assert elements(made, None) == expected


@pytest.mark.parametrize("name", ["window_size", "window_shift", "window_stride"])
def test_sliding_windows_refuse_zero(name: str) -> None:
    given = {"window_size": 2, "window_shift": 1, "window_stride": 1, name: 0}
    source = Dataset.range(7)._variant_tensor
    with pytest.raises(tf.errors.InvalidArgumentError, match="greater than zero"):
        tf.raw_ops.SlidingWindowDataset(input_dataset=source, **given, **VECTORS)


@pytest.mark.parametrize(
    ("count", "replicas", "expected"),
    [
        (8, 2, [[0, 1], [2, 3], [4, 5], [6, 7]]),
        (8, 3, [[0, 1], [2, 3], [], [4, 5], [6, 7], []]),
        (7, 2, [[0, 1], [2, 3], [4, 5], [6]]),
    ],
)
def test_batches_are_split_for_replicas(
    count: int, replicas: int, expected: list[Any]
) -> None:
    source = Dataset.range(count).batch(4)._variant_tensor
    make = tf.raw_ops.RebatchDataset
    made = make(input_dataset=source, num_replicas=replicas, **VECTORS)
    assert elements(made, None) == expected
