"""A small graph with source lines, and its results."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphir
import runtime as tf

TEXT = """
    graph @net(%x: f32[4,3]) -> (%y) {
      %w = Const() {value = [[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]] : f32[3,2]}
      %p = MatMul(%x, %w) : f32[4,2] at net.py:3:4
      %y = Relu(%p) : f32[4,2] at net.py:4:4
    }"""


X = np.random.default_rng(1).standard_normal((4, 3)).astype(np.float32)


def net_of_two_layers() -> graphir.Graph:
    return graphir.parse_graph(TEXT)


def run(graph: graphir.Graph, array: Any = X) -> Any:
    names = [f"{value.node.name}:{value.index}" for value in graph.outputs]
    return tf.run_graph(graph, {"x": array}, names)
