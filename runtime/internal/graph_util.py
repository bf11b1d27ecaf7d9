"""`tf.__internal__.graph_util`: whether two graphs are the same."""

from __future__ import annotations

from typing import Any


def graph_defs_equal(
    graph_def_1: Any, graph_def_2: Any, treat_nan_as_equal: bool = False
) -> bool:
    """Whether two `GraphDef` messages have the same nodes, in any order.

    >>> graph = tf.Graph().as_graph_def()
    >>> tf.__internal__.graph_util.graph_defs_equal(graph, graph)
    True

    Raises:
      TypeError: for an argument that is no `GraphDef`.
    """
    for each in (graph_def_1, graph_def_2):
        if not hasattr(each, "node") or not hasattr(each, "library"):
            raise TypeError(f"graph_defs_equal compares GraphDefs, not {type(each)}")
    return _by_name(graph_def_1.node) == _by_name(graph_def_2.node) and (
        {
            each.signature.name: each.SerializeToString(deterministic=True)
            for each in graph_def_1.library.function
        }
        == {
            each.signature.name: each.SerializeToString(deterministic=True)
            for each in graph_def_2.library.function
        }
    )


def _by_name(nodes: Any) -> dict[str, bytes]:
    return {node.name: node.SerializeToString(deterministic=True) for node in nodes}


__all__ = ["graph_defs_equal"]
