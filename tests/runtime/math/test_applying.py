"""Ops with one result, applied to anything that is converted."""

from __future__ import annotations

from typing import Any

import runtime as tf
from runtime.math.applying import applied


def names(**arguments: Any) -> list[str]:
    run = tf.function(lambda x: applied("Add", x, 1, **arguments))
    graph = run.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
    return [node.name for node in graph.as_graph_def().node if node.op == "Add"]


def test_arguments_are_converted() -> None:
    assert applied("AddV2", [1, 2], 3).numpy().tolist() == [4, 5]
    found = applied("ArgMax", [1, 5, 2], 0, attrs={"output_type": tf.int32})
    assert (int(found), found.dtype) == (1, tf.int32)


def test_a_node_has_the_given_name_or_the_default() -> None:
    assert names() == ["Add"]
    assert names(default="plus") == ["plus"]
    assert names(name="mine", default="plus") == ["mine"]
