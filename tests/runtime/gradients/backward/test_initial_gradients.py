"""Ones for targets, zeros for sources: constants where shapes are known."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir.shapes import Shape
from runtime.gradients.backward.initial_gradients import (
    LARGEST_CONSTANT,
    filled_like,
    ones_for,
    variable_behind,
    zeros_for,
)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_eager_ones_and_zeros(dtype: str) -> None:
    x = tf.constant([[1, 2]], dtype)
    assert ones_for(x).numpy().tolist() == [[1, 1]]
    assert zeros_for(x).numpy().tolist() == [[0, 0]]
    assert ones_for(x).dtype == x.dtype


@pytest.mark.parametrize(
    ("shape", "number", "ops"),
    [
        ([2, 3], 1, ["Const"]),
        ([2, 3], 0, ["Const"]),
        ([LARGEST_CONSTANT], 0, ["Const", "Const", "Fill"]),
        ([None], 0, ["ZerosLike"]),
        ([None], 1, ["Shape", "Const", "Fill"]),
    ],
)
def test_in_a_graph_they_are_as_small_as_can_be(shape, number: int, ops) -> None:
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, shape)
        made = filled_like(x, number)
    assert [each.type for each in graph.get_operations()] == ["Placeholder", *ops]
    assert made.dtype == tf.float32
    feeds = {"Placeholder:0": np.full([2 if s is None else s for s in shape], 7.0,
                                      np.float32)}  # fmt: skip
    (found,) = tf.run_graph(graph.as_graph_def(), feeds, [made.name])
    assert (found == number).all()


def test_zeros_of_a_handle_are_the_variables() -> None:
    variable = tf.Variable([1.0, 2.0])
    assert variable_behind(variable.handle) == (tf.float32, Shape([2]))
    assert zeros_for(variable.handle).numpy().tolist() == [0, 0]
    assert variable_behind(tf.constant(1)) is None
