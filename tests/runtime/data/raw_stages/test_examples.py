"""Examples are parsed in batches by a stage."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


def example(number: int) -> bytes:
    words, numbers = [b"x"] * (number % 3), list(range(number))
    lists = {
        "b": {"int64_list": tf.train.Int64List(value=[number])},
        "a": {"float_list": tf.train.FloatList(value=[number, number + 0.5])},
        "s": {"bytes_list": tf.train.BytesList(value=words)},
        "r": {"int64_list": tf.train.Int64List(value=numbers)},
    }
    features = {name: tf.train.Feature(**each) for name, each in lists.items()}
    message = tf.train.Example(features=tf.train.Features(feature=features))
    return bytes(message.SerializeToString())


@pytest.mark.parametrize("op", ["ParseExampleDataset", "ParseExampleDatasetV2"])
def test_examples_are_parsed_in_batches(op: str) -> None:
    serialized = Dataset.from_tensor_slices([example(number) for number in range(5)])
    kinds: dict[str, Any] = {
        "output_types": [tf.float32, tf.int64, tf.variant, tf.variant],
        "output_shapes": [[None, 2], [None], [], [3]],
    }
    variant = getattr(tf.raw_ops, op)(
        input_dataset=serialized.batch(2)._variant_tensor,
        num_parallel_calls=1,
        dense_defaults=[tf.constant([], tf.int64), tf.constant([], tf.float32)],
        sparse_keys=["s"],
        dense_keys=["b", "a"],
        sparse_types=[tf.string],
        dense_shapes=[[], [2]],
        ragged_keys=["r"],
        ragged_value_types=[tf.int64],
        ragged_split_types=[tf.int64],
        **kinds,
    )
    iterator = tf.raw_ops.AnonymousIteratorV3(**kinds)
    tf.raw_ops.MakeIterator(dataset=variant, iterator=iterator)
    found = []
    for _ in range(3):
        a, b, r, s = tf.raw_ops.IteratorGetNext(iterator=iterator, **kinds)
        splits, flat = tf.raw_ops.RaggedTensorFromVariant(
            encoded_ragged=r,
            input_ragged_rank=-1,
            output_ragged_rank=1,
            Tvalues=tf.int64,
            Tsplits=tf.int64,
        )
        places, words, shape = tf.raw_ops.DeserializeSparse(
            serialized_sparse=s, dtype=tf.string
        )
        parts = (a, b, splits[0], flat, places, words, shape)
        found.append([each.numpy().tolist() for each in parts])
    x = b"x"
    assert found == [
        [[[0, 0.5], [1, 1.5]], [0, 1], [0, 0, 1], [0], [[1, 0]], [x], [2, 1]],
        [
            [[2, 2.5], [3, 3.5]],
            [2, 3],
            [0, 2, 5],
            [0, 1, 0, 1, 2],
            [[0, 0], [0, 1]],
            [x, x],
            [2, 2],
        ],
        [[[4, 4.5]], [4], [0, 4], [0, 1, 2, 3], [[0, 0]], [x], [1, 1]],
    ]
    with pytest.raises(tf.errors.OutOfRangeError):
        tf.raw_ops.IteratorGetNext(iterator=iterator, **kinds)
