"""Graph collections, and operations on a graph as a whole, such as `finalize`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from runtime.context import Ambient, current_trace, entered
from runtime.devices.placement import device

if TYPE_CHECKING:
    from runtime.tracing.graph_trace import GraphTrace


class GraphQuestions:
    """Queries of a graph that sessions and TensorFlow 1 programs make."""

    _trace: GraphTrace
    _not_fed: set[str]
    _not_fetched: set[str]

    @property
    def seed(self) -> int | None:
        """None: graphs have no seed of their own, only ``tf.random.set_seed``'s."""
        return None

    @property
    def graph_def_versions(self) -> Any:
        """The versions written into the ``GraphDef``, a message."""
        return self._trace.graph.as_graph_def().versions

    def num_operations(self) -> int:
        """The number of operations."""
        return len(self._trace.graph)

    def prevent_feeding(self, tensor: Any) -> None:
        """Forbids sessions to feed a tensor."""
        self._not_fed.add(tensor.name)

    def prevent_fetching(self, op: Any) -> None:
        """Forbids sessions to fetch a tensor or an operation."""
        self._not_fetched.add(op.name)

    def is_feedable(self, tensor: Any) -> bool:
        """Whether a session may feed a tensor, which is the default."""
        return tensor.graph is self and tensor.name not in self._not_fed

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether a session may fetch a tensor or operation, which is the default."""
        operation = getattr(tensor_or_op, "op", tensor_or_op)
        return tensor_or_op.graph is self and operation.name not in self._not_fetched


class GraphCollections(GraphQuestions):
    """Collections of a graph, by name, and its finalization.

    >>> graph = tf.Graph()
    >>> graph.add_to_collection("losses", 1.5)
    >>> graph.get_collection("losses"), graph.finalized
    ([1.5], False)
    """

    _collections: dict[Any, list[Any]]

    # --- collections

    def add_to_collection(self, name: str | None, value: object) -> None:
        """Adds a value to a collection.

        Raises:
          RuntimeError: after ``finalize``.
        """
        self._trace.check_not_final()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: object) -> None:
        """Adds a value to several collections, to each once."""
        for name in dict.fromkeys((names,) if isinstance(names, str) else names):
            self.add_to_collection(name, value)

    def get_collection(self, name: str | None, scope: str | None = None) -> list[Any]:
        """A copy of a collection as a list; empty if there is none.

        ``scope`` is a regular expression: with it the list has only elements with a
        name that it matches from the start.
        """
        found = list(self._collections.get(name, ()))
        if scope is None:
            return found
        fits = re.compile(scope).match
        return [each for each in found if hasattr(each, "name") and fits(each.name)]

    def get_collection_ref(self, name: str | None) -> list[Any]:
        """The collection itself: appending to the list changes the graph."""
        return self._collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[Any]:
        """The names of the collections."""
        return [name for name in self._collections if isinstance(name, str)]

    @property
    def collections(self) -> list[Any]:
        """The names of the collections, which need not be strings."""
        return list(self._collections)

    def clear_collection(self, name: str | None) -> None:
        """Empties a collection."""
        self._trace.check_not_final()
        self._collections.pop(name, None)

    # --- growth

    @property
    def finalized(self) -> bool:
        """Whether the graph is finalized, so that nothing can be added."""
        return self._trace.is_final

    def finalize(self) -> None:
        """Makes every later addition to the graph an error.

        >>> graph = tf.Graph()
        >>> graph.finalize()
        >>> with graph.as_default():
        ...     tf.constant(1)
        Traceback (most recent call last):
            ...
        RuntimeError: Graph is finalized and cannot be modified.
        """
        self._trace.is_final = True

    def _unsafe_unfinalize(self) -> None:
        """Lets operations be added again, once the session that needed it is over."""
        self._trace.is_final = False

    @property
    def version(self) -> int:
        """A number that grows with each operation that is added."""
        return len(self._trace.graph)

    # --- blocks

    @contextmanager
    def _current(self) -> Iterator[None]:
        """Under it ops are added here, whatever was current."""
        if current_trace() is self._trace:
            yield
            return
        with entered(Ambient(self._trace)):
            yield

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """A context manager that puts ``name/`` before names of this graph's ops."""
        outer = self._trace.scope
        self._trace.scope = self._trace.unique_scope(name or "")
        try:
            yield self._trace.scope
        finally:
            self._trace.scope = outer

    def get_name_scope(self) -> str:
        """The current name scope, without the slash at its end."""
        return self._trace.scope.rstrip("/")

    @contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """A context manager that requests a device for operations."""
        with self._current(), device(device_name_or_function):
            yield


__all__ = ["GraphCollections"]
