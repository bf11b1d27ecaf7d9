"""Shapes, dtypes and classes as TensorFlow 1 told elements by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

DATASETS: dict[str, tuple[Callable[[], Any], Any, Any, Any]] = {
    "numbers": (lambda: tf.data.Dataset.range(3), tf.int64, [], tf.Tensor),
    "sparse rows": (
        lambda: tf.data.Dataset.from_tensor_slices(tf.sparse.eye(3)),
        *(tf.float32, [3], tf.SparseTensor),
    ),
    "a dict": (
        lambda: tf.data.Dataset.from_tensors({"a": [1], "b": "x"}),
        *({"a": tf.int32, "b": tf.string}, {"a": [1], "b": []}),
        {"a": tf.Tensor, "b": tf.Tensor},
    ),
}


@pytest.mark.parametrize("name", DATASETS)
def test_iterators_and_functions_tell_the_same(name: str) -> None:
    make, dtypes, shapes, classes = DATASETS[name]
    data = tf.compat.v1.data
    iterator = iter(make())
    assert iterator.output_types == data.get_output_types(make()) == dtypes
    assert iterator.output_shapes == data.get_output_shapes(make()) == shapes
    assert iterator.output_classes == data.get_output_classes(make()) == classes
