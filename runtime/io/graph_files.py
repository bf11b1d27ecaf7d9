"""`write_graph`: writes a graph to a file."""

from __future__ import annotations

import os
from typing import Any

from graphir.wire import messages
from runtime.io.file_operations import GFile, makedirs
from runtime.tracing.graphs import Graph


def write_graph(
    graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True
) -> str:
    """Writes a graph to a file, whose folder is made; returns the path of the file.

    >>> import tempfile
    >>> path = tf.io.write_graph(tf.Graph(), tempfile.mkdtemp(), "graph.pbtxt")
    >>> path.endswith("graph.pbtxt")
    True

    Raises:
      PermissionDeniedError: if it cannot be written.
      TypeError: for a value that is neither a graph nor a GraphDef.
    """
    message = graph_or_graph_def
    if isinstance(message, Graph):
        message = message.as_graph_def()
    if not messages.is_message(message, "GraphDef"):
        raise TypeError(
            f"write_graph needs a tf.Graph or a GraphDef, not {type(message).__name__}."
        )
    makedirs(logdir)
    path = os.path.join(os.fspath(logdir), name)
    with GFile(path, "w" if as_text else "wb") as file:
        data = messages.to_text(message) if as_text else message.SerializeToString()
        file.write(data)
    return path
