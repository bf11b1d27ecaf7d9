"""Functions and graphs that the tests of the explorer show."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf
from graphir.passes.pipeline import Pipeline
from runtime.explorer.model import Explored, model_of

HOSTILE = "</script><script>alert(1)</script>\"'&\n\u2028<!--" + "x" * 10_000
"""A name that ends elements and strings, has more than one line, and is long."""


def loop(x):
    total = tf.zeros([3])
    for _ in tf.range(4):
        total = total + tf.tanh(x) * 2.0
    return total + x


def scaled(x):
    return tf.identity((x * 0.1) * 0.3)


def model_of_loop(native: Any = None) -> dict[str, Any]:
    """The loop, run on ones."""
    concrete = tf.function(loop).get_concrete_function(tf.TensorSpec([3]))
    arrays = [np.ones(3, np.float32)]
    return model_of(Explored(concrete.graph.ir.copy(), "loop", loop, arrays, native))


def model_of_inexact_rule() -> dict[str, Any]:
    """A graph in which a rule that is not exact changes the last bits of the result."""
    concrete = tf.function(scaled).get_concrete_function(tf.TensorSpec([9]))
    graph = concrete.graph.ir.copy()
    arrays = [np.linspace(0.1, 5.0, 9, dtype=np.float32)]
    pipeline = Pipeline.of("arithmetic{numerics=fast},dead_nodes")
    return model_of(Explored(graph, "scaled", scaled, arrays, pipeline=pipeline))


def hostile_model() -> dict[str, Any]:
    """A function and nodes whose names try to break out of the page."""
    concrete = tf.function(loop).get_concrete_function(tf.TensorSpec([3]))
    graph = concrete.graph.ir.copy()
    for number, node in enumerate(list(graph)):
        graph.rename_node(node, f"{number}{HOSTILE}")
    return model_of(Explored(graph, HOSTILE, loop, notes={HOSTILE: HOSTILE}))
