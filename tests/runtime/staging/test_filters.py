"""`filter` over tensors: how many items are kept is known when the graph runs."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.flattening import DifferentTypesError


@pytest.mark.parametrize("values", [[3, 0, -1, 2], [], [0], [5, 5]])
def test_items_that_pass(values: list[int]) -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def kept(v):
        positive = filter(lambda x: x > 0, v)
        return tf.stack(positive), tf.stack(filter(None, v))

    positive, true = kept(tf.constant(values, tf.int32))
    assert positive.numpy().tolist() == [x for x in values if x > 0]
    assert true.numpy().tolist() == [x for x in values if x]


def test_a_python_truth_decides_while_tracing() -> None:
    @tf.function
    def all_or_none(v):
        return len(filter(lambda x: True, v)), len(filter(lambda x: False, v))

    assert [int(each) for each in all_or_none(tf.constant([1, 2, 3]))] == [3, 0]


def test_items_that_are_no_tensors_are_refused() -> None:
    @tf.function
    def of_pairs(v):
        pairs = filter(lambda pair: pair[0] > 0, zip(v, map(str, v)))
        return list(pairs)

    with pytest.raises((DifferentTypesError, TypeError)):
        of_pairs(tf.constant([1, 2]))
