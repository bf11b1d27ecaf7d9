"""FuncGraph: the graph of a function; one can be made by hand, to record ops in."""

from __future__ import annotations

from typing import Any

from runtime.tracing.graph_trace import GraphTrace, current_trace
from runtime.tracing.graphs import Graph


class _FunctionGraphs(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Graph) and value.building_function


class FuncGraph(Graph, metaclass=_FunctionGraphs):
    """The graph of a function, while it is traced and afterwards.

    >>> with tf.__internal__.FuncGraph("body").as_default() as graph:
    ...     y = tf.constant(1) + 2
    >>> isinstance(graph, tf.__internal__.FuncGraph), y.graph is graph
    (True, True)
    """

    def __init__(
        self,
        name: str,
        collections: Any = None,
        capture_by_value: bool | None = None,
        structured_input_signature: Any = None,
        structured_outputs: Any = None,
    ) -> None:
        if capture_by_value:
            raise NotImplementedError(
                "FuncGraph(capture_by_value=True): make the values constants with "
                "tf.constant instead."
            )
        super().__init__(
            GraphTrace(name, current_trace(), traced_graph=self, is_function=True)
        )
        self.structured_outputs = structured_outputs
        if collections is not None:
            self._collections = dict(collections)
