"""Placeholders of TensorFlow 1 with defaults, as TensorFlow 2.21 has them."""

from __future__ import annotations

import pytest

import graphir
import runtime as tf

tf1 = tf.compat.v1


def test_a_default_may_be_fed_after_the_graph_is_optimized() -> None:
    """What may be fed is no constant."""
    with tf.Graph().as_default() as graph:
        x = tf1.placeholder_with_default([1.0, 2.0], [None], name="x")
        tf.multiply(x, 2.0, name="y")
    optimized = graphir.optimize(graph.as_graph_def(), ["y"])
    assert [each.op for each in optimized.node if each.name == "x"] == [
        "PlaceholderWithDefault"
    ]
    for message in (graph.as_graph_def(), optimized):
        assert tf.run_graph(message, {}, ["y:0"])[0].tolist() == [2, 4]
        assert tf.run_graph(message, {"x:0": [3.0]}, ["y:0"])[0].tolist() == [6]


def test_a_default_has_the_shape_and_a_gradient() -> None:
    """The nodes are TensorFlow's, and so is the refusal."""
    with tf.Graph().as_default() as graph:
        c = tf.constant(2.0)
        x = tf1.placeholder_with_default(c, [])
        (gradient,) = tf.gradients(x * x, [c])
        flag = tf1.placeholder_with_default(False, [], name="flag")
        with tf1.Session() as session:
            assert session.run([gradient, flag]) == [4, False]
        names = [each.name for each in graph.get_operations()]
        assert names[-2:] == ["flag/input", "flag"]
        with pytest.raises(ValueError, match="incompatible"):
            tf1.placeholder_with_default([1.0, 2.0], [3])
    assert tf1.placeholder_with_default([1.0], [None]).numpy().tolist() == [1]
