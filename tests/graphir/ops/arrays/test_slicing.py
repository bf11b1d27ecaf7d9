"""Strided slices by bounds that change from call to call."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.ops.arrays.slicing import SliceMasks

X = np.arange(24, dtype=np.float32).reshape(4, 6)


@pytest.mark.parametrize("masks", [(0, 0), (1, 0), (0, 2), (3, 3)])
def test_a_function_slices_by_other_bounds_in_each_call(masks: tuple[int, int]) -> None:
    begin_mask, end_mask = masks

    @tf.function(jit_compile=False)
    def sliced(begin: Any, end: Any, strides: Any) -> Any:
        return tf.strided_slice(
            tf.constant(X), begin, end, strides, begin_mask, end_mask
        )

    for first, last, step in product((0, -2, 1), (3, -1, 9), (1, 2, -1)):
        begin, end, strides = (np.array([a, a]) for a in (first, last, step))
        index = SliceMasks(begin_mask, end_mask, 0, 0, 0).index(begin, end, strides)
        assert sliced(begin, end, strides).numpy().tolist() == X[index].tolist()


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    ("begin", "strides", "message"),
    [
        ([0, 0], [1, 0], r"strides\[1\] must be non-zero"),
        ([0, 0, 0], [1, 1, 1], "Index out of range using input dim 2"),
        ([0, 0, 0], [1, 1], "1D equal size tensors"),
    ],
)
def test_wrong_bounds_are_told_each_time(
    begin: list[int], strides: list[int], message: str, times: int
) -> None:
    for _ in range(times):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            tf.strided_slice(tf.constant(X), begin, [1] * len(begin), strides)
