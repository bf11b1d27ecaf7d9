"""Part of a traced graph as a function of other inputs and results."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def frozen() -> Any:
    """A graph with a condition and a loop, as a message."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.matmul(x, tf.constant([[1.0], [2.0]], name="w"), name="y")
        is_positive = tf.reduce_sum(y) > 0
        z = tf.identity(tf.cond(is_positive, lambda: y * 2, lambda: y - 1), name="z")
        loop = tf.while_loop(
            lambda i, total: i < 3, lambda i, total: (i + 1, total + z), (0, z)
        )
        tf.identity(loop[1], name="out")
    return graph.as_graph_def()


def wrapped() -> Any:
    message = frozen()
    return tf.compat.v1.wrap_function(
        lambda: tf.compat.v1.import_graph_def(message, name=""), []
    )


def test_what_was_computed_may_be_given() -> None:
    run = wrapped().prune(feeds="y:0", fetches="z:0")
    assert run(tf.constant([[5.0]])).numpy().tolist() == [[10.0]]


def test_pruned_function_keeps_variables_and_effects_that_are_fetched() -> None:
    weight = tf.Variable(2.0)

    @tf.function
    def step(x):
        weight.assign_add(x, name="change")
        return x * weight

    whole = step.get_concrete_function(tf.TensorSpec([], tf.float32))
    change = whole.graph.get_operation_by_name("change")
    only_change = whole.prune("x:0", [change])
    assert only_change(tf.constant(3.0)) == [None]
    assert weight.numpy() == 5.0


def test_wrong_names_are_told() -> None:
    message = frozen()
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="not found in graph_def: .q:0"):
            tf.import_graph_def(message, input_map={"q:0": tf.constant(1.0)})
        with pytest.raises(ValueError, match="'q:0' not found"):
            tf.import_graph_def(message, return_elements=["q:0"])
    with pytest.raises(RuntimeError, match="ops run eagerly"):
        tf.import_graph_def(message)
