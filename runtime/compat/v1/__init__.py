"""`tf.compat.v1`: functions that TensorFlow 2 has no other name for."""

from __future__ import annotations

from runtime.compat.v1 import nn
from runtime.compat.v1.inputs import placeholder
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.wrapping import wrap_function
from runtime.graph_import import import_graph_def
from runtime.graphs import Graph

__all__ = [
    "Graph",
    "Session",
    "import_graph_def",
    "nn",
    "placeholder",
    "wrap_function",
]
