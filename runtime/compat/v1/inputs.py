"""Placeholders: inputs of a graph that is made by hand."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import as_dtype
from graphir.shapes import Shape
from runtime.context import current_trace
from runtime.tensor import Tensor


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """An input of the graph in progress, to be fed when it runs.

    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
    ...     y = tf.identity(x * 2, name="y")
    >>> tf.run_graph(graph.as_graph_def(), {"x:0": [1.0, 2.0]}, ["y:0"])[0].tolist()
    [2.0, 4.0]

    Raises:
      RuntimeError: outside of a graph.
    """
    trace = current_trace()
    if trace is None:
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    return trace.placeholder(name or "Placeholder", as_dtype(dtype), Shape(shape))
