"""The nodes that functions of tf.math make while tracing: TensorFlow's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

CASES: list[tuple[str, Callable[[Any], Any]]] = [
    ("Const:Const Sum:Sum", lambda x: tf.reduce_sum(x)),
    ("Sum/reduction_indices:Const Sum:Sum", lambda x: tf.reduce_sum(x, 0)),
    (
        "foo/reduction_indices:Const foo:Mean",
        lambda x: tf.reduce_mean(x, 0, name="foo"),
    ),
    ("Greater/y:Const Greater:Greater", lambda x: tf.greater(x, 0)),
    ("Add/y:Const Add:AddV2", lambda x: tf.add(x, 1.0)),
    ("foo/y:Const foo:AddV2", lambda x: tf.add(x, 1.0, name="foo")),
    ("Maximum/x:Const Maximum:Maximum", lambda x: tf.maximum(0.0, x)),
    ("truediv/y:Const truediv:RealDiv", lambda x: tf.divide(x, 2.0)),
    ("floordiv/y:Const floordiv:FloorDiv", lambda x: tf.math.floordiv(x, 2.0)),
    ("xdivy/Xdivy/y:Const xdivy/Xdivy:Xdivy", lambda x: tf.math.xdivy(x, 2.0)),
    ("Cast:Cast", lambda x: tf.cast(x, tf.int32)),
    ("", lambda x: tf.cast(x, tf.float32)),
    ("Cumsum/axis:Const Cumsum:Cumsum", lambda x: tf.cumsum(x)),
    ("ArgMax/dimension:Const ArgMax:ArgMax", lambda x: tf.argmax(x)),
    ("AddN:AddN", lambda x: tf.add_n([x, x])),
    ("erfinv/Erfinv:Erfinv", lambda x: tf.math.erfinv(x)),
    (
        "clip_by_value/Minimum/y:Const clip_by_value/Minimum:Minimum "
        "clip_by_value/y:Const clip_by_value:Maximum",
        lambda x: tf.clip_by_value(x, 0.0, 1.0),
    ),
    (
        "reduce_variance/Mean/reduction_indices:Const reduce_variance/Mean:Mean "
        "reduce_variance/sub:Sub reduce_variance/Square:Square "
        "reduce_variance/Mean_1/reduction_indices:Const reduce_variance/Mean_1:Mean",
        lambda x: tf.math.reduce_variance(x, 0),
    ),
]


@pytest.mark.parametrize(("expected", "function"), CASES)
def test_node_names(expected: str, function: Callable[[Any], Any]) -> None:
    traced = tf.function(function, autograph=False)
    concrete = traced.get_concrete_function(tf.TensorSpec([2, 3], tf.float32))
    nodes = [
        f"{node.name}:{node.op}"
        for node in concrete.graph.as_graph_def().node
        if node.op not in ("Placeholder", "Identity")
    ]
    assert " ".join(nodes) == expected
