"""Gathers in batches: the batches of tensor and indices fit each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

OPEN = [tf.TensorSpec([None, None]), tf.TensorSpec([None, None], tf.int32)]


def picked(x: Any, indices: Any) -> Any:
    return tf.gather(x, indices, axis=1, batch_dims=1)


@pytest.mark.parametrize("call", [picked, tf.function(picked, input_signature=OPEN)])
@pytest.mark.parametrize(("rows", "others"), [(2, 1), (2, 3), (1, 2)])
def test_batches_of_other_sizes_are_refused(call: Any, rows: int, others: int) -> None:
    """One row of indices took what it says from the first row, and left the others."""
    x, indices = np.zeros((rows, 3), np.float32), np.zeros((others, 2), np.int32)
    message = (
        rf"params.shape\[0\]: {rows} should be equal to indices.shape\[0\]: {others}"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call(x, indices)


def test_the_axis_is_behind_the_batch() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"equal to axis \(0\)"):
        tf.raw_ops.GatherV2(
            params=np.zeros((2, 3)), indices=np.zeros((2, 2), int), axis=0, batch_dims=1
        )


@pytest.mark.parametrize(("one", "other"), [(None, 2), (2, None)])
def test_either_side_tells_the_size_of_the_batch(one: Any, other: Any) -> None:
    signature = [tf.TensorSpec([one, 4, 5]), tf.TensorSpec([other, 3], tf.int32)]
    concrete = tf.function(picked, input_signature=signature).get_concrete_function()
    assert concrete.output_shapes == [2, 3, 5]
