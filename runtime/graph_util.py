"""``tf.graph_util``: graphs as messages."""

from __future__ import annotations

from runtime.graph_import import import_graph_def

__all__ = ["import_graph_def"]
