"""Trace types with a shape besides their components'."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def traces(*sizes: Any) -> list[Any]:
    made: list[Any] = []

    @tf.function(reduce_retracing=True)
    def traced(x: Any) -> Any:
        made.append(x.shape.as_list())
        return x.values

    for each in sizes:
        traced(tf.sparse.from_dense(tf.zeros(each)))
    return made


def test_a_trace_is_for_the_shape_and_the_next_for_any_such() -> None:
    assert traces([2, 3], [2, 3]) == [[2, 3]]
    assert traces([2, 3], [4, 3], [5, 3]) == [[2, 3], [None, 3]]


def test_a_signature_allows_the_shapes_that_it_says() -> None:
    spec = tf.SparseTensorSpec([None, 3], tf.float32)
    run = tf.function(lambda x: tf.sparse.to_dense(x), input_signature=[spec])
    assert run(tf.sparse.from_dense([[0.0, 1.0, 0.0]])).numpy().tolist() == [[0, 1, 0]]
    with pytest.raises(TypeError, match=r"(?s)SparseTensorSpec.*None, 3"):
        run(tf.sparse.from_dense([[1.0]]))
