"""Session: runs parts of a graph; its variables and tables live as long as it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.graphs import Graph, Operation, default_graph
from runtime.run_graph import run_graph
from runtime.stateful_kernels.variables import ResourceScope
from runtime.structure import flatten, pack
from runtime.symbolic_tensor import SymbolicTensor


class Session:
    """Runs operations of a graph, by default of the one that is recorded now.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None])
    ...     total = tf.reduce_sum(x)
    >>> with tf.compat.v1.Session(graph=graph) as session:
    ...     session.run(total, {x: [1.0, 2.0]})
    np.float32(3.0)

    Raises:
      RuntimeError: without a graph while ops run eagerly.
    """

    def __init__(
        self, target: str = "", graph: Graph | None = None, config: Any = None
    ) -> None:
        self.graph = default_graph() if graph is None else graph
        self._resources: ResourceScope | None = ResourceScope()

    def run(self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """The values of tensors, nested as the fetches are; None for operations.

        Raises:
          RuntimeError: when the session is closed.
          ValueError: for a name that is not in the graph, or a value that does not fit.
          InvalidArgumentError: for a placeholder that was not fed, and others as the
            operations raise them.
        """
        if self._resources is None:
            raise RuntimeError("Attempted to use a closed Session.")
        names = [self._fetch(each) for each in flatten(fetches)]
        fed = {self._name(key): value for key, value in (feed_dict or {}).items()}
        results = run_graph(self.graph.ir, fed, names, resources=self._resources)
        values = [None if each is None else each[()] for each in results]
        return pack(fetches, values)

    def _fetch(self, thing: Any) -> str:
        element = self._element(thing)
        mark = "^" if isinstance(element, Operation) else ""
        return f"{mark}{element.name}"

    def _name(self, thing: Any) -> str:
        name: str = self._element(thing).name
        return name

    def _element(self, thing: Any) -> Any:
        if not isinstance(thing, (SymbolicTensor, Operation, str)):
            raise TypeError(
                f"Fetch argument {thing!r} has invalid type {type(thing)}, must be a "
                "string or Tensor."
            )
        return self.graph.as_graph_element(thing)

    def close(self) -> None:
        """Lets go of the variables and tables."""
        self._resources = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


__all__ = ["Session"]
