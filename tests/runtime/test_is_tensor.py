"""What counts as a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


class Convertible:
    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
        return tf.constant(1)


@pytest.mark.parametrize(
    "value",
    [
        tf.constant(1),
        tf.Variable(1),
        tf.ragged.constant([[1], []]),
        tf.sparse.from_dense([1]),
        tf.IndexedSlices([1.0], [0]),
    ],
)
def test_tensors_in_every_form_are_tensors(value: Any) -> None:
    assert tf.is_tensor(value)
    assert not tf.is_symbolic_tensor(value)


@pytest.mark.parametrize(
    "value",
    [
        Convertible(),
        Convertible,
        np.ones(2),
        np.float32(1),
        1,
        "a",
        None,
        [tf.constant(1)],
        tf.TensorSpec([]),
        tf.TensorShape([1]),
        tf.TensorArray(tf.int32, 1),
        tf.Tensor,
        tf.Variable,
    ],
)
def test_other_values_are_none(value: Any) -> None:
    assert not tf.is_tensor(value)


def test_objects_that_can_be_converted_still_are() -> None:
    assert int(tf.convert_to_tensor(Convertible())) == 1
    assert int(tf.add(Convertible(), 1)) == 2


def test_traced_values_are_tensors() -> None:
    seen: list[bool] = []

    @tf.function
    def look(x: Any, rows: Any) -> Any:
        seen.extend([tf.is_tensor(x), tf.is_tensor(rows), tf.is_tensor(5)])
        return x

    look(tf.constant(1), tf.ragged.constant([[1]]))
    assert seen == [True, True, False]
