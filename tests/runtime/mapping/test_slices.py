"""Slices along the first axis, of which maps, scans and folds are made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.mapping.slices import (
    arrays_of,
    converted,
    length_of,
    read_slices,
    slice_at,
    stacked,
    tensor_or_composite,
    typed,
)


def test_a_length_is_a_number_where_it_is_known() -> None:
    elems = converted({"a": np.array([1, 2, 3]), "b": np.zeros([3, 0])})
    assert length_of(elems, "map_fn") == 3
    lengths: list[Any] = []

    @tf.function(input_signature=[tf.TensorSpec([None, 2]), tf.TensorSpec([4])])
    def both(x: Any, y: Any) -> Any:
        lengths.append(length_of((x, y), "scan"))
        return length_of(x, "scan")

    assert both(tf.ones([5, 2]), tf.ones([4])).numpy() == 5
    assert lengths == [4]


@pytest.mark.parametrize(
    ("elems", "text"),
    [
        ((), "foldl: `elems` must hold at least one tensor"),
        ((tf.constant([1]), tf.constant(1)), r"must be 1\+ dimensional Tensors"),
        ((tf.zeros([2]), tf.zeros([3])), r"have different lengths: \[2, 3\]"),
    ],
)
def test_elements_without_a_common_length_are_refused(elems: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        length_of(elems, "foldl")


def test_slices_are_taken_and_stacked_again() -> None:
    elems = converted({"a": np.array([1, 2]), "b": np.array([[1.0], [2.0]])})
    rows = [slice_at(elems, index) for index in range(2)]
    assert rows[1]["b"].numpy().tolist() == [2.0]
    found = stacked(rows)
    assert found["a"].numpy().tolist() == [1, 2]
    assert found["b"].shape == [2, 1]


def test_arrays_keep_the_slices_of_each_tensor() -> None:
    flat = [tf.constant([1, 2]), tf.constant([[1.0, 2.0], [3.0, 4.0]])]
    arrays = arrays_of(flat, [[], [2]], 2)
    number, row = read_slices((0, 0), arrays, 1)
    assert (number.numpy(), row.numpy().tolist()) == (2, [3.0, 4.0])


def test_results_have_the_declared_dtypes() -> None:
    found = typed((1, [tf.constant(2.0)]), [tf.float64, tf.float32])
    assert (found[0].dtype, found[1][0].dtype) == (tf.float64, tf.float32)
    with pytest.raises(ValueError, match="gave 1 results, but 2 were declared"):
        typed(1, [tf.int32, tf.int32])
    with pytest.raises(tf.errors.InvalidArgumentError, match="float32 but Op is tryi"):
        typed(tf.constant(1), [tf.float32])


def test_composites_stay_as_they_are() -> None:
    rows = tf.ragged.constant([[1], []])
    assert tensor_or_composite(rows) is rows
    assert tensor_or_composite(np.array([1])).numpy().tolist() == [1]
