"""Questions to datasets as ops."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

RAW = tf.raw_ops
D = tf.data.Dataset
KINDS = {"output_types": [tf.int64], "output_shapes": [[]]}


def single(dataset: Any) -> Any:
    return RAW.DatasetToSingleElement(dataset=dataset._variant_tensor, **KINDS)


def test_a_single_element() -> None:
    assert int(single(D.range(4, 5))[0]) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="Dataset was empty"):
        single(D.range(0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than one element"):
        single(D.range(2))


@pytest.mark.parametrize(
    ("dataset", "size"),
    [
        (D.range(5).batch(3).prefetch(1), 3),
        (D.range(5).batch(3).repeat(2).take(1), 3),
        (D.range(5), -1),
    ],
)
def test_the_size_of_batches(dataset: Any, size: int) -> None:
    found = RAW.ComputeBatchSize(input_dataset=dataset._variant_tensor)
    assert int(found) == size
