"""Specs of rows and of what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.mapping.row_specs import spec_of_result, spec_of_row

RAGGED = tf.RaggedTensor.from_row_splits(tf.zeros([3, 2]), [0, 1, 3])
NESTED = tf.ragged.constant([[[1], [2, 3]], [[4]]], row_splits_dtype=tf.int32)


class Pair(tf.experimental.BatchableExtensionType):
    """A tensor."""

    x: tf.Tensor


@pytest.mark.parametrize(
    ("value", "row"),
    [
        (tf.zeros([2, 3]), tf.TensorSpec([3])),
        (RAGGED, tf.TensorSpec([None, 2])),
        (NESTED, tf.RaggedTensorSpec([None, None], tf.int32, 1, tf.int32)),
        (tf.sparse.eye(2, 3), tf.SparseTensorSpec([3], tf.float32)),
        (Pair(tf.zeros([2, 3])), Pair.Spec(tf.TensorSpec([3]))),
    ],
)
def test_rows_are_along_the_first_axis(value: Any, row: Any) -> None:
    assert spec_of_row(value) == row


@pytest.mark.parametrize(
    ("result", "spec"),
    [
        (tf.zeros([2, 3]), tf.float32),
        (NESTED, tf.RaggedTensorSpec(None, tf.int32, 2, tf.int32)),
        (tf.sparse.eye(2, 3), tf.SparseTensorSpec(None, tf.float32)),
        (Pair(tf.zeros([3])), Pair.Spec(tf.TensorSpec([3]))),
    ],
)
def test_specs_of_results_leave_shapes_open(result: Any, spec: Any) -> None:
    assert spec_of_result(result) == spec
