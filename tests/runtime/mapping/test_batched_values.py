"""`map_fn` over extension types."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.mapping.batched_values import has_extension_type


class Point(tf.experimental.BatchableExtensionType):
    """Two coordinates."""

    x: tf.Tensor
    y: tf.Tensor


class Single(tf.experimental.ExtensionType):
    """A value that is not stacked."""

    x: tf.Tensor


POINTS = Point(tf.constant([1, 2, 3]), tf.constant([[1.0], [2.0], [3.0]]))


def test_leaves_that_are_extension_types_or_specs() -> None:
    assert has_extension_type([1, POINTS])
    assert has_extension_type([Point.Spec(tf.TensorSpec([]), tf.TensorSpec([]))])
    assert not has_extension_type([1, tf.constant(1)])


@pytest.mark.parametrize("is_traced", [False, True])
def test_rows_go_in_and_out(is_traced: bool) -> None:
    def mapped(points: Any) -> Any:
        return tf.map_fn(lambda p: Point(p.x * 2, p.y + 1.0), points)

    found = (tf.function(mapped) if is_traced else mapped)(POINTS)
    assert found.x.numpy().tolist() == [2, 4, 6]
    assert found.y.numpy().tolist() == [[2.0], [3.0], [4.0]]


def test_results_of_another_kind() -> None:
    sums = tf.map_fn(
        lambda p: tf.reduce_sum(p.y), POINTS, fn_output_signature=tf.float32
    )
    assert sums.numpy().tolist() == [1.0, 2.0, 3.0]
    spec = Point.Spec(tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int32))
    made = tf.map_fn(lambda n: Point(n, n), tf.range(3), fn_output_signature=spec)
    assert made.x.numpy().tolist() == [0, 1, 2]


def test_what_cannot_be_stacked() -> None:
    with pytest.raises(TypeError, match="map_fn can not consume"):
        tf.map_fn(lambda p: p.x, Single(tf.constant([1])), fn_output_signature=tf.int32)
