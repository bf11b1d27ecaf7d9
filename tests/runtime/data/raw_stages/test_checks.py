"""Samples of a dataset: the elements are recorded from TensorFlow."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


SCALARS = {"output_types": [tf.int64], "output_shapes": [[]]}


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
    ("rate", "seeds", "expected"),
    [
        (0.5, (1, 2), [0, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 17]),
        (0.7, (5, 0), [0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 14, 17, 18, 19]),
        (1.0, (3, 3), list(range(20))),
    ],
)
def test_samples_have_the_elements_of_tensorflow(
    rate: float, seeds: tuple[int, int], expected: list[int]
) -> None:
    made = tf.raw_ops.SamplingDataset(
        input_dataset=Dataset.range(20)._variant_tensor,
        rate=rate,
        seed=seeds[0],
        seed2=seeds[1],
        **SCALARS,
    )
    assert elements(made) == expected
