"""Elements stacked to batches, component by component."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import UNKNOWN, Shape
from runtime.data.stages.batches import check_rows, padded, stacked

STRING = (dtypes.string, Shape([]))


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        ([1, 2], (dtypes.int8, Shape([])), np.array([1, 2], np.int8)),
        ([np.int32(3)], (dtypes.int32, UNKNOWN), np.array([3], np.int32)),
        ([np.zeros((0, 2))] * 3, (dtypes.float64, Shape([0, 2])), np.zeros((3, 0, 2))),
        ([b"a", b""], STRING, np.array([b"a", b""], object)),
        ([np.array(b"a", object), b"b"], STRING, np.array([b"a", b"b"], object)),
    ],
)
def test_one_array_for_each_component(values: Any, kind: Any, expected: Any) -> None:
    (found,) = stacked([(each,) for each in values], [kind])
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    assert found.tolist() == expected.tolist()


def test_rows_of_different_shapes_do_not_stack() -> None:
    rows = [(np.zeros(2),), (np.zeros(3),)]
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        stacked(rows, [(dtypes.float64, Shape([None]))])
    assert "component 0. First element had shape [2] and element 1 had shape [3]" in (
        caught.value.message
    )
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"\[3\].*\[5,2\]"):
        check_rows(rows, 5)


def test_values_are_filled_up_to_the_largest_or_the_wanted_size() -> None:
    values = [np.array([[1]]), np.array([[2, 3], [4, 5]])]
    found = padded(values, dtypes.int64, (-1, 3), 7)
    assert found.tolist() == [[[1, 7, 7], [7, 7, 7]], [[2, 3, 7], [4, 5, 7]]]
    texts = [np.array(b"x", object), np.array(b"", object)]
    assert padded(texts, dtypes.string, (), b"?").tolist() == [b"x", b""]
    with pytest.raises(tf.errors.DataLossError, match="smaller size than the input"):
        padded(values, dtypes.int64, (-1, 1), 0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="rank 1 but got element"):
        padded(values, dtypes.int64, (-1,), 0)
