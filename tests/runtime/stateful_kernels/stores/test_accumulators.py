"""Sums and means of gradients, taken when enough have come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import UNKNOWN, Shape
from runtime.stateful_kernels.stores.accumulators import AccumulatorStorage

RAW = tf.raw_ops


def storage(
    dtype: Any = dtypes.float32, shape: Any = UNKNOWN, mean: bool = True
) -> Any:
    return AccumulatorStorage(dtype, shape, mean)


@pytest.mark.parametrize(
    ("dtype", "mean", "gradients", "expected"),
    [
        ("float32", True, [[1, 2], [3, 6]], [2, 4]),
        ("float32", False, [[1, 2], [3, 6]], [4, 8]),
        ("int32", True, [[-3], [-4]], [-3]),
        ("float64", True, [2.5], 2.5),
    ],
)
def test_the_mean_or_sum_in_the_dtype_of_the_gradients(
    dtype: str, mean: bool, gradients: Any, expected: Any
) -> None:
    """Means of integers are rounded towards zero."""
    made = storage(dtypes.as_dtype(dtype), mean=mean)
    for each in gradients:
        made.apply(0, np.asarray(each, dtype))
    found = made.take(len(gradients))
    assert (found.dtype, found.tolist()) == (np.dtype(dtype), expected)


def test_each_take_begins_a_step_and_late_gradients_are_dropped() -> None:
    made = storage()
    made.apply(0, np.float32(1))
    assert (float(made.take(1)), made.step, made.count) == (1.0, 1, 0)
    made.apply(0, np.float32(5))
    assert made.count == 0
    made.apply(1, np.float32(7))
    assert float(made.take(1)) == 7.0
    made.set_step(10)
    made.apply(9, np.float32(1))
    assert made.count == 0


def test_gradients_have_the_shape_of_the_first() -> None:
    made = storage()
    made.apply(0, np.zeros(2, np.float32))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"expected \[2\], got \[3"
    ):
        made.apply(0, np.zeros(3, np.float32))
    fixed = storage(shape=Shape([None, 1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[\?,1\], got \[2\]"):
        fixed.apply(0, np.zeros(2, np.float32))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="must be positive, but wa"
    ):
        made.take(0)


def test_ops() -> None:
    handle = RAW.ResourceConditionalAccumulator(
        dtype=tf.float32, shape=[], reduction_type="SUM"
    )
    for value in (1.0, 2.0):
        RAW.ResourceAccumulatorApplyGradient(
            handle=handle, local_step=0, gradient=value
        )
    assert int(RAW.ResourceAccumulatorNumAccumulated(handle=handle)) == 2
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="gradients of float32, no"
    ):
        RAW.ResourceAccumulatorTakeGradient(
            handle=handle, num_required=1, dtype=tf.float64
        )
    found = RAW.ResourceAccumulatorTakeGradient(
        handle=handle, num_required=2, dtype=tf.float32
    )
    assert float(found) == 3.0
    RAW.ResourceAccumulatorSetGlobalStep(handle=handle, new_global_step=4)
    RAW.ResourceAccumulatorApplyGradient(handle=handle, local_step=3, gradient=1.0)
    assert int(RAW.ResourceAccumulatorNumAccumulated(handle=handle)) == 0
